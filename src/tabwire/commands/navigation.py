"""Go to pages, and back and forth between them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from tabwire.acting.navigation import Arrival, go, move_in_history, reload_page, stop_loading
from tabwire.commands.outcomes import opened_dialog
from tabwire.commands.parameters import Address
from tabwire.registry import Effect, command
from tabwire.results.navigation import Arrived
from tabwire.session.tab import Tab

WaitUntil = Annotated[Literal["load", "domcontentloaded", "networkidle"], Field()]


def _arrived(tab: Tab, arrival: Arrival) -> Arrived:
    return Arrived(
        url=arrival.url,
        title=arrival.title,
        tab=tab.id,
        status=arrival.status,
        dialog=opened_dialog(arrival.dialog),
        downloads=tuple(arrival.downloads),
        notes=(*arrival.notes, *tab.take_notices()),
    )


@command(Effect.ACT, core=True, opens=("url",), begins_page=True)
async def navigate(tab: Tab, url: Address, wait_until: WaitUntil = "load") -> Arrived:
    """Open an address in the tab and wait until it has loaded."""
    return _arrived(tab, await go(tab, url, wait_until))


@command(Effect.ACT, core=True)
async def back(tab: Tab) -> Arrived:
    """Go back one page in the tab's history."""
    return _arrived(tab, await move_in_history(tab, -1))


@command(Effect.ACT, core=True)
async def forward(tab: Tab) -> Arrived:
    """Go forward one page in the tab's history."""
    return _arrived(tab, await move_in_history(tab, 1))


@command(Effect.ACT, core=True)
async def reload(tab: Tab) -> Arrived:
    """Load the page again. Revives a crashed tab."""
    return _arrived(tab, await reload_page(tab))


@command(Effect.ACT, urgent=True)
async def stop(tab: Tab) -> Arrived:
    """Stop loading the page."""
    return _arrived(tab, await stop_loading(tab))
