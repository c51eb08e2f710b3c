"""Finding rows of a page by text, role or pattern."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from tabwire.errors import TabwireError
from tabwire.protocol.page_agent.reading import FrameMatches, Summary
from tabwire.rendering import toon
from tabwire.rendering.tokens import estimate
from tabwire.session.tab import Frame, Tab

MAX_PER_FRAME = 50


@dataclass(frozen=True, slots=True)
class Match:
    """One row that matches a search, and where it is."""

    ref: str
    role: str
    name: str
    states: str
    where: str

    def cells(self) -> tuple[str, ...]:
        """Return the match as the cells of a row."""
        return (self.ref, self.role, self.name, self.states, self.where)


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found; `total` includes matches that are not listed."""

    matches: tuple[Match, ...]
    total: int


async def search(tab: Tab, text: str, role: str, regex: str, max_tokens: int) -> Found:
    """Search every frame; list as many matches as fit."""

    async def search_frame(frame: Frame) -> FrameMatches:
        first = tab.reading.first_ref(frame.prefix)
        answer = await frame.agent.find(text=text, role=role, regex=regex, limit=MAX_PER_FRAME, first=first)
        tab.reading.note_assigned(frame.prefix, answer.next)
        return answer

    frames = tab.frames()
    answers = await asyncio.gather(*(_search_whole(frame, search_frame) for frame in frames))
    matches = [
        _match(frame, row) for frame, answer in zip(frames, answers, strict=True) for row in answer.found
    ]
    return Found(_within(matches, max_tokens), sum(answer.total for answer in answers))


async def _search_whole(
    frame: Frame, search_frame: Callable[[Frame], Awaitable[FrameMatches]]
) -> FrameMatches:
    """Search a frame; search again if the engine found something that scripts cannot see."""
    try:
        answer, is_incomplete = await asyncio.gather(search_frame(frame), frame.scan_unseen())
        is_incomplete |= await frame.scan_elements(answer.unseen)
        return await search_frame(frame) if is_incomplete else answer
    except TabwireError:
        if not frame.prefix:
            raise
        return FrameMatches(0)


def _match(frame: Frame, row: Summary) -> Match:
    return Match(f"{frame.prefix}{row.ref}", row.role, row.name, row.states, row.where)


def _within(matches: list[Match], budget: int) -> tuple[Match, ...]:
    spent = 0
    for at, match in enumerate(matches):
        spent += estimate(toon.row(match.cells()))
        if spent > budget and at:
            return tuple(matches[:at])
    return tuple(matches)
