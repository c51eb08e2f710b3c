"""Move a tab to another page and know when it is there."""

from __future__ import annotations

from dataclasses import dataclass

from tabwire.engines.page import LoadState
from tabwire.errors import NavigationFailed
from tabwire.session.tab import Tab

REASONS = {
    "net::ERR_NAME_NOT_RESOLVED": "there is no host of that name",
    "net::ERR_CONNECTION_REFUSED": "nothing listens at that address",
    "net::ERR_CONNECTION_TIMED_OUT": "the host does not answer",
    "net::ERR_ADDRESS_UNREACHABLE": "the host cannot be reached",
    "net::ERR_INTERNET_DISCONNECTED": "this machine is offline",
    "net::ERR_TOO_MANY_REDIRECTS": "the site redirects without end",
    "net::ERR_EMPTY_RESPONSE": "the server closed the connection without an answer",
    "net::ERR_BLOCKED_BY_CLIENT": "the browser blocks it",
    "net::ERR_INVALID_URL": "it is no valid address",
}


@dataclass(frozen=True)
class Arrival:
    """Where a navigation ended."""

    url: str
    title: str


async def go(tab: Tab, url: str, wait_until: LoadState) -> Arrival:
    """Open an address and wait for the load state."""
    navigation = await tab.page.navigate(url)
    if navigation.error:
        raise _failure(url, navigation.error)
    if navigation.loader:
        await tab.wait_for_load(navigation.loader, wait_until)
    return await arrival(tab)


async def move_in_history(tab: Tab, steps: int) -> Arrival:
    """Go back or forth and wait until the page is there."""
    index, entries = await tab.page.history()
    if not 0 <= index + steps < len(entries):
        way = "back" if steps < 0 else "forward"
        raise NavigationFailed(f"There is no page to go {way} to.", next_step="Use `navigate`.")
    wanted = entries[index + steps]
    before = tab.page.main_loader()
    await tab.page.go_to(wanted.id)
    await tab.page.events.until(lambda: tab.page.main_loader() != before or tab.url == wanted.url)
    return await _loaded(tab)


async def reload_page(tab: Tab) -> Arrival:
    """Load the page again and wait until it is there."""
    before = tab.page.main_loader()
    await tab.page.reload()
    await tab.page.events.until(lambda: tab.page.main_loader() != before)
    return await _loaded(tab)


async def _loaded(tab: Tab) -> Arrival:
    await tab.wait_for_load(tab.page.main_loader(), "load")
    return await arrival(tab)


async def arrival(tab: Tab) -> Arrival:
    """Ask the page where it is."""
    facts = await tab.main_frame.call("page")
    tab.page.state.title = tab.target.title = facts["title"]
    return Arrival(tab.url, facts["title"])


def _failure(url: str, error: str) -> NavigationFailed:
    reason = REASONS.get(error)
    return NavigationFailed(
        f"{url} did not load: {reason} ({error})." if reason else f"{url} did not load: {error}.",
        next_step="Check the address; the tab shows the browser's error page.",
        error=error,
    )
