"""See the whole hub at work: for the person whose hub it is."""

from __future__ import annotations

import os
from collections.abc import Iterator
from time import monotonic

from tabwire.commands.browsers import browser_row
from tabwire.commands.operations import call_row
from tabwire.commands.sessions import session_row
from tabwire.memory.hub_state import HubState
from tabwire.memory.vitals import memory_bytes, open_files
from tabwire.registry import Effect, command
from tabwire.rendering.moments import iso_time
from tabwire.results.activity import Activity, BrowserActivity, ErrorRow, SessionActivity
from tabwire.results.sessions import SessionRow


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
        browsers=list(_browsers(hub)),
        sessions=[
            _counted(session_row(session), is_connected=hub.sessions.is_held(session))
            for session in hub.sessions.all()
        ],
        running=[call_row(call) for call in hub.activity.calls.values()],
        errors=[
            ErrorRow(at=iso_time(error.at), command=error.command, session=error.session, code=error.code)
            for error in hub.activity.errors
        ],
    )


def _browsers(hub: HubState) -> Iterator[BrowserActivity]:
    for browser in hub.browsers.all():
        facts = browser_row(browser).model_dump(exclude={"state"})
        state = "frozen" if browser.frozen else "answers"
        yield BrowserActivity(**facts, state=state, pid=browser.pid)


def _counted(row: SessionRow, *, is_connected: bool) -> SessionActivity:
    facts = row.model_dump(exclude={"tabs", "yours"})
    return SessionActivity(**facts, tabs=len(row.tabs), is_connected=is_connected)
