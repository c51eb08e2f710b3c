"""What an action did, as it is told to the caller."""

from __future__ import annotations

from dataclasses import dataclass, field

from tabwire.engines.dialogs import Dialog
from tabwire.protocol.page_agent.typing import FieldReading


@dataclass(frozen=True)
class OpenedTab:
    """A tab that the action opened."""

    handle: str
    url: str


@dataclass
class Outcome:
    """The truth about one action, filled in while it is found out; `typed` is what fields held in the end."""

    did: str
    url: str = ""
    title: str = ""
    dialog: Dialog | None = None
    opened: list[OpenedTab] = field(default_factory=list)
    downloads: list[str] = field(default_factory=list)
    console_error: str = ""
    changed: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    engine: str = "debugger"
    still: str = ""
    typed: list[FieldReading] | None = None

    @property
    def can_be_checked(self) -> bool:
        """Tell whether the page is still the same and answers: no dialog, no other page on its way."""
        return self.dialog is None and not self.url and not self.still
