"""Finding the point to press, and making sure that the press arrives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from tabwire.protocol.page_agent.elements import ElementLook, Point


@dataclass(frozen=True, slots=True)
class Aimed:
    """Where an event reaches the element.

    `opens`: the element says that it opens a menu or the like. `rests`: where the mouse is, when another item
    of the same list has come under it there. `width` and `height` of the visible part are told for a drop.
    """

    x: float
    y: float
    opens: bool
    rests: Point | None
    width: float = 0
    height: float = 0


@dataclass(frozen=True, slots=True)
class PressVerdict:
    """Whether a guarded press missed, and what got it instead; nothing in the page when that is None."""

    has_missed: bool
    instead: ElementLook | None


class Aiming(Protocol):
    """Aiming at elements."""

    async def aim(self, ref: str, *, limit_ms: float, careful: bool, guard: bool, drop: bool) -> Aimed:
        """Wait until an element can be acted on, scroll it into view, and return the point.

        `careful` looks for movement that no animation tells of; `guard` keeps the next press from anything
        else; `drop`: something is to be dropped there.
        """

    async def aim_now(self, ref: str) -> Aimed:
        """Aim at an element if that can be done at once; an option is chosen in its own way."""

    async def aim_through_frame(self, ref: str, *, x: float, y: float) -> Point:
        """Return where a point of the frame that an element holds lies in this frame."""

    async def release_guard(self) -> PressVerdict:
        """Stop guarding a press, and tell where it went."""

    async def inner_frame(self, point: Point | None) -> str:
        """Return the ref of the frame at a point, or of the one that has the keyboard; empty if none."""
