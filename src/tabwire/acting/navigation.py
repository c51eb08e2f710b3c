"""Move a tab to another page and know when it is there."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TypeVar

from tabwire.acting.pace import SETTLE_WITHIN_S
from tabwire.acting.watch import Watch
from tabwire.engines.addresses import without_password
from tabwire.engines.dialogs import Dialog
from tabwire.engines.facets import Navigation
from tabwire.engines.page_events import LoadState, Navigated, PageEvent, TitleReported, destination_after
from tabwire.errors import DialogOpen, NavigationFailed, TabwireError
from tabwire.session.tab import Tab

WANTS_SIGN_IN = "the server wants a name and a password: navigate to http://NAME:PASSWORD@HOST/…"
REASONS = {
    "net::ERR_NAME_NOT_RESOLVED": "there is no host of that name",
    "net::ERR_CONNECTION_REFUSED": "nothing listens at that address",
    "net::ERR_CONNECTION_RESET": "the server broke the connection off",
    "net::ERR_CONNECTION_CLOSED": "the server closed the connection",
    "net::ERR_CONNECTION_TIMED_OUT": "the host does not answer",
    "net::ERR_TIMED_OUT": "the host does not answer",
    "net::ERR_ADDRESS_UNREACHABLE": "the host cannot be reached",
    "net::ERR_INTERNET_DISCONNECTED": "this machine is offline",
    "net::ERR_TOO_MANY_REDIRECTS": "the site redirects without end",
    "net::ERR_EMPTY_RESPONSE": "the server closed the connection without an answer",
    "net::ERR_BLOCKED_BY_CLIENT": "the browser blocks it",
    "net::ERR_INVALID_URL": "it is no valid address",
    "net::ERR_CACHE_MISS": "it was the answer to a form, which would have to be sent again",
    "net::ERR_UNSAFE_PORT": "browsers do not open that port",
    "net::ERR_SSL_PROTOCOL_ERROR": "the server does not speak HTTPS there; try http://",
    "net::ERR_CERT_AUTHORITY_INVALID": "its certificate is not from a trusted issuer",
    "net::ERR_CERT_COMMON_NAME_INVALID": "its certificate is for another name",
    "net::ERR_CERT_DATE_INVALID": "its certificate is out of date",
    "net::ERR_INVALID_AUTH_CREDENTIALS": WANTS_SIGN_IN,
    "net::ERR_HTTP_RESPONSE_CODE_FAILURE": "the server answered with an error and no page",
}
ABORTED = "net::ERR_ABORTED"
# A download is announced a moment after the navigation that turned out to be one has ended.
DOWNLOAD_STARTS_WITHIN_S = 1.0
UNAUTHORIZED = 401
FIRST_ERROR_STATUS = 400

Value = TypeVar("Value")


@dataclass
class Arrival:
    """Where a navigation ended, and what came instead of a page or with it."""

    url: str
    title: str = ""
    status: int = 0
    dialog: Dialog | None = None
    downloads: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


async def go(tab: Tab, url: str, wait_until: LoadState) -> Arrival:
    """Open an address and wait for the load state; a dialog or a download is part of the answer."""
    titles: list[str] = []
    unsubscribe = tab.page.events.subscribe(lambda event: _note_title(titles, event))
    with Watch(tab) as watch:
        try:
            navigation = await tab.page.history.navigate(url)
            if navigation.error:
                return await _without_page(tab, watch, without_password(url), navigation)
            if navigation.loader:
                await tab.wait_for_load(navigation.loader, wait_until)
            facts = await watch.ask(tab.main_frame.agent.page(), lambda: bool(titles))
            return await arrival(tab, *(titles or ([facts.title] if facts else [])))
        except DialogOpen:
            return _stopped_by_dialog(tab)
        finally:
            unsubscribe()


def _note_title(titles: list[str], event: PageEvent) -> None:
    """Keep what the newest document says it is called."""
    if isinstance(event, Navigated) and event.is_main and not event.same_document:
        titles.clear()
    elif isinstance(event, TitleReported):
        titles[:] = [event.title]


async def _without_page(tab: Tab, watch: Watch, url: str, navigation: Navigation) -> Arrival:
    """Tell apart what did not become a page: a download, an empty answer, a failure."""
    if navigation.error != ABORTED and not navigation.is_download:
        raise _failure(url, navigation.error)
    try:
        async with asyncio.timeout(DOWNLOAD_STARTS_WITHIN_S):
            await tab.page.events.until(lambda: watch.has_downloads)
    except TimeoutError:
        raise NavigationFailed(
            f"{url} gave no page: the server sent nothing to show, or another navigation took over.",
            next_step="The tab still shows the page before.",
            error=navigation.error,
        ) from None
    await tab.page.events.until(lambda: not watch.is_busy)
    where = await arrival(tab)
    where.downloads = watch.saved_files()
    return where


async def arriving(tab: Tab, perform: Awaitable[Value]) -> Value:
    """Do what may send the page elsewhere; if it does, come back when the tab is there."""
    going_to = ""

    def note(event: PageEvent) -> None:
        nonlocal going_to
        going_to = destination_after(event, going_to)

    unsubscribe = tab.page.events.subscribe(note)
    try:
        value = await perform
        if going_to:
            with suppress(TabwireError, TimeoutError):
                async with asyncio.timeout(SETTLE_WITHIN_S):
                    await tab.page.events.until(lambda: not going_to)
                    await tab.wait_until_readable()
        return value
    finally:
        unsubscribe()


async def move_in_history(tab: Tab, steps: int) -> Arrival:
    """Go back or forth and wait until the page is there."""
    index, entries = await tab.page.history.entries()
    if not 0 <= index + steps < len(entries):
        way = "back" if steps < 0 else "forward"
        raise NavigationFailed(f"There is no page to go {way} to.", next_step="Use `navigate`.")
    wanted = entries[index + steps]
    before = tab.page.main_loader()
    try:
        await tab.page.history.go_to(wanted.id)
        await tab.page.events.until(lambda: tab.page.main_loader() != before or tab.url == wanted.url)
        return await _loaded(tab)
    except DialogOpen:
        return _stopped_by_dialog(tab)


async def reload_page(tab: Tab) -> Arrival:
    """Load the page again and wait until it is there."""
    before = tab.page.main_loader()
    try:
        await tab.page.history.reload()
        await tab.page.events.until(lambda: tab.page.main_loader() != before)
        return await _loaded(tab)
    except DialogOpen:
        return _stopped_by_dialog(tab)


async def stop_loading(tab: Tab) -> Arrival:
    """Stop loading and tell where that left the tab."""
    await tab.page.history.stop()
    return await arrival(tab)


async def _loaded(tab: Tab) -> Arrival:
    """Wait for the load event; a page out of the history has had its own long ago."""
    if (await tab.main_frame.agent.page()).state != "complete":
        await tab.wait_for_load(tab.page.main_loader(), "load")
    failed = tab.page.state.failures.get(tab.page.main_loader())
    if failed is not None:
        raise _failure(failed.url, failed.error)
    return await arrival(tab)


async def arrival(tab: Tab, title: str | None = None) -> Arrival:
    """Tell where the page is; ask it for its title, unless it has just told it."""
    if title is None:
        title = (await tab.main_frame.agent.page()).title
    tab.page.state.title = tab.browser_tab.title = title
    status = tab.page.state.statuses.get(tab.page.main_loader(), 0)
    where = Arrival(tab.url, title)
    if status >= FIRST_ERROR_STATUS:
        where.status = status
    if status == UNAUTHORIZED:
        where.notes.append(WANTS_SIGN_IN)
    return where


def _stopped_by_dialog(tab: Tab) -> Arrival:
    return Arrival(tab.url, tab.page.state.title, dialog=tab.page.state.dialog)


def _failure(url: str, error: str) -> NavigationFailed:
    reason = REASONS.get(error)
    return NavigationFailed(
        f"{url} did not load: {reason} ({error})." if reason else f"{url} did not load: {error}.",
        next_step="Check the address; the tab shows the browser's error page.",
        error=error,
    )
