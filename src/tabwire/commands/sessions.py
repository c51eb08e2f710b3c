"""Sessions and who works in which tab: see them, end them, hand tabs over."""

from __future__ import annotations

import time
from typing import Annotated

from pydantic import Field

from tabwire.commands.tabs import TabHandle
from tabwire.registry import Effect, command
from tabwire.results.sessions import Ended, Leased, SessionList, SessionRow
from tabwire.session.session import Session

SessionName = Annotated[str, Field(min_length=1, max_length=200, description="As `sessions` lists it.")]


@command(Effect.READ)
async def sessions(session: Session) -> SessionList:
    """List the sessions: who they belong to, their browser and tabs, and for how long they were idle."""
    known = session.sessions.visible(session.caller)
    return SessionList(sessions=[session_row(item, yours=item is session) for item in known])


def session_row(session: Session, *, yours: bool = False) -> SessionRow:
    """Return what the hub knows of a session."""
    return SessionRow(
        session=session.name,
        caller=session.owner,
        client=session.caller.client,
        browser=session.browser.name if session.browser else "",
        tabs=tuple(tab.id for tab in session.tabs),
        idle_s=round(time.monotonic() - session.used_at),
        yours=yours,
    )


@command(Effect.ACT, urgent=True)
async def session_close(session: Session, name: SessionName | None = None) -> Ended:
    """End a session of yours, default the one you are in: the tabs it opened are closed."""
    ended = session.sessions.find(session.caller, name) if name else session
    await session.sessions.end(ended)
    return Ended(ended=ended.name)


@command(Effect.ACT)
async def claim_tab(session: Session, tab: TabHandle) -> Leased:
    """Work in a tab that nobody works in, such as one of the user's; others cannot change it meanwhile."""
    claimed = await session.switch(tab)
    return Leased(tab=claimed.id, session=session.name)


@command(Effect.ACT)
async def release_tab(session: Session, tab: TabHandle | None = None) -> Leased:
    """Let go of a tab; it stays open, for the user or for whoever claims it."""
    return Leased(tab=await session.release_tab(tab))


@command(Effect.ACT)
async def hand_over_tab(session: Session, to: SessionName, tab: TabHandle | None = None) -> Leased:
    """Give a tab of yours to another session of yours, which finds it as its current tab."""
    receiver = session.sessions.find(session.caller, to)
    return Leased(tab=await session.hand_over_tab(receiver, tab), session=receiver.name)
