"""The frame around every action: observe, do it, wait for quiet, say what came of it."""

from __future__ import annotations

from tabwire.acting.done import Done
from tabwire.acting.notes import TabGone
from tabwire.acting.observation import Observation
from tabwire.acting.observer import Observer, Perform
from tabwire.acting.pace import Pace
from tabwire.errors import TabClosed
from tabwire.reading.changes import mark
from tabwire.session.tab import Frame, Tab


async def act(tab: Tab, frame: Frame, did: Done, perform: Perform, pace: Pace = Pace()) -> Observation:  # noqa: B008
    """Do something to a page and return what came of it; a dialog is part of that."""
    if pace.marks:
        await mark(tab)
    with Observer(tab, frame, pace) as observer:
        try:
            await observer.settle_after(perform)
        except TabClosed:
            if not observer.has_started:
                raise
            return Observation(did, notes=(TabGone(tab.id),))
        return await observer.observation(did)
