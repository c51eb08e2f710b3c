"""What can happen in a page, as every engine reports it to the layers above."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, NewType

from tabwire.engines.dialogs import Dialog, dialog_open
from tabwire.errors import TabCrashed

FrameId = NewType("FrameId", str)
LoadState = Literal["commit", "domcontentloaded", "load", "networkidle"]


@dataclass(frozen=True, slots=True)
class Navigated:
    """A frame shows another document, or another address within the same document."""

    frame: FrameId
    url: str
    same_document: bool
    is_main: bool


@dataclass(frozen=True, slots=True)
class LoadReached:
    """A frame's document reached a load state."""

    frame: FrameId
    loader: str
    state: LoadState


@dataclass(frozen=True, slots=True)
class DialogOpened:
    """A dialog opened."""

    dialog: Dialog


@dataclass(frozen=True, slots=True)
class DialogClosed:
    """The dialog is gone, answered by anyone."""


@dataclass(frozen=True, slots=True)
class ConsoleWritten:
    """The page wrote to its console, or an exception went uncaught (level `error`)."""

    level: str
    text: str


@dataclass(frozen=True, slots=True)
class NavigationStarted:
    """A frame is on its way to another document."""

    frame: FrameId
    url: str
    is_main: bool


@dataclass(frozen=True, slots=True)
class LoadingStopped:
    """A frame loads nothing any more, whether a document came or not."""

    frame: FrameId
    is_main: bool


@dataclass(frozen=True, slots=True)
class TabRequested:
    """The page asked for an address in another tab or window."""

    url: str


@dataclass(frozen=True, slots=True)
class TabOpened:
    """The page opened another tab or window."""

    tab: str


@dataclass(frozen=True, slots=True)
class DownloadStarted:
    """The page started a download."""

    id: str
    url: str
    name: str


@dataclass(frozen=True, slots=True)
class DownloadEnded:
    """A download is complete, at `path`; or it failed, and `path` is empty."""

    id: str
    path: str


@dataclass(frozen=True, slots=True)
class FileChooserOpened:
    """The page asks for files; `node` is the engine's number of the input that asks."""

    frame: FrameId
    node: int
    takes_many: bool


@dataclass(frozen=True, slots=True)
class DragStarted:
    """A mouse drag became a drag and drop; `data` is what the engine needs to go on with it."""

    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class UserInputSeen:
    """Trusted input reached the page: a person's or our own; `action` names it and its element, never keys.

    `document` is the number of the document that it reached, empty when that is not known.
    """

    action: str
    document: str = ""


@dataclass(frozen=True, slots=True)
class PermissionDecided:
    """The page asked for a permission and got its answer; `decision` names both."""

    decision: str


@dataclass(frozen=True, slots=True)
class TitleReported:
    """The main document is loaded and tells what it is called."""

    title: str


@dataclass(frozen=True, slots=True)
class RequestStarted:
    """A request left the page."""

    id: str
    kind: str
    url: str


@dataclass(frozen=True, slots=True)
class RequestEnded:
    """A request finished or failed."""

    id: str


@dataclass(frozen=True, slots=True)
class SocketSent:
    """The page sent a message over a WebSocket."""

    socket: str


@dataclass(frozen=True, slots=True)
class SocketReceived:
    """The page got a message over a WebSocket."""

    socket: str


@dataclass(frozen=True, slots=True)
class PageGone:
    """The page is closed, crashed or lost, for the reason in `error`."""

    error: Exception


PageEvent = (
    Navigated
    | LoadReached
    | DialogOpened
    | DialogClosed
    | ConsoleWritten
    | RequestStarted
    | RequestEnded
    | SocketSent
    | SocketReceived
    | NavigationStarted
    | LoadingStopped
    | TabRequested
    | TabOpened
    | DownloadStarted
    | DownloadEnded
    | FileChooserOpened
    | DragStarted
    | UserInputSeen
    | PermissionDecided
    | TitleReported
    | PageGone
)


def destination_after(event: PageEvent, before: str) -> str:
    """Return where the main frame is on its way to after an event, given where it was going before."""
    match event:
        case NavigationStarted(is_main=True):
            return event.url
        case Navigated(is_main=True, same_document=False) | LoadingStopped(is_main=True):
            return ""
    return before


class PageEvents:
    """Tell listeners what happens; let waiters wait for a fact instead of for time."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[PageEvent], None]] = []
        self._dialog: Dialog | None = None
        self._end: Exception | None = None

    def subscribe(self, listener: Callable[[PageEvent], None]) -> Callable[[], None]:
        """Call `listener` for each event until the returned function is called."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def emit(self, event: PageEvent) -> None:
        """Tell everyone."""
        if isinstance(event, DialogOpened | DialogClosed):
            self._dialog = event.dialog if isinstance(event, DialogOpened) else None
        elif isinstance(event, PageGone) and not isinstance(event.error, TabCrashed):
            self._end = event.error
        for listener in tuple(self._listeners):
            listener(event)

    async def until(self, fact: Callable[[], bool], *, despite_dialog: bool = False) -> None:
        """Wait until `fact` holds, looking after each event; a lost page or a dialog ends the wait."""
        if fact():
            return
        self._check(despite_dialog)
        came_true = asyncio.get_running_loop().create_future()

        def look(event: PageEvent) -> None:
            if not came_true.done():
                if fact():
                    came_true.set_result(None)
                elif isinstance(event, PageGone):
                    came_true.set_exception(event.error)
                elif isinstance(event, DialogOpened) and not despite_dialog:
                    came_true.set_exception(dialog_open(event.dialog))

        unsubscribe = self.subscribe(look)
        try:
            await came_true
        finally:
            unsubscribe()

    def _check(self, despite_dialog: bool) -> None:
        """Refuse to wait for what cannot come."""
        if self._end is not None:
            raise self._end
        if self._dialog is not None and not despite_dialog:
            raise dialog_open(self._dialog)
