"""Frames, for callers who ask by frame; refs reach into every frame without it."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from tabwire.reading.frames import choose_frame, leave_frame, name_of
from tabwire.registry import Effect, command
from tabwire.results.frames import FrameChosen, FrameList, FrameRow
from tabwire.session.tab import Frame, Tab


def _row(frame: Frame) -> FrameRow:
    return FrameRow(frame=name_of(frame), parent=name_of(frame.parent) if frame.parent else "", url=frame.url)


@command(Effect.READ)
async def frames(tab: Tab) -> FrameList:
    """List the frames of the page. Refs such as f2e7 reach into them without switching."""
    return FrameList(frames=tuple(_row(frame) for frame in tab.frames()))


@command(Effect.ACT)
async def switch_frame(
    tab: Tab,
    frame: Annotated[str, Field(min_length=1, description="Id (f1), part of its address, or target.")],
) -> FrameChosen:
    """Look for targets in one frame only, until `main_frame` or another page."""
    chosen = await choose_frame(tab, frame)
    return FrameChosen(frame=name_of(chosen), url=chosen.url)


@command(Effect.ACT)
async def main_frame(tab: Tab) -> FrameChosen:
    """Look for targets in the whole page again."""
    leave_frame(tab)
    main = tab.main_frame
    return FrameChosen(frame=name_of(main), url=main.url)
