"""A page, as every engine provides it: its state, its events, and its facets."""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeVar

from tabwire.engines.dialogs import Dialog, DialogPolicy, dialog_open
from tabwire.engines.facets import Dialogs, Files, History, Input, Pictures, Scripts, Unseen, lacking
from tabwire.engines.page_events import FrameId, LoadState, PageEvents
from tabwire.errors import TabwireError

DOCUMENTS_REMEMBERED = 8

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class PageFrame:
    """One frame of a page. `document` identifies its current document, if known.

    `has_internals`: some elements use ElementInternals, so they differ from their markup and change without
    a script noticing.
    """

    id: FrameId
    parent: FrameId | None
    url: str
    document: str
    has_internals: bool = False


@dataclass(frozen=True, slots=True)
class Failure:
    """An address that did not load, and Chrome's error."""

    url: str
    error: str


@dataclass(slots=True)
class PageState:
    """What is known about a page without a request."""

    url: str = "about:blank"
    title: str = ""
    dialog: Dialog | None = None
    dialog_policy: DialogPolicy = "ask"
    # Why the page does not respond: it crashed, or is gone.
    lost: TabwireError | None = None
    # The load states, HTTP status and errors of the latest documents of the main frame.
    loads: dict[str, set[LoadState]] = field(default_factory=dict)
    statuses: dict[str, int] = field(default_factory=dict)
    failures: dict[str, Failure] = field(default_factory=dict)
    engine: Literal["debugger", "scripting"] = "debugger"
    notices: list[str] = field(default_factory=list)
    # Whether the running action has sent input.
    has_sent_input: bool = False
    # Whether the page has not answered since our last input, so it may not have received it yet.
    is_input_unseen: bool = False

    @property
    def is_our_input_pending(self) -> bool:
        """Return whether our own trusted input may still be on its way to the page."""
        return self.has_sent_input or self.is_input_unseen

    def check(self) -> None:
        """Raise an error if the page cannot respond now."""
        if self.lost is not None:
            raise self.lost.fresh_copy()
        if self.dialog is not None:
            raise dialog_open(self.dialog)

    def take_notices(self) -> list[str]:
        """Return the notes for the next reply, once."""
        taken, self.notices = self.notices, []
        return taken

    def note_load(self, document: str, *states: LoadState) -> None:
        """Record load states that a document reached."""
        self.loads.setdefault(document, set()).update(states)
        keep_latest(self.loads)

    def note_status(self, document: str, status: int) -> None:
        """Record the HTTP status of a document."""
        self.statuses[document] = status
        keep_latest(self.statuses)

    def note_failure(self, document: str, url: str, error: str) -> None:
        """Record which address and error Chrome's error page stands for."""
        self.failures[document] = Failure(url, error)
        keep_latest(self.failures)


def keep_latest(by_document: dict[str, Value]) -> None:
    """Keep only the latest few documents."""
    while len(by_document) > DOCUMENTS_REMEMBERED:
        del by_document[next(iter(by_document))]


class Page(Protocol):
    """One tab as an engine handles it. Every method raises a `TabwireError` if the page is gone."""

    state: PageState
    events: PageEvents

    dialogs: Dialogs = lacking()
    files: Files = lacking()
    history: History = lacking()
    input: Input = lacking()
    pictures: Pictures = lacking()
    scripts: Scripts = lacking()
    unseen: Unseen = lacking()

    def frames(self) -> Sequence[PageFrame]:
        """List the frames, the main one first."""

    def main_loader(self) -> str:
        """Return the id of the main frame's current document."""

    def call_agent(self, frame: FrameId, name: str, arguments: dict[str, Any]) -> Coroutine[Any, Any, Any]:
        """Call a function of the page agent in one frame; retry once if the frame loads a new document."""

    def owner_ref(self, frame: FrameId) -> Coroutine[Any, Any, str]:
        """Return the ref, in the parent frame, of the element that contains this frame."""
