"""The reply to every action: what was done, and what truly happened."""

from __future__ import annotations

from tabwire.acting.outcome import Outcome
from tabwire.engines.dialogs import Dialog
from tabwire.reading.snapshots import read_page
from tabwire.results.acting import Acted, OpenedDialog, OpenedTab
from tabwire.session.tab import Tab


def opened_dialog(dialog: Dialog | None) -> OpenedDialog | None:
    """Return an open dialog as a part of a result."""
    return OpenedDialog(type=dialog.kind, text=dialog.message) if dialog else None


async def tell_with_page(tab: Tab, outcome: Outcome) -> Acted:
    """Return an outcome with the whole page as it is now."""
    acted = tell(outcome)
    if acted.dialog is not None:
        return acted
    return acted.model_copy(update={"page": (await read_page(tab)).text, "changed": ()})


def tell(outcome: Outcome) -> Acted:
    """Return an outcome as a result."""
    return Acted(
        did=outcome.did,
        url=outcome.url,
        title=outcome.title,
        dialog=opened_dialog(outcome.dialog),
        new_tabs=tuple(OpenedTab(tab=opened.handle, url=opened.url) for opened in outcome.opened),
        downloads=tuple(outcome.downloads),
        console_error=outcome.console_error,
        changed=tuple(outcome.changed),
        notes=tuple(outcome.notes),
        engine=outcome.engine,
    )
