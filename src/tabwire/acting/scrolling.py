"""Scroll, and tell how far and whether anything new came."""

from __future__ import annotations

from dataclasses import replace

from tabwire.acting.action import act
from tabwire.acting.aiming import ask
from tabwire.acting.done import PageScrolled, Revealed
from tabwire.acting.notes import ContentCame, Fact
from tabwire.acting.observation import Observation
from tabwire.acting.observer import Observer
from tabwire.acting.pace import Pace
from tabwire.protocol.input import MouseInput
from tabwire.protocol.page_agent.elements import Point
from tabwire.protocol.page_agent.scrolling import Scrolled, ScrollExtent
from tabwire.reading.targets import Element
from tabwire.session.tab import Tab

WHEEL_STEP_PX = 600
WHEEL = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0), "top": (0, -20), "bottom": (0, 20)}
# Lists that grow by themselves hear of their end coming into view after the first frame.
SCROLL_PACE = Pace(frames=2, first_effect_s=0)


async def reveal(tab: Tab, element: Element) -> Observation:
    """Bring an element into view."""

    async def perform(observer: Observer) -> None:
        observer.action_started()
        await ask(element, element.agent.reveal(element.bare_ref))

    seen = await act(tab, element.frame, Revealed(element), perform, SCROLL_PACE)
    return seen.without(Fact.NOTHING_CHANGED)


async def scroll(tab: Tab, element: Element | None, direction: str, amount_px: int | None) -> Observation:
    """Scroll the page, or the part of it that an element is in."""
    frame = element.frame if element else tab.main_frame
    scrolled = Scrolled()

    async def perform(observer: Observer) -> None:
        nonlocal scrolled
        observer.action_started()
        ref = element.bare_ref if element else ""
        scrolled = await frame.agent.scroll(ref, direction=direction, amount_px=amount_px)
        if scrolled.wheel_at:
            await _wheel(tab, scrolled.wheel_at, direction, amount_px)

    seen = await act(tab, frame, PageScrolled(direction), perform, SCROLL_PACE)
    if scrolled.extent is None or not seen.can_be_checked:
        return seen
    now = await frame.agent.scroll_state(scrolled.scroller) or scrolled.extent
    came = _new_content(scrolled.extent, now)
    return replace(seen, did=_reached(direction, scrolled, now)).without(Fact.NOTHING_CHANGED).noting(*came)


async def _wheel(tab: Tab, at: Point, direction: str, amount_px: int | None) -> None:
    """Turn the wheel: maps and canvases scroll by themselves."""
    across, down = WHEEL[direction]
    step = amount_px or WHEEL_STEP_PX
    turn = MouseInput("wheel", at.x, at.y, delta_x=across * step, delta_y=down * step)
    await tab.page.input.mouse([MouseInput("move", at.x, at.y), turn])


def _reached(direction: str, scrolled: Scrolled, now: ScrollExtent) -> PageScrolled:
    moved_px = abs(scrolled.moved_x or scrolled.moved_y)
    if direction in ("left", "right"):
        return PageScrolled(direction, moved_px, now.x, max(now.width - now.view_width, 0))
    return PageScrolled(direction, moved_px, now.y, max(now.height - now.view_height, 0))


def _new_content(before: ScrollExtent, now: ScrollExtent) -> list[ContentCame]:
    grown = now.elements - before.elements
    return [ContentCame(grown)] if now.height > before.height or grown > 0 else []
