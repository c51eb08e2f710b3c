"""Dialogs of a page: answered on request, never left hanging."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from tabwire.acting.action import act
from tabwire.acting.done import DialogAnswered
from tabwire.acting.notes import Fact
from tabwire.acting.observation import Observation
from tabwire.acting.observer import Observer
from tabwire.acting.pace import Pace
from tabwire.engines.dialogs import DialogPolicy
from tabwire.errors import DialogOpen, InvalidParams, TabwireError
from tabwire.reading.changes import report_changes
from tabwire.session.session import Session
from tabwire.session.tab import Tab


async def answer(tab: Tab, accept: bool, text: str | None) -> Observation:
    """Answer the open dialog and tell what the page did next."""
    dialog = tab.page.state.dialog
    if dialog is None:
        raise InvalidParams("No dialog is open.", next_step="Go on; a dialog is reported when it opens.")

    async def perform(observer: Observer) -> None:
        observer.action_started()
        await tab.page.dialogs.answer(accept, text)

    did = DialogAnswered(dialog, accept)
    try:
        frame = tab.main_frame
    except DialogOpen:
        # The dialog was open before we came: the page has not told anything of itself yet.
        await tab.page.dialogs.answer(accept, text)
        return Observation(did, dialog=tab.page.state.dialog)
    seen = await act(tab, frame, did, perform, Pace(first_effect_s=0, marks=False))
    if seen.can_be_checked and not seen.changed:
        with suppress(TabwireError):
            seen = replace(seen, changed=tuple(await report_changes(tab)))
    return seen.without(Fact.NOTHING_CHANGED)


def set_policy(session: Session, policy: DialogPolicy) -> None:
    """Answer dialogs in every tab of a session this way from now on."""
    session.dialog_policy = policy
    for tab in session.tabs:
        tab.page.state.dialog_policy = policy
