"""JavaScript dialogs, and the error for an open one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tabwire.errors import DialogOpen

# What to do when a page opens a dialog: let the caller answer it, or answer it automatically.
DialogPolicy = Literal["ask", "accept", "dismiss"]


@dataclass(frozen=True, slots=True)
class Dialog:
    """An open JavaScript dialog."""

    kind: str
    message: str
    default_text: str
    url: str

    @property
    def words(self) -> str:
        """Return its kind and text, shortened."""
        return f'{self.kind} "{self.message[:80]}"' if self.message else self.kind


# Chrome does not report a dialog that was open before we attached.
UNSEEN_DIALOG = Dialog("unknown dialog", "", "", "")


def dialog_open(dialog: Dialog) -> DialogOpen:
    """Return the error for an open dialog."""
    if dialog is UNSEEN_DIALOG:
        return DialogOpen(
            "The page does not respond. Most likely it shows a dialog that was open before tabwire attached; "
            "Chrome does not report its kind and text.",
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
