"""The reply to every action: what was done, and what happened."""

from __future__ import annotations

from tabwire.acting.observation import Observation
from tabwire.acting.wording import done_text, note_text
from tabwire.engines.dialogs import Dialog
from tabwire.reading.snapshots import read_page
from tabwire.results.acting import Acted, OpenedDialog
from tabwire.session.tab import Tab


def opened_dialog(dialog: Dialog | None) -> OpenedDialog | None:
    """Return an open dialog as part of a result."""
    return OpenedDialog(type=dialog.kind, text=dialog.message) if dialog else None


async def acted_with_page(tab: Tab, seen: Observation) -> Acted:
    """Return what came of an action, with the whole page as it is now."""
    result = acted(seen)
    if result.dialog is not None:
        return result
    return result.model_copy(update={"page": (await read_page(tab)).text, "changed": ()})


def acted(seen: Observation) -> Acted:
    """Return what came of an action, in words."""
    return Acted(
        did=done_text(seen.did),
        url=seen.url,
        title=seen.title,
        dialog=opened_dialog(seen.dialog),
        new_tabs=seen.opened,
        downloads=seen.downloads,
        console_error=seen.console_error,
        changed=seen.changed,
        notes=tuple(map(note_text, seen.notes)),
        engine=seen.engine,
    )
