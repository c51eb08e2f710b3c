"""Tell what the hub is doing."""

from __future__ import annotations

from time import monotonic

from tabwire.commands.browsers import browser_row
from tabwire.memory.hub_state import HubState
from tabwire.registry import Effect, command
from tabwire.results.browsers import BrowserRow
from tabwire.results.status import BrowserSummary, Status


@command(Effect.READ, core=True)
async def status(hub: HubState) -> Status:
    """Tell the hub's version and address, the connected browsers and how much is going on."""
    return Status(
        version=hub.build,
        uptime_s=round(monotonic() - hub.started_at),
        http=hub.http_url,
        running=len(hub.activity.calls) - 1,
        sessions=len(hub.sessions.all()),
        browsers=[_summary(browser_row(browser)) for browser in hub.browsers.all()],
    )


def _summary(row: BrowserRow) -> BrowserSummary:
    return BrowserSummary(name=row.browser, kind=row.kind, version=row.version, tabs=row.tabs)
