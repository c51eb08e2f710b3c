"""Find the point to act at, in main-frame coordinates, and make sure that a press arrives there."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass
from typing import TypeVar

from tabwire.acting.looks import seen_in
from tabwire.acting.wording import not_actionable
from tabwire.errors import ElementNotActionable
from tabwire.protocol.page_agent import PageAgent
from tabwire.protocol.page_agent.aiming import PressVerdict
from tabwire.protocol.page_agent.elements import ElementLook, Point
from tabwire.reading.targets import Element, Question
from tabwire.session.tab import Frame, Tab

ACTIONABLE_WITHIN_S = 5.0
# For whoever presses an element as soon as it is found.
AIM = Question(PageAgent.aim_now)

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Aim:
    """A point of the viewport where an event reaches the element, and the frames that guard it.

    `opens`: the element says that it opens a menu or the like. `rests`: where the mouse is, when another item
    of the same list has come under it there. Where something is dropped, `width` and `height` say how much
    room there is around the point.
    """

    x: float
    y: float
    frames: tuple[Frame, ...]
    opens: bool
    rests: Point | None = None
    width: float = 0
    height: float = 0

    async def missed(self) -> Missed | None:
        """Stop guarding; return what is known of the press if it did not reach the element."""
        target, *outer = self.frames
        missed: Missed | None = None
        for frame in (*outer, target):
            verdict = await frame.agent.release_guard()
            missed = missed or missed_in(frame, verdict)
        return missed


@dataclass(frozen=True)
class Missed:
    """A press that did not reach its element, and what got it instead.

    That is None when nothing in the page did: an open list of the browser itself took it.
    """

    instead: ElementLook | None


def missed_in(frame: Frame, verdict: PressVerdict) -> Missed | None:
    """Return what the page agent of a frame says of a press that missed."""
    return Missed(verdict.instead and seen_in(frame, verdict.instead)) if verdict.has_missed else None


async def aim_at(element: Element, *, careful: bool = False, guard: bool = True, drop: bool = False) -> Aim:
    """Wait until the element can be acted on, scroll it into view, and return the point."""
    limit_ms = ACTIONABLE_WITHIN_S * 1000
    aimed = element.answer_to(PageAgent.aim_now) if guard and not careful else None
    if aimed is None:
        aiming = element.agent.aim(
            element.bare_ref, limit_ms=limit_ms, careful=careful, guard=guard, drop=drop
        )
        aimed = await ask(element, aiming)
    x, y = aimed.x, aimed.y
    frames = [element.frame]
    frame = element.frame
    while frame.parent is not None:
        holder = await frame.owner_ref()
        frame = frame.parent
        try:
            point = await frame.agent.aim_through_frame(holder, x=x, y=y)
        except ElementNotActionable as error:
            raise not_actionable(error, frame, None) from error
        x, y = point.x, point.y
        frames.append(frame)
    rests = aimed.rests and Point(x - aimed.x + aimed.rests.x, y - aimed.y + aimed.rests.y)
    return Aim(x, y, tuple(frames), aimed.opens, rests, aimed.width, aimed.height)


async def frame_at(tab: Tab, x: float, y: float) -> Frame:
    """Return the innermost frame at a point of the viewport."""
    frame = tab.main_frame
    while inner := await _inner_frame(tab, frame, Point(x, y)):
        box = await frame.agent.box(await inner.owner_ref())
        x, y, frame = x - box.content_x, y - box.content_y, inner
    return frame


async def focused_frame(tab: Tab) -> Frame:
    """Return the frame that keys go to."""
    frame = tab.main_frame
    while inner := await _inner_frame(tab, frame, None):
        frame = inner
    return frame


async def _inner_frame(tab: Tab, frame: Frame, point: Point | None) -> Frame | None:
    holder = await frame.agent.inner_frame(point)
    if not holder:
        return None
    inside = [inner for inner in tab.frames() if inner.parent and inner.parent.id == frame.id]
    for inner in inside:
        if await inner.owner_ref() == holder:
            return inner
    return None


async def ask(element: Element, call: Awaitable[Answer]) -> Answer:
    """Return what the page agent answers about an element; a refusal names the element as callers do."""
    try:
        return await call
    except ElementNotActionable as error:
        raise not_actionable(error, element.frame, element) from error
