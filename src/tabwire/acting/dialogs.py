"""Dialogs of a page: answered on request, never left hanging."""

from __future__ import annotations

from contextlib import suppress

from tabwire.acting.action import NOTHING, act
from tabwire.acting.outcome import Outcome
from tabwire.acting.settling import Pace
from tabwire.acting.watch import Watch
from tabwire.engines.dialogs import DialogPolicy
from tabwire.errors import DialogOpen, InvalidParams, TabwireError
from tabwire.reading.changes import report_changes
from tabwire.session.session import Session
from tabwire.session.tab import Tab


async def answer(tab: Tab, accept: bool, text: str | None) -> Outcome:
    """Answer the open dialog and tell what the page did next."""
    dialog = tab.page.state.dialog
    if dialog is None:
        raise InvalidParams("No dialog is open.", next_step="Go on; a dialog is reported when it opens.")

    async def perform(watch: Watch) -> None:
        watch.action_started()
        await tab.page.dialogs.answer(accept, text)

    verb = "accepted" if accept else "dismissed"
    did = f"{verb} {dialog.words}"
    try:
        frame = tab.main_frame
    except DialogOpen:
        # The dialog was open before we came: the page has not told anything of itself yet.
        await tab.page.dialogs.answer(accept, text)
        return Outcome(did, dialog=tab.page.state.dialog)
    outcome = await act(tab, frame, did, perform, Pace(first_effect_s=0, marks=False))
    outcome.notes = [note for note in outcome.notes if note != NOTHING]
    if outcome.can_be_checked and not outcome.changed:
        with suppress(TabwireError):
            outcome.changed = await report_changes(tab)
    return outcome


def set_policy(session: Session, policy: DialogPolicy) -> None:
    """Answer dialogs in every tab of a session this way from now on."""
    session.dialog_policy = policy
    for tab in session.tabs:
        tab.page.state.dialog_policy = policy
