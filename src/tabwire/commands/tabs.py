"""List, open, choose and close tabs."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from tabwire.acting.navigation import arrival, go
from tabwire.commands.parameters import Address
from tabwire.registry import Effect, command
from tabwire.results.tabs import Closed, Opened, TabList, TabRow
from tabwire.session.session import Session

TabHandle = Annotated[str, Field(description='Tab id, such as "t2".')]


@command(Effect.READ, core=True)
async def tabs(session: Session) -> TabList:
    """List your tabs and the ones nobody works in."""
    await session.look_around()
    return TabList(
        tabs=[
            TabRow(
                tab=session.handle_of(tab),
                title=tab.title,
                url=tab.url,
                current=session.is_current(tab),
            )
            for tab in session.usable_tabs()
        ]
    )


@command(Effect.ACT, core=True, opens=("url",))
async def new_tab(session: Session, url: Address | None = None) -> Opened:
    """Open a tab in the background and make it your current one."""
    tab = await session.open_tab(background=True)
    where = await (go(tab, url, "load") if url else arrival(tab))
    return Opened(tab=tab.id, url=where.url, title=where.title)


@command(Effect.ACT, core=True)
async def switch_tab(session: Session, tab: TabHandle) -> Opened:
    """Make a tab your current one, without bringing it to the front."""
    chosen = await session.switch(tab)
    where = await arrival(chosen)
    return Opened(tab=chosen.id, url=where.url, title=where.title)


@command(Effect.ACT, core=True, urgent=True)
async def close_tab(session: Session, tab: TabHandle | None = None) -> Closed:
    """Close a tab; default: your current one."""
    return Closed(closed=await session.close_tab(tab))
