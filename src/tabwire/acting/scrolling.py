"""Scroll, and tell how far and whether anything new came."""

from __future__ import annotations

from typing import Any

from tabwire.acting.action import NOTHING, act
from tabwire.acting.aiming import ask, describe
from tabwire.acting.outcome import Outcome
from tabwire.acting.settling import Pace
from tabwire.acting.watch import Watch
from tabwire.engines.facets import MouseInput
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
        await ask(element, "reveal")

    outcome = await act(tab, element.frame, f"scrolled to {describe(element)}", perform, SCROLL_PACE)
    return _without_nothing(outcome)


async def scroll(tab: Tab, element: Element | None, direction: str, amount_px: int | None) -> Outcome:
    """Scroll the page, or the part of it that an element is in."""
    frame = element.frame if element else tab.main_frame
    facts: dict[str, Any] = {}

    async def perform(watch: Watch) -> None:
        watch.action_started()
        ref = element.bare_ref if element else ""
        facts.update(await frame.call("scroll", ref=ref, direction=direction, amountPx=amount_px))
        if not facts["isScrollable"]:
            await _wheel(tab, facts, direction, amount_px)

    outcome = await act(tab, frame, f"scrolled {direction}", perform, SCROLL_PACE)
    if facts and facts["isScrollable"] and outcome.can_be_checked:
        outcome = _without_nothing(outcome)
        outcome.did, now = await _reached(frame, direction, facts)
        outcome.notes += now
    return outcome


async def _wheel(tab: Tab, facts: dict[str, Any], direction: str, amount_px: int | None) -> None:
    """Turn the wheel: maps and canvases scroll by themselves."""
    across, down = WHEEL[direction]
    step = amount_px or WHEEL_STEP_PX
    turn = MouseInput("wheel", facts["x"], facts["y"], delta_x=across * step, delta_y=down * step)
    await tab.page.input.mouse([MouseInput("move", facts["x"], facts["y"]), turn])


async def _reached(frame: Frame, direction: str, before: dict[str, Any]) -> tuple[str, list[str]]:
    now = await frame.call("scrollState", ref=before["scroller"]) or before
    moved = abs(before["movedX"] or before["movedY"])
    is_across = direction in ("left", "right")
    at, size, view = (now["x"], now["width"], now["viewWidth"]) if is_across else (
        now["y"], now["height"], now["viewHeight"])  # fmt: skip
    did = f"scrolled {direction} {moved:g} px, now at {at:g} of {max(size - view, 0):g}"
    if not moved:
        did = f"cannot scroll {direction} any further"
    grown = now["elements"] - before["elements"]
    has_grown = now["height"] > before["height"] or grown > 0
    return did, [f"new content came ({grown:+d} elements)"] if has_grown else []


def _without_nothing(outcome: Outcome) -> Outcome:
    outcome.notes = [note for note in outcome.notes if note != NOTHING]
    return outcome
