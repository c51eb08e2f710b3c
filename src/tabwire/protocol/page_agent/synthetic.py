"""What the scripting engine asks of a page in place of the debugger."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

from tabwire.protocol.input import KeyInput, MouseInput
from tabwire.protocol.page_agent.elements import FileBytes


@dataclass(frozen=True, slots=True)
class OwnHistory:
    """The steps of the history that belong to this site; `length` counts also the others."""

    index: int
    urls: list[str]
    length: int


@dataclass(frozen=True, slots=True)
class ScrollPosition:
    """How far the page is scrolled."""

    scroll_x: float
    scroll_y: float


@dataclass(frozen=True, slots=True)
class InnerFrame:
    """The element that contains a frame, and a point in that frame's coordinates."""

    ref: str
    x: float = 0
    y: float = 0


@dataclass(frozen=True, slots=True)
class InputDone:
    """Input was done here, or belongs to the frame `inner`; `drag_started`: it began a drag and drop."""

    inner: InnerFrame | None = None
    drag_started: bool = False


class TouchPoint(NamedTuple):
    """A point of a finger's path."""

    x: float
    y: float


class Synthetic(Protocol):
    """Input made of events, and the page's own ways to do what Chrome does."""

    async def mouse_inputs(self, inputs: list[MouseInput]) -> InputDone:
        """Do what a mouse does, at one point after the other."""

    async def key_inputs(self, inputs: list[KeyInput]) -> InputDone:
        """Press and release keys, one after the other."""

    async def touch_paths(self, paths: list[list[TouchPoint]]) -> InputDone:
        """Touch with one finger for each path, move along it, and lift."""

    async def insert_text(self, text: str) -> InputDone:
        """Insert text at the caret."""

    async def drag_to(self, *, kind: str, x: float, y: float, files: list[FileBytes]) -> InputDone:
        """Continue a drag and drop: enter, over, drop or cancel; files are passed with the first step."""

    async def own_history(self) -> OwnHistory:
        """Tell the history as far as the page may know it."""

    async def history_go(self, steps: int) -> None:
        """Go back or forth."""

    async def scroll_page(self, *, x: float, y: float) -> ScrollPosition:
        """Scroll the page to a point, and tell how far it went."""

    async def stop_loading(self) -> None:
        """Stop loading."""

    async def foreign_frames(self) -> list[str]:
        """List the addresses of frames that other extensions put into the page."""

    async def frame_place(self) -> int:
        """Return this frame's place among its parent's frames; -1 when it lies in a shadow root there."""

    async def frame_holder(self, *, index: int, url: str) -> str:
        """Return the ref of the element that contains a frame: by its place, or by its address."""
