"""The facets of a page: what can be done to it, one topic each.

`debugger/` and `scripting/` implement a facet in a file of the same name. If an engine has no such file, its
pages refuse every call with `UNSUPPORTED_BY_ENGINE` (see `lacking`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NoReturn, Protocol

from tabwire.engines.page_events import FrameId
from tabwire.errors import UnsupportedByEngine
from tabwire.protocol.input import KeyInput, MouseInput

USE_DEBUGGER = "Ask the user to choose the debugger engine in the extension's options, then call again."


class Dialogs(Protocol):
    """JavaScript dialogs."""

    async def answer(self, accept: bool, text: str | None) -> None:
        """Accept or dismiss the open dialog."""


class Files(Protocol):
    """File inputs and file choosers."""

    async def set_files(self, frame_id: FrameId, ref: str, paths: Sequence[str]) -> None:
        """Choose files in a file input."""

    def catch_choosers(self, enabled: bool) -> None:
        """Report file choosers as `FileChooserOpened` instead of showing them; do not wait."""

    async def answer_chooser(self, frame_id: FrameId, node: int, paths: Sequence[str]) -> None:
        """Choose files in the input of an open chooser."""


@dataclass(frozen=True, slots=True)
class Navigation:
    """The result of a request to navigate. `loader` is empty if the document stayed."""

    loader: str
    error: str = ""
    is_download: bool = False


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One step of a tab's history."""

    id: int
    url: str
    title: str


class History(Protocol):
    """Which address a page shows: loading, reloading, back and forward."""

    async def navigate(self, url: str) -> Navigation:
        """Start loading an address; return when it is committed or refused."""

    async def reload(self) -> None:
        """Reload the current address."""

    async def stop(self) -> None:
        """Stop loading."""

    async def entries(self) -> tuple[int, list[HistoryEntry]]:
        """Return the position in the history and its entries."""

    async def go_to(self, entry: int) -> None:
        """Go to a history entry by its id."""


class Input(Protocol):
    """Mouse, touch and keyboard. Points are of the main frame's viewport, in CSS pixels."""

    async def mouse(self, inputs: Sequence[MouseInput]) -> None:
        """Send mouse events, in order."""

    async def touch(self, paths: Sequence[Sequence[tuple[float, float]]]) -> None:
        """Touch with one finger for each path, move along it, and lift."""

    async def keys(self, inputs: Sequence[KeyInput]) -> None:
        """Send key events, in order."""

    async def insert_text(self, text: str) -> None:
        """Insert text at the caret, like an input method."""

    async def catch_drags(self, enabled: bool) -> None:
        """Report the start of a drag and drop as `DragStarted` instead of passing it to the system."""

    async def drag(self, kind: str, x: float, y: float, data: dict[str, Any]) -> None:
        """Continue a drag and drop: enter, over, drop or cancel at a point."""


@dataclass(frozen=True, slots=True)
class Clip:
    """A part of the page to show, in CSS pixels of the document."""

    x: float
    y: float
    width: float
    height: float
    scale: float = 1


class Pictures(Protocol):
    """Pictures of a page, base64-encoded."""

    async def screenshot(self, media: str, quality: int | None, clip: Clip | None) -> str:
        """Return a picture of the viewport or of `clip`, drawn after this call."""

    async def last_frame(self, media: str, quality: int | None) -> str | None:
        """Return the viewport as last drawn, or None if that is not available quickly."""


class ScriptThrew(Exception):
    """A caller's script threw an exception in the page."""


class Scripts(Protocol):
    """Scripts of the caller."""

    async def evaluate(self, expression: str) -> Any:
        """Evaluate JavaScript in the page's own world; await a promise, call a function."""

    async def terminate(self) -> None:
        """Stop the running script."""


class Unseen(Protocol):
    """What scripts cannot see: click listeners, closed shadow roots, ElementInternals.

    An engine that can see them reports them to the page agent. Every scan returns whether it found more.
    """

    async def scan(self, frame_id: FrameId) -> bool:
        """Find click listeners and closed roots that are new since the last scan."""

    async def scan_elements(self, frame_id: FrameId, hosts: Sequence[str], customs: Sequence[str]) -> bool:
        """Find closed roots of `hosts`, and what the elements `customs` set with ElementInternals."""

    async def wait_for_first_scan(self, frame_id: FrameId) -> None:
        """Wait for the scan that starts when a page has loaded."""


class _Lacking:
    """Refuse every call of a facet; the message names the attribute of the page."""

    def __init__(self, message: str, next_step: str) -> None:
        self._message = message
        self._next_step = next_step
        self._topic = ""

    def __set_name__(self, page_class: type, topic: str) -> None:
        self._topic = topic

    def __get__(self, page: Any, page_class: type) -> _Refusing:
        message = self._message or f"The {page.state.engine} engine does not support {self._topic}."
        return _Refusing(message, self._next_step)


class _Refusing:
    def __init__(self, message: str, next_step: str) -> None:
        self._error = message, next_step

    def __getattr__(self, method: str) -> Any:
        message, next_step = self._error

        def refuse(*_: object, **__: object) -> NoReturn:
            raise UnsupportedByEngine(message, next_step=next_step)

        return refuse


def lacking(message: str = "", *, next_step: str = USE_DEBUGGER) -> Any:
    """Return a placeholder for a facet that an engine lacks, with an optional reason."""
    return _Lacking(message, next_step)
