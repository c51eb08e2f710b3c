"""Click, hover, drag: what a hand on a mouse or a finger on a screen does."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from tabwire.acting import done
from tabwire.acting.action import act
from tabwire.acting.aiming import Aim, aim_at, frame_at
from tabwire.acting.done import Button
from tabwire.acting.notes import Fact
from tabwire.acting.observation import Observation
from tabwire.acting.observer import Observer
from tabwire.acting.pace import Pace
from tabwire.acting.wording import moved_away
from tabwire.engines.page_events import DragStarted, PageEvent
from tabwire.errors import ElementStale
from tabwire.protocol.input import MouseInput
from tabwire.protocol.page_agent.elements import Point
from tabwire.reading.targets import Element, find_element
from tabwire.session.tab import Tab

HELD = {"left": 1, "right": 2, "middle": 4}
TRIES = 4
DRAG_STEPS = 8
# Pages take a press for a drag after 3 to 5 px.
TUG_PX = 6
PAST_MIDDLE_PX = 2
ROOM_TO_PASS_PX = 12
HOVER_PACE = Pace(first_effect_s=0.05)


async def click(
    tab: Tab,
    element: Element,
    button: Button = "left",
    count: int = 1,
    modifiers: int = 0,
    pace: Pace = Pace(),  # noqa: B008
) -> Observation:
    """Click an element; when it moved away under the press, aim again."""
    aimed = element
    tries = iter(range(TRIES))

    async def perform(observer: Observer) -> None:
        nonlocal aimed
        for attempt in tries:
            try:
                aim = await aim_at(aimed, careful=attempt > 0)
            except ElementStale:
                # Drawn anew since it was found: the ref leads to what took its place, if anything did.
                aimed = await find_element(tab, element.ref)
                continue
            observer.action_started(opens_popup=aim.opens)
            await _move_on(tab, aim)
            await tab.page.input.mouse(press_at(aim.x, aim.y, button, count, modifiers))
            if await observer.press_arrived(aimed, aim):
                return
        instead = observer.missed.instead if observer.missed else None
        raise moved_away(element, instead, is_repeated=True)

    return await act(tab, element.frame, done.Clicked(element, button, count), perform, pace)


async def _move_on(tab: Tab, aim: Aim) -> None:
    """Move a little where the mouse rests, as a hand does first, if a list has opened under it there.

    Lists take the first move for one over the item that was under the mouse.
    """
    if aim.rests is not None:
        await tab.page.input.mouse([MouseInput("move", aim.rests.x + 1, aim.rests.y)])


def press_at(x: float, y: float, button: Button, count: int, modifiers: int) -> Sequence[MouseInput]:
    """Return the events of one, two or three clicks at a point."""
    inputs = [MouseInput("move", x, y, modifiers=modifiers)]
    for number in range(1, count + 1):
        inputs.append(MouseInput("press", x, y, button, HELD[button], number, modifiers))
        inputs.append(MouseInput("release", x, y, button, 0, number, modifiers))
    return inputs


async def click_at(tab: Tab, x: float, y: float, button: Button, count: int) -> Observation:
    """Click a point of the viewport, whatever is there."""
    frame = await frame_at(tab, x, y)

    async def perform(observer: Observer) -> None:
        await frame.agent.watch_effects("")
        observer.action_started()
        await tab.page.input.mouse(press_at(x, y, button, count, 0))

    return await act(tab, frame, done.ClickedAt(x, y, button, count), perform)


async def hover_at(tab: Tab, x: float, y: float) -> Observation:
    """Move the mouse to a point of the viewport, whatever is there."""
    frame = await frame_at(tab, x, y)

    async def perform(observer: Observer) -> None:
        await frame.agent.watch_effects("")
        observer.action_started()
        await tab.page.input.mouse([MouseInput("move", x, y)])

    return _hovered(await act(tab, frame, done.HoveredAt(x, y), perform, HOVER_PACE))


async def hover(tab: Tab, element: Element) -> Observation:
    """Move the mouse over an element."""

    async def perform(observer: Observer) -> None:
        aim = await aim_at(element, guard=False)
        observer.action_started(opens_popup=aim.opens)
        await _move_on(tab, aim)
        await tab.page.input.mouse([MouseInput("move", aim.x, aim.y)])

    return _hovered(await act(tab, element.frame, done.Hovered(element), perform, HOVER_PACE))


def _hovered(seen: Observation) -> Observation:
    """Never say that nothing changed: style sheets show and hide things on hovering without any event."""
    return seen.without(Fact.NOTHING_CHANGED)


async def drag(tab: Tab, source: Element, destination: Element) -> Observation:
    """Drag one element on to another, with the mouse; drag and drop follows when the page starts one."""

    async def perform(observer: Observer) -> None:
        start = await aim_at(source, guard=False)
        end = await aim_at(destination, guard=False, drop=True)
        # Aiming at the second may have scrolled the first away.
        start = await aim_at(source, guard=False)
        observer.action_started()
        await _drag(tab, [start, _past_middle(start, end)])

    return await act(tab, destination.frame, done.Dragged(source, destination), perform)


async def drag_at(tab: Tab, points: Sequence[Point]) -> Observation:
    """Drag from the first point of the viewport to the last, through all others, whatever is there."""
    frame = await frame_at(tab, points[0].x, points[0].y)

    async def perform(observer: Observer) -> None:
        await frame.agent.watch_effects("")
        observer.action_started()
        await _drag(tab, points)

    return await act(tab, frame, done.DraggedAt(points), perform)


def _past_middle(start: Aim, end: Aim) -> Point:
    """Return a point a little further on: lists that are sorted take the middle itself for not yet there."""
    return Point(
        end.x + _further(end.x - start.x, end.width),
        end.y + _further(end.y - start.y, end.height),
    )


def _further(way_px: float, room_px: float) -> float:
    return math.copysign(PAST_MIDDLE_PX, way_px) if way_px and room_px >= ROOM_TO_PASS_PX else 0


async def _drag(tab: Tab, points: Sequence[Point | Aim]) -> None:
    start, end = points[0], points[-1]
    started: list[DragStarted] = []

    def notice(event: PageEvent) -> None:
        if isinstance(event, DragStarted):
            started.append(event)

    send = tab.page.input
    unsubscribe = tab.page.events.subscribe(notice)
    await send.catch_drags(True)
    try:
        await send.mouse(
            [MouseInput("move", start.x, start.y), MouseInput("press", start.x, start.y, "left", 1, 1)]
        )
        for x, y in _way(points):
            await send.mouse([MouseInput("move", x, y, "left", 1)])
            if started:
                break
        if started:
            for kind in ("enter", "over", "over", "drop"):
                await send.drag(kind, end.x, end.y, started[0].data)
        await send.mouse([MouseInput("release", end.x, end.y, "left", 0, 1)])
    finally:
        unsubscribe()
        await send.catch_drags(False)


def _way(points: Sequence[Point | Aim]) -> list[tuple[float, float]]:
    """Return where the mouse moves, piece by piece; first a small tug that starts drags with a threshold."""
    steps = max(DRAG_STEPS // (len(points) - 1), 1)
    shares = [step / steps for step in range(1, steps + 1)]
    way: list[tuple[float, float]] = []
    for start, end in pairwise(points):
        across, down = end.x - start.x, end.y - start.y
        tug = [] if way else [min(TUG_PX / (math.hypot(across, down) or 1), 1)]
        passed = [*tug, *(share for share in shares if share > sum(tug))]
        way += [(start.x + across * share, start.y + down * share) for share in passed]
    return [*way, (points[-1].x, points[-1].y)]


async def tap(tab: Tab, element: Element) -> Observation:
    """Tap an element with a finger."""

    async def perform(observer: Observer) -> None:
        if observer.missed is None:
            aim = await aim_at(element)
            observer.action_started(opens_popup=aim.opens)
            await tab.page.input.touch([[(aim.x, aim.y)]])
            if await observer.press_arrived(element, aim):
                return
        instead = observer.missed.instead if observer.missed else None
        raise moved_away(element, instead, is_repeated=False)

    return await act(tab, element.frame, done.Tapped(element), perform)


async def swipe(tab: Tab, element: Element, across_px: float, down_px: float) -> Observation:
    """Swipe over an element with a finger."""

    async def perform(observer: Observer) -> None:
        aim = await aim_at(element, guard=False)
        steps = range(DRAG_STEPS + 1)
        path = [(aim.x + across_px * n / DRAG_STEPS, aim.y + down_px * n / DRAG_STEPS) for n in steps]
        observer.action_started()
        await tab.page.input.touch([path])

    return await act(tab, element.frame, done.Swiped(element), perform)
