"""Choose one frame to work in, for callers that work by frame. Refs do not need this."""

from __future__ import annotations

from tabwire.errors import ElementNotFound, TabwireError
from tabwire.reading.targets import find_element
from tabwire.session.tab import Frame, Tab

MAIN = "main"


def name_of(frame: Frame) -> str:
    """Return the name of a frame as callers write it."""
    return frame.prefix or MAIN


async def choose_frame(tab: Tab, wanted: str) -> Frame:
    """Find targets only in one frame, given by its id, part of its address, or its element."""
    frames = tab.frames()
    found = [frame for frame in frames if name_of(frame) == wanted]
    found = found or [frame for frame in frames[1:] if wanted in frame.url]
    found = found or await _held_by(tab, frames[1:], wanted)
    if len(found) != 1:
        raise ElementNotFound(
            f'{len(found) or "No"} frames match "{wanted}".',
            next_step="Pass one of the ids from `frames`.",
            frames=[f"{name_of(frame)} {frame.url[:100]}" for frame in frames],
        )
    tab.scope = found[0].prefix
    return found[0]


async def _held_by(tab: Tab, frames: list[Frame], target: str) -> list[Frame]:
    """Find the frame that an element contains."""
    tab.scope = None
    try:
        holder = await find_element(tab, target)
    except TabwireError:
        return []
    inside = [frame for frame in frames if frame.parent and frame.parent.id == holder.frame.id]
    return [frame for frame in inside if await frame.owner_ref() == holder.bare_ref]


def leave_frame(tab: Tab) -> None:
    """Find targets in all frames again."""
    tab.scope = None
