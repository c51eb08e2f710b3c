"""What is known of an action when it is over."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tabwire.acting.done import Done
from tabwire.acting.notes import Note, Still
from tabwire.engines.dialogs import Dialog
from tabwire.protocol.page_agent.typing import FieldReading
from tabwire.results.acting import OpenedTab


@dataclass(frozen=True)
class Observation:
    """What was done, and what came of it.

    `still` is what goes on in the page. `readings` tells what fields held in the end, if that was asked for.
    """

    did: Done
    engine: str = "debugger"
    url: str = ""
    title: str = ""
    dialog: Dialog | None = None
    opened: tuple[OpenedTab, ...] = ()
    downloads: tuple[str, ...] = ()
    console_error: str = ""
    changed: tuple[str, ...] = ()
    still: Still | None = None
    notes: tuple[Note, ...] = ()
    readings: tuple[FieldReading, ...] = ()

    @property
    def can_be_checked(self) -> bool:
        """Tell whether the page is still the same and answers: no dialog, no other page on its way."""
        return self.dialog is None and not self.url and self.still is None

    def noting(self, *notes: Note) -> Observation:
        """Return the same with more notes."""
        return replace(self, notes=(*self.notes, *notes))

    def without(self, unwanted: Note) -> Observation:
        """Return the same without a note."""
        return replace(self, notes=tuple(note for note in self.notes if note != unwanted))
