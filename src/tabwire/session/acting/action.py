"""The frame around every action: watch, do it, wait for quiet, tell what happened."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from tabwire.browsers.browser import TargetId
from tabwire.errors import DialogOpen, TabClosed, TabwireError
from tabwire.session.acting.outcome import OpenedTab, Outcome
from tabwire.session.acting.settling import Pace, Settled, Settling
from tabwire.session.acting.watch import Watch
from tabwire.session.tab import Frame, Tab

NEW_TAB_WITHIN_S = 2.0
BLANK = ("", "about:blank")
NOTHING = "nothing visible changed"

Deed = Callable[[Watch], Awaitable[None]]


async def act(tab: Tab, frame: Frame, did: str, deed: Deed, pace: Pace = Pace()) -> Outcome:  # noqa: B008
    """Do something to a page and tell truly what came of it; a dialog is part of the outcome."""
    outcome = Outcome(did)
    with Watch(tab) as watch:
        try:
            await deed(watch)
            settled = await Settling(tab, frame, watch, pace).wait()
        except DialogOpen:
            settled = Settled(frozenset())
        except TabClosed:
            outcome.notes.append(f"tab {tab.id} is closed")
            return outcome
        await _tell(tab, watch, settled, outcome)
    return outcome


async def _tell(tab: Tab, watch: Watch, settled: Settled, outcome: Outcome) -> None:
    outcome.dialog = tab.page.state.dialog
    if tab.url != watch.url_before or watch.has_new_document:
        outcome.url = tab.url
    outcome.opened = [await _opened(tab, target) for target in watch.opened]
    outcome.downloads = watch.saved_files()
    outcome.console_error = watch.console_errors[0] if watch.console_errors else ""
    if watch.chooser is not None:
        outcome.notes.append("the page asks for files: use `upload` on the same target")
    if settled.still:
        outcome.notes.append(settled.still)
    if not settled.effects and not watch.has_effect and outcome.dialog is None:
        outcome.notes.append(NOTHING)


async def _opened(tab: Tab, target_id: str) -> OpenedTab:
    """Give a new tab a moment to show where it is going."""
    session = tab.session
    target = session.browser.targets.get(TargetId(target_id)) if session.browser else None
    if target is None:
        return OpenedTab("", "closed again")
    handle = session.handle_of(target)
    with suppress(TabwireError, TimeoutError):
        async with asyncio.timeout(NEW_TAB_WITHIN_S):
            page = (await session.tab(handle)).page
            await page.events.until(lambda: page.state.url not in BLANK)
            await page.events.until(
                lambda: "domcontentloaded" in page.state.loads.get(page.main_loader(), ())
            )
            return OpenedTab(handle, page.state.url)
    return OpenedTab(handle, target.url)
