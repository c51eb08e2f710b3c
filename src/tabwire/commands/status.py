"""Tell what the hub is doing."""

from __future__ import annotations

from time import monotonic

from tabwire.memory.hub_state import HubState
from tabwire.registry import Effect, Result, command


class BrowserRow(Result):
    """One browser in a list."""

    name: str
    kind: str
    version: str
    tabs: int


class Status(Result):
    """The hub and its browsers. How many sessions there are is told to all, whose they are is not."""

    version: str
    uptime_s: int
    http: str
    running: int
    sessions: int
    browsers: list[BrowserRow]


@command(Effect.READ, core=True)
async def status(hub: HubState) -> Status:
    """Tell the hub's version and address, the connected browsers and how much is going on."""
    return Status(
        version=hub.build,
        uptime_s=round(monotonic() - hub.started_at),
        http=hub.http_url,
        running=len(hub.activity.calls) - 1,
        sessions=len(hub.sessions.all()),
        browsers=[
            BrowserRow(name=browser.name, kind=browser.kind, version=browser.version, tabs=len(browser.tabs))
            for browser in hub.browsers.all()
        ],
    )
