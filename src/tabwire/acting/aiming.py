"""Find the point to act at, in main-frame coordinates, and make sure that a press arrives there."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from tabwire.errors import ElementNotActionable
from tabwire.reading.targets import Element, Question
from tabwire.session.tab import Frame, Tab

ACTIONABLE_WITHIN_S = 5.0
# A press that reached nothing in the page: an open list of the browser itself took it.
NOBODY = "nothing"
# For whoever presses an element as soon as it is found.
AIM = Question("aimNow")


@dataclass(frozen=True)
class Aim:
    """A point of the viewport where an event reaches the element, and the frames that guard it.

    `opens`: the element says that it opens a menu or the like. `rests`: where the mouse is, when another item
    of the same list has come under it there. Where something is dropped, `width` and `height` say how much
    room there is around the point.
    """

    x: float
    y: float
    tag: str
    frames: tuple[Frame, ...]
    opens: bool
    rests: tuple[float, float] | None = None
    width: float = 0
    height: float = 0

    async def missed(self) -> str:
        """Stop guarding; say what got the press instead of the element, or nothing if it arrived."""
        target, *outer = self.frames
        instead = ""
        for frame in outer:
            verdict = await frame.call("releaseGuard")
            instead = instead or prefixed(verdict["instead"], frame)
        verdict = await target.call("releaseGuard")
        return instead or missed_by(verdict, target)


def missed_by(verdict: dict[str, Any], frame: Frame) -> str:
    """Say what got a press instead of its element, as the page agent of its frame saw it."""
    return NOBODY if verdict["isLost"] else prefixed(verdict["instead"], frame)


async def aim_at(element: Element, *, careful: bool = False, guard: bool = True, drop: bool = False) -> Aim:
    """Wait until the element can be acted on, scroll it into view, and return the point."""
    limit_ms = ACTIONABLE_WITHIN_S * 1000
    known = element.answers.get(AIM.name) if guard and not careful else None
    facts = known or await ask(element, "aim", limitMs=limit_ms, careful=careful, guard=guard, drop=drop)
    x, y = facts["x"], facts["y"]
    frames = [element.frame]
    frame = element.frame
    while frame.parent is not None:
        holder = await frame.owner_ref()
        frame = frame.parent
        point = await frame.call("aimThroughFrame", ref=holder, x=x, y=y)
        x, y = point["x"], point["y"]
        frames.append(frame)
    rests = facts["rests"] and (x - facts["x"] + facts["rests"]["x"], y - facts["y"] + facts["rests"]["y"])
    width, height = facts.get("width", 0), facts.get("height", 0)
    return Aim(x, y, facts["tag"], tuple(frames), facts["opens"], rests, width, height)


async def frame_at(tab: Tab, x: float, y: float) -> Frame:
    """Return the innermost frame at a point of the viewport."""
    frame = tab.main_frame
    while inner := await _inner_frame(tab, frame, {"x": x, "y": y}):
        box = await frame.call("box", ref=await inner.owner_ref())
        x, y, frame = x - box["contentX"], y - box["contentY"], inner
    return frame


async def focused_frame(tab: Tab) -> Frame:
    """Return the frame that keys go to."""
    frame = tab.main_frame
    while inner := await _inner_frame(tab, frame, None):
        frame = inner
    return frame


async def _inner_frame(tab: Tab, frame: Frame, point: dict[str, float] | None) -> Frame | None:
    holder = (await frame.call("innerFrame", point=point))["holder"]
    if not holder:
        return None
    inside = [inner for inner in tab.frames() if inner.parent and inner.parent.id == frame.id]
    for inner in inside:
        if await inner.owner_ref() == holder:
            return inner
    return None


async def ask(element: Element, name: str, **arguments: Any) -> Any:
    """Call a function of the page agent on an element; a refusal names the element as callers do."""
    try:
        return await element.frame.call(name, ref=element.bare_ref, **arguments)
    except ElementNotActionable as error:
        why = prefixed(str(error.data.get("why") or "not ready"), element.frame)
        next_step = instead_of(element, error.data.get("meant")) or error.next_step
        raise ElementNotActionable(f"{describe(element)} is {why}.", next_step=next_step) from error


def instead_of(element: Element, meant: Any) -> str:
    """Name the field that was meant by something that is no field, if the page agent found one."""
    if not meant:
        return ""
    field = Element(element.frame, meant["ref"], meant["role"], meant["name"])
    return f"Use {describe(field)}, the field beside it."


def describe(element: Element) -> str:
    """Return an element as replies name it: ref, role and name."""
    name = element.name if len(element.name) <= 60 else element.name[:60] + "…"
    return f'{element.ref} {element.role} "{name}"' if name else f"{element.ref} {element.role}"


def prefixed(words: str, frame: Frame) -> str:
    """Give the ref at the end of what the page agent says its frame's prefix."""
    return re.sub(r"(?<= )e\d+$", lambda ref: frame.prefix + ref[0], words)
