"""Scrolling."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from tabwire.protocol.page_agent.elements import Point


@dataclass(frozen=True, slots=True)
class ScrollExtent:
    """How far a part of the page is scrolled, how large it is, how much of it shows, what is in it."""

    x: float
    y: float
    width: float
    height: float
    view_width: float
    view_height: float
    elements: int


@dataclass(frozen=True, slots=True)
class Scrolled:
    """The part that was scrolled and how far; or only the point to turn the wheel at, where none scrolls."""

    scroller: str = ""
    moved_x: float = 0
    moved_y: float = 0
    extent: ScrollExtent | None = None
    wheel_at: Point | None = None


class Scrolling(Protocol):
    """Scrolling."""

    async def scroll(self, ref: str, *, direction: str, amount_px: int | None) -> Scrolled:
        """Scroll what is around an element, or the page; by one page unless an amount is given."""

    async def scroll_state(self, ref: str) -> ScrollExtent | None:
        """Tell where a part of the page stands now."""

    async def reveal(self, ref: str) -> None:
        """Bring an element into view."""
