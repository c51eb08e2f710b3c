"""Tell what the hub is doing."""

from __future__ import annotations

from time import monotonic

from tabwire.registry import Effect, Result, command
from tabwire.session.hub_state import HubState


class BrowserRow(Result):
    """One browser in a list."""

    name: str
    kind: str
    version: str
    tabs: int


class SessionRow(Result):
    """One session in a list."""

    session: str
    caller: str
    tabs: int


class Status(Result):
    """The hub, its browsers and sessions."""

    version: str
    uptime_s: int
    http: str
    running: int
    browsers: list[BrowserRow]
    sessions: list[SessionRow]


@command(Effect.READ, core=True)
async def status(hub: HubState) -> Status:
    """Tell the hub's version and address, the connected browsers, the sessions and how much runs."""
    return Status(
        version=hub.build,
        uptime_s=round(monotonic() - hub.started_at),
        http=hub.http_url,
        running=len(hub.activity.calls) - 1,
        browsers=[
            BrowserRow(
                name=browser.name, kind=browser.kind, version=browser.version, tabs=len(browser.targets)
            )
            for browser in hub.browsers.all()
        ],
        sessions=[
            SessionRow(session=session.name, caller=session.owner, tabs=len(session.tabs))
            for session in hub.sessions.all()
        ],
    )
