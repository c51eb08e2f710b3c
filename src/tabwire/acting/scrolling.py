"""Scroll, and tell how far and whether anything new came."""

from __future__ import annotations

from tabwire.acting.action import NOTHING, act
from tabwire.acting.aiming import ask, describe
from tabwire.acting.outcome import Outcome
from tabwire.acting.settling import Pace
from tabwire.acting.watch import Watch
from tabwire.protocol.input import MouseInput
from tabwire.protocol.page_agent.elements import Point
from tabwire.protocol.page_agent.scrolling import Scrolled, ScrollExtent
from tabwire.reading.targets import Element
from tabwire.session.tab import Frame, Tab

WHEEL_STEP_PX = 600
WHEEL = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0), "top": (0, -20), "bottom": (0, 20)}
# Lists that grow by themselves hear of their end coming into view after the first frame.
SCROLL_PACE = Pace(frames=2, first_effect_s=0)


async def reveal(tab: Tab, element: Element) -> Outcome:
    """Bring an element into view."""

    async def perform(watch: Watch) -> None:
        watch.action_started()
        await ask(element, element.agent.reveal(element.bare_ref))

    outcome = await act(tab, element.frame, f"scrolled to {describe(element)}", perform, SCROLL_PACE)
    return _without_nothing(outcome)


async def scroll(tab: Tab, element: Element | None, direction: str, amount_px: int | None) -> Outcome:
    """Scroll the page, or the part of it that an element is in."""
    frame = element.frame if element else tab.main_frame
    scrolled = Scrolled()

    async def perform(watch: Watch) -> None:
        nonlocal scrolled
        watch.action_started()
        ref = element.bare_ref if element else ""
        scrolled = await frame.agent.scroll(ref, direction=direction, amount_px=amount_px)
        if scrolled.wheel_at:
            await _wheel(tab, scrolled.wheel_at, direction, amount_px)

    outcome = await act(tab, frame, f"scrolled {direction}", perform, SCROLL_PACE)
    if scrolled.extent and outcome.can_be_checked:
        outcome = _without_nothing(outcome)
        outcome.did, now = await _reached(frame, direction, scrolled, scrolled.extent)
        outcome.notes += now
    return outcome


async def _wheel(tab: Tab, at: Point, direction: str, amount_px: int | None) -> None:
    """Turn the wheel: maps and canvases scroll by themselves."""
    across, down = WHEEL[direction]
    step = amount_px or WHEEL_STEP_PX
    turn = MouseInput("wheel", at.x, at.y, delta_x=across * step, delta_y=down * step)
    await tab.page.input.mouse([MouseInput("move", at.x, at.y), turn])


async def _reached(
    frame: Frame, direction: str, scrolled: Scrolled, before: ScrollExtent
) -> tuple[str, list[str]]:
    now = await frame.agent.scroll_state(scrolled.scroller) or before
    moved = abs(scrolled.moved_x or scrolled.moved_y)
    is_across = direction in ("left", "right")
    at, size, view = (now.x, now.width, now.view_width) if is_across else (
        now.y, now.height, now.view_height)  # fmt: skip
    did = f"scrolled {direction} {moved:g} px, now at {at:g} of {max(size - view, 0):g}"
    if not moved:
        did = f"cannot scroll {direction} any further"
    grown = now.elements - before.elements
    has_grown = now.height > before.height or grown > 0
    return did, [f"new content came ({grown:+d} elements)"] if has_grown else []


def _without_nothing(outcome: Outcome) -> Outcome:
    outcome.notes = [note for note in outcome.notes if note != NOTHING]
    return outcome
