"""Scroll."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from tabwire.acting import scrolling
from tabwire.commands.outcomes import acted
from tabwire.commands.parameters import TargetText
from tabwire.reading.targets import find_element
from tabwire.registry import Effect, command
from tabwire.results.acting import Acted
from tabwire.session.tab import Tab

Direction = Literal["up", "down", "left", "right", "top", "bottom"]
Amount = Annotated[int, Field(ge=1, le=1_000_000, description="Pixels; default: a screenful.")]


@command(Effect.ACT, core=True)
async def scroll(
    tab: Tab,
    direction: Direction | None = None,
    amount: Amount | None = None,
    target: TargetText | None = None,
) -> Acted:
    """Scroll the page or the area of `target`; a target alone comes into view."""
    element = await find_element(tab, target) if target else None
    if element is not None and direction is None and amount is None:
        return acted(await scrolling.reveal(tab, element))
    return acted(await scrolling.scroll(tab, element, direction or "down", amount))
