"""The frame around every action: watch, do it, wait for quiet, tell what happened."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from tabwire.acting.outcome import OpenedTab, Outcome
from tabwire.acting.settling import SETTLE_WITHIN_S, TOLD_EFFECTS, Pace, Settled, Settling
from tabwire.acting.watch import Watch
from tabwire.browsers.browser import TargetId
from tabwire.errors import DialogOpen, TabClosed, TabwireError
from tabwire.reading.changes import Change, briefly, mark, report_changes
from tabwire.session.tab import Frame, Tab

NEW_TAB_WITHIN_S = 2.0
BLANK = ("", "about:blank")
NOTHING = "nothing visible changed"

Perform = Callable[[Watch], Awaitable[None]]


async def act(tab: Tab, frame: Frame, did: str, perform: Perform, pace: Pace = Pace()) -> Outcome:  # noqa: B008
    """Do something to a page and tell truly what came of it; a dialog is part of the outcome."""
    outcome = Outcome(did)
    if pace.marks:
        await mark(tab)
    with Watch(tab) as watch:
        try:
            settled = await _settled(tab, frame, watch, perform, pace)
        except DialogOpen:
            settled = Settled(frozenset())
        except TabClosed:
            if not watch.has_begun:
                raise
            outcome.notes.append(f"tab {tab.id} is closed")
            return outcome
        await _tell(tab, watch, settled, outcome)
    return outcome


async def _settled(tab: Tab, frame: Frame, watch: Watch, perform: Perform, pace: Pace) -> Settled:
    """Do it and wait for quiet; a press that missed is repeated as often as the perform itself allows."""
    while True:
        await perform(watch)
        settled = await Settling(tab, frame, watch, pace).wait()
        watch.check_document()
        watch.missed = settled.missed
        if not settled.missed:
            return settled


async def _tell(tab: Tab, watch: Watch, settled: Settled, outcome: Outcome) -> None:
    outcome.dialog = tab.page.state.dialog
    outcome.engine = tab.page.state.engine
    outcome.notes += tab.take_notices()
    if tab.url != watch.url_before or watch.has_new_document:
        outcome.url = tab.url
    outcome.opened = [opened for target in watch.opened if (opened := await opened_tab(tab, target))]
    await _finish_downloads(watch)
    outcome.downloads = watch.saved_files()
    tab.unreported.told(watch.saved, watch.opened)
    outcome.console_error = watch.console_errors[0] if watch.console_errors else ""
    if watch.chooser is not None:
        outcome.notes.append("the page asks for files: use `upload` on the same target")
    outcome.still = settled.still
    outcome.typed = settled.typed
    if settled.still:
        outcome.notes.append(settled.still)
    if outcome.dialog is not None or watch.going_to or settled.is_silent:
        return
    has_effect = settled.effects or watch.has_effect
    # What elements say by ElementInternals changes without a sign.
    if has_effect or _has_internals(tab):
        await _tell_content(tab, watch, settled, outcome)
    if not has_effect and not outcome.changed:
        outcome.notes.append(NOTHING)


def _has_internals(tab: Tab) -> bool:
    return any(frame.has_internals for frame in tab.frames())


async def _tell_content(tab: Tab, watch: Watch, settled: Settled, outcome: Outcome) -> None:
    """Tell the title of a new page, or what changed on the old one."""
    with suppress(DialogOpen, TabClosed):
        if watch.has_new_document:
            facts = await watch.ask(tab.main_frame.agent.page())
            outcome.title = facts.title if facts else ""
        elif not settled.effects.isdisjoint(TOLD_EFFECTS) or _has_internals(tab):
            lines = await watch.ask(report_changes(tab, settled.told, closely=settled.was_awaited))
            outcome.changed = [
                *settled.classes,
                *(lines or briefly([Change("~", text) for text in settled.touched])),
            ]


async def _finish_downloads(watch: Watch) -> None:
    """Wait for downloads that a new tab turned out to be."""
    with suppress(TimeoutError, DialogOpen):
        async with asyncio.timeout(SETTLE_WITHIN_S):
            await watch.until(lambda: not watch.is_downloading)


async def opened_tab(tab: Tab, target_id: str) -> OpenedTab | None:
    """Give a new tab a moment to show where it is going; it may be gone again by then."""
    session = tab.session
    targets = session.browser.targets if session.browser else {}
    target = targets.get(TargetId(target_id))
    if target is None:
        return None
    handle = session.handle_of(target)
    with suppress(TabwireError, TimeoutError):
        async with asyncio.timeout(NEW_TAB_WITHIN_S):
            opened = await session.tab(handle)
            page = opened.page
            await page.events.until(lambda: page.state.url not in BLANK)
            await opened.wait_until_readable()
            return OpenedTab(handle, page.state.url)
    return OpenedTab(handle, target.url) if target.id in targets else None
