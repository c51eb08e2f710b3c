"""The face of a page that every engine shows to the layers above, and the events it reports."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NewType, Protocol

from tabwire.errors import DialogOpen, TabCrashed

FrameId = NewType("FrameId", str)
LoadState = Literal["commit", "domcontentloaded", "load", "networkidle"]
# What to do when a page opens a dialog: tell the caller and wait, or answer it at once.
DialogPolicy = Literal["ask", "accept", "dismiss"]


@dataclass(frozen=True, slots=True)
class Dialog:
    """A JavaScript dialog that waits for an answer."""

    kind: str
    message: str
    default_text: str
    url: str

    @property
    def words(self) -> str:
        """Return what it is and says, shortly."""
        return f'{self.kind} "{self.message[:80]}"' if self.message else self.kind


# Chrome tells nobody about a dialog that was open before they came.
UNSEEN_DIALOG = Dialog("unknown dialog", "", "", "")


def dialog_open(dialog: Dialog) -> DialogOpen:
    """Return the error that tells a caller about an open dialog."""
    if dialog is UNSEEN_DIALOG:
        return DialogOpen(
            "The page answers nothing: most likely it shows a dialog from before tabwire came, "
            "whose kind and text Chrome tells nobody.",
            next_step="Dismiss it with `handle_dialog` accept=false, or let the user answer it.",
            type=dialog.kind,
            text="",
        )
    return DialogOpen(
        f'The page shows a dialog: {dialog.kind} "{dialog.message[:500]}".',
        type=dialog.kind,
        text=dialog.message,
        default_text=dialog.default_text,
    )


class ScriptThrew(Exception):
    """A script that a caller gave threw an exception in the page."""


@dataclass(frozen=True, slots=True)
class PageFrame:
    """One frame of a page. `unreadable` says why it cannot be read, or is empty."""

    id: FrameId
    parent: FrameId | None
    url: str
    unreadable: str = ""


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

    target: str


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
class HandNoticed:
    """Trusted input reached the page: a person's or our own; `deed` names it and its element, never keys."""

    deed: str


@dataclass(frozen=True, slots=True)
class PermissionDecided:
    """The page asked for a permission and got its answer; `decision` names both."""

    decision: str


@dataclass(frozen=True, slots=True)
class TitleTold:
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
    | HandNoticed
    | PermissionDecided
    | TitleTold
    | PageGone
)


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


@dataclass(frozen=True, slots=True)
class Navigation:
    """What became of a request to navigate. `loader` is empty when the document stayed."""

    loader: str
    error: str = ""
    is_download: bool = False


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One step of a tab's history."""

    id: int
    url: str
    title: str


@dataclass(frozen=True, slots=True)
class MouseInput:
    """One mouse event at a point of the viewport, in CSS pixels."""

    kind: Literal["move", "press", "release", "wheel"]
    x: float
    y: float
    button: Literal["none", "left", "middle", "right"] = "none"
    buttons: int = 0
    count: int = 0
    modifiers: int = 0
    delta_x: float = 0
    delta_y: float = 0


@dataclass(frozen=True, slots=True)
class KeyInput:
    """One key event; `text` is what the key writes, empty for keys that write nothing."""

    kind: Literal["down", "up"]
    key: str
    code: str
    key_code: int
    text: str = ""
    modifiers: int = 0
    location: int = 0
    commands: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Clip:
    """A part of the page to show, in CSS pixels of the document."""

    x: float
    y: float
    width: float
    height: float
    scale: float = 1


@dataclass(slots=True)
class PageState:
    """What is known about a page without asking it."""

    url: str = "about:blank"
    title: str = ""
    dialog: Dialog | None = None
    dialog_policy: DialogPolicy = "ask"
    loads: dict[str, set[LoadState]] = field(default_factory=dict)
    statuses: dict[str, int] = field(default_factory=dict)
    engine: Literal["debugger", "scripting"] = "debugger"
    notices: list[str] = field(default_factory=list)
    # Whether the action under way has sent input.
    has_sent_input: bool = False
    # Whether the page has said nothing since our last input, so that it may not have seen it yet.
    is_input_unseen: bool = False

    @property
    def has_our_hand(self) -> bool:
        """Tell whether trusted input of our own may be on its way to the page."""
        return self.has_sent_input or self.is_input_unseen

    def take_notices(self) -> list[str]:
        """Return what the next reply should mention about how the page is handled, once."""
        taken, self.notices = self.notices, []
        return taken


class Input(Protocol):
    """Mouse, touch and keyboard of a page. Points are of the main frame's viewport, in CSS pixels."""

    async def mouse(self, inputs: Sequence[MouseInput]) -> None:
        """Send mouse events, in order."""

    async def touch(self, paths: Sequence[Sequence[tuple[float, float]]]) -> None:
        """Put one finger down for each path, move it along, and lift it."""

    async def keys(self, inputs: Sequence[KeyInput]) -> None:
        """Send key events, in order."""

    async def insert_text(self, text: str) -> None:
        """Insert text at the caret, as an input method would."""

    async def catch_drags(self, enabled: bool) -> None:
        """Report a starting drag and drop as `DragStarted` instead of handing it to the system."""

    async def drag(self, kind: str, x: float, y: float, data: dict[str, Any]) -> None:
        """Go on with a drag and drop: enter, over, drop or cancel at a point."""


class Page(Protocol):
    """One tab as an engine handles it. Every method fails typed when the page is gone."""

    state: PageState
    events: PageEvents
    input: Input

    def frames(self) -> Sequence[PageFrame]:
        """List the frames, the main one first."""

    def main_loader(self) -> str:
        """Return the id of the main frame's present document."""

    async def call_agent(self, frame: FrameId, name: str, arguments: dict[str, Any]) -> Any:
        """Call a function of the page agent in one frame."""

    async def owner_ref(self, frame: FrameId) -> str:
        """Return the ref, in the parent frame, of the element that holds this frame."""

    async def adopt_closed_roots(self, frame: FrameId, refs: Sequence[str]) -> None:
        """Show the page agent the closed shadow roots of these elements."""

    async def mark_listening(self, frame: FrameId) -> bool:
        """Show the page agent which elements listen for clicks; tell whether it did not know some of them."""

    async def evaluate(self, expression: str) -> Any:
        """Evaluate JavaScript in the page's own world."""

    async def navigate(self, url: str) -> Navigation:
        """Start loading an address; return when it is committed or refused."""

    async def reload(self) -> None:
        """Load the present address again."""

    async def stop(self) -> None:
        """Stop loading."""

    async def history(self) -> tuple[int, list[HistoryEntry]]:
        """Return the position in the history and its entries."""

    async def go_to(self, entry: int) -> None:
        """Go to a history entry by its id."""

    async def set_files(self, frame: FrameId, ref: str, paths: Sequence[str]) -> None:
        """Choose files in a file input."""

    def catch_file_choosers(self, enabled: bool) -> None:
        """Report file choosers as `FileChooserOpened` instead of showing them; nothing is waited for."""

    async def answer_file_chooser(self, frame: FrameId, node: int, paths: Sequence[str]) -> None:
        """Choose files in the input that asked for them."""

    async def screenshot(self, media: str, quality: int | None, clip: Clip | None) -> str:
        """Return a picture of the viewport or of `clip`, base64-encoded."""

    async def answer_dialog(self, accept: bool, text: str | None) -> None:
        """Accept or dismiss the open dialog."""

    async def terminate_script(self) -> None:
        """Stop the script that runs now."""

    async def activate(self) -> None:
        """Bring the tab to the front of its window."""
