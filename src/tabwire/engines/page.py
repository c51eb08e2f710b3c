"""The face of a page that every engine shows to the layers above."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from tabwire.engines.dialogs import Dialog, DialogPolicy
from tabwire.engines.page_events import FrameId, LoadState, PageEvents
from tabwire.protocol.input import KeyInput, MouseInput


class ScriptThrew(Exception):
    """A script that a caller gave threw an exception in the page."""


@dataclass(frozen=True, slots=True)
class PageFrame:
    """One frame of a page. `document` tells what it shows from what it showed before, where that is known.

    `unreadable` says why it cannot be read, or is empty. `has_internals` tells that some of its elements are
    not what their markup says, and change without a sign that a script could see.
    """

    id: FrameId
    parent: FrameId | None
    url: str
    document: str
    unreadable: str = ""
    has_internals: bool = False


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
class Clip:
    """A part of the page to show, in CSS pixels of the document."""

    x: float
    y: float
    width: float
    height: float
    scale: float = 1


@dataclass(frozen=True, slots=True)
class Failure:
    """An address that did not load, and Chrome's word for why."""

    url: str
    error: str


@dataclass(slots=True)
class PageState:
    """What is known about a page without asking it."""

    url: str = "about:blank"
    title: str = ""
    dialog: Dialog | None = None
    dialog_policy: DialogPolicy = "ask"
    loads: dict[str, set[LoadState]] = field(default_factory=dict)
    statuses: dict[str, int] = field(default_factory=dict)
    # What Chrome's own error pages stand for.
    failures: dict[str, Failure] = field(default_factory=dict)
    engine: Literal["debugger", "scripting"] = "debugger"
    notices: list[str] = field(default_factory=list)
    # Whether the action under way has sent input.
    has_sent_input: bool = False
    # Whether the page has said nothing since our last input, so that it may not have seen it yet.
    is_input_unseen: bool = False

    @property
    def is_our_input_pending(self) -> bool:
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

    async def see_into(self, frame: FrameId, hosts: Sequence[str], speakers: Sequence[str]) -> bool:
        """Show the page agent the closed roots of `hosts` and what `speakers` say by ElementInternals.

        Tell whether there was anything.
        """

    async def revealed_since_load(self, frame: FrameId) -> None:
        """Wait until the page agent was shown what it could not see when the page was loaded."""

    async def reveal(self, frame: FrameId) -> bool:
        """Show the page agent what no script can see, as listeners and closed roots; tell if it was news."""

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
        """Return a picture of the viewport or of `clip`, base64-encoded, drawn after this call."""

    async def last_frame(self, media: str, quality: int | None) -> str | None:
        """Return the viewport as it was drawn last, base64-encoded; None where that cannot be had quickly."""

    async def answer_dialog(self, accept: bool, text: str | None) -> None:
        """Accept or dismiss the open dialog."""

    async def terminate_script(self) -> None:
        """Stop the script that runs now."""

    async def activate(self) -> None:
        """Bring the tab to the front of its window."""
