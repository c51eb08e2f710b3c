"""JavaScript dialogs: what one is, and the error that tells about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tabwire.errors import DialogOpen

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
