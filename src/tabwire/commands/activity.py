"""See the whole hub at work: for the person whose hub it is."""

from __future__ import annotations

import os
from time import monotonic

from tabwire.memory.hub_state import HubState
from tabwire.memory.vitals import memory_bytes, open_files
from tabwire.registry import Effect, Result, command
from tabwire.rendering.moments import iso_time


class BrowserActivity(Result):
    """One browser."""

    browser: str
    kind: str
    state: str
    tabs: int
    pid: int = 0


class SessionActivity(Result):
    """One session."""

    session: str
    caller: str
    client: str
    browser: str
    tabs: int
    idle_s: int
    is_connected: bool


class CallActivity(Result):
    """One call under way."""

    call: int
    command: str
    session: str
    tab: str
    seconds: float


class ErrorActivity(Result):
    """One failure of late."""

    at: str
    command: str
    session: str
    code: str


class Activity(Result):
    """The hub at this moment."""

    version: str
    pid: int
    uptime_s: int
    memory_mb: float
    open_files: int
    calls_done: int
    calls_failed: int
    browsers: list[BrowserActivity]
    sessions: list[SessionActivity]
    running: list[CallActivity]
    errors: list[ErrorActivity]


@command(Effect.ADMIN, urgent=True)
async def activity(hub: HubState) -> Activity:
    """Show the whole hub at work: browsers, sessions, what runs and for how long, and errors of late."""
    tallies = hub.activity.tallies.items()
    return Activity(
        version=hub.build,
        pid=os.getpid(),
        uptime_s=round(monotonic() - hub.started_at),
        memory_mb=round(memory_bytes() / 1e6, 1),
        open_files=open_files(),
        calls_done=sum(tally.calls for _, tally in tallies),
        calls_failed=sum(tally.calls for (_, outcome), tally in tallies if outcome != "ok"),
        browsers=_browsers(hub),
        sessions=_sessions(hub),
        running=_running(hub),
        errors=[
            ErrorActivity(
                at=iso_time(error.at), command=error.command, session=error.session, code=error.code
            )
            for error in hub.activity.errors
        ],
    )


def _browsers(hub: HubState) -> list[BrowserActivity]:
    processes = hub.browsers.processes()
    return [
        BrowserActivity(
            browser=browser.name,
            kind=browser.kind,
            state="frozen" if browser.silence else "answers",
            tabs=len(browser.targets),
            pid=processes.get(browser.name, 0),
        )
        for browser in hub.browsers.all()
    ]


def _sessions(hub: HubState) -> list[SessionActivity]:
    return [
        SessionActivity(
            session=session.name,
            caller=session.owner,
            client=session.caller.client,
            browser=session.browser.name if session.browser else "",
            tabs=len(session.tabs),
            idle_s=round(monotonic() - session.used_at),
            is_connected=hub.sessions.is_held(session),
        )
        for session in hub.sessions.all()
    ]


def _running(hub: HubState) -> list[CallActivity]:
    return [
        CallActivity(
            call=call.number,
            command=call.command,
            session=call.caller.session,
            tab=call.tab,
            seconds=round(call.age_s, 1),
        )
        for call in hub.activity.calls.values()
    ]
