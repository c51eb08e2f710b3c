"""Choosing one frame to work in, for callers who think in frames. Refs need none of this."""

from __future__ import annotations

from tabwire.errors import ElementNotFound, TabwireError
from tabwire.reading.targets import find_element
from tabwire.session.tab import Frame, Tab

MAIN = "main"


def name_of(frame: Frame) -> str:
    """Return the name of a frame as callers write it."""
    return frame.prefix or MAIN


async def choose_frame(tab: Tab, wanted: str) -> Frame:
    """Look for targets in one frame only: named by its id, a part of its address, or its element."""
    frames = tab.frames()
    found = [frame for frame in frames if name_of(frame) == wanted]
    found = found or [frame for frame in frames[1:] if wanted in frame.url]
    found = found or await _held_by(tab, frames[1:], wanted)
    if len(found) != 1:
        raise ElementNotFound(
            f'{len(found) or "No"} frames match "{wanted}".',
            next_step="Pass one of the ids that `frames` lists.",
            frames=[f"{name_of(frame)} {frame.url[:100]}" for frame in frames],
        )
    tab.scope = found[0].prefix
    return found[0]


async def _held_by(tab: Tab, frames: list[Frame], target: str) -> list[Frame]:
    """Find the frame that an element holds."""
    tab.scope = None
    try:
        holder = await find_element(tab, target)
    except TabwireError:
        return []
    inside = [frame for frame in frames if frame.parent and frame.parent.id == holder.frame.id]
    return [frame for frame in inside if await frame.owner_ref() == holder.bare_ref]


def leave_frame(tab: Tab) -> None:
    """Look for targets in every frame again."""
    tab.scope = None
