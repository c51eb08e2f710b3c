"""Readable text of a page, main content first, cut to a budget."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from tabwire.errors import InvalidParams, TabwireError
from tabwire.protocol.page_agent.reading import FrameText
from tabwire.reading.targets import find_element
from tabwire.rendering.memory import ReadingMemory, TextPages
from tabwire.rendering.pieces import joined, pieces_of
from tabwire.rendering.tokens import estimate
from tabwire.session.tab import Frame, Tab

MAX_FRAMES = 50


@dataclass(frozen=True, slots=True)
class ReadableText:
    """Markdown, or the part of it that fits; `cursor` continues it. `is_cut`: the rest cannot be read."""

    url: str
    title: str
    text: str
    cursor: str = ""
    is_cut: bool = False


async def read_text(tab: Tab, target: str, links: bool, max_tokens: int, cursor: str) -> ReadableText:
    """Read a page, one element, or the rest of an earlier reply."""
    if cursor:
        pages, at = _kept(tab.reading, cursor)
        return _cut(tab.reading, pages, at, max_tokens)
    if target:
        element = await find_element(tab, target)
        answer = await element.frame.agent.text(ref=element.bare_ref, links=links)
        parts = answer.parts
    else:
        answer, parts = await _read_all(tab, links)
    paragraphs = [paragraph for part in parts for paragraph in (*part, "---")][:-1]
    pages = TextPages(answer.url, answer.title, pieces_of(paragraphs), answer.truncated)
    return _cut(tab.reading, pages, 0, max_tokens)


async def _read_all(tab: Tab, links: bool) -> tuple[FrameText, list[list[str]]]:
    main, *children = tab.frames()
    answer = await main.agent.text(links=links)
    inner = await asyncio.gather(*(_read_frame(frame, links) for frame in children[:MAX_FRAMES]))
    return answer, [*answer.parts, *(part for parts in inner for part in parts)]


async def _read_frame(frame: Frame, links: bool) -> list[list[str]]:
    try:
        return (await frame.agent.text(links=links)).parts
    except TabwireError:
        return []


def _kept(memory: ReadingMemory, cursor: str) -> tuple[TextPages, int]:
    number, _, at = cursor.partition(".")
    pages = memory.texts.get(int(number)) if number.isdigit() else None
    if pages is None or not at.isdigit() or int(at) >= len(pages.pieces):
        raise InvalidParams(
            f'The cursor "{cursor}" has expired.',
            next_step="Call `text` again and use its cursor.",
        )
    return pages, int(at)


def _cut(memory: ReadingMemory, pages: TextPages, start: int, budget: int) -> ReadableText:
    spent = 0
    end = start
    while end < len(pages.pieces):
        spent += estimate(pages.pieces[end].text) + 1
        if spent > budget and end > start:
            break
        end += 1
    is_whole = end == len(pages.pieces)
    cursor = "" if is_whole else f"{memory.keep_text(pages)}.{end}"
    text = joined(pages.pieces[start:end])
    return ReadableText(pages.url, pages.title, text, cursor, is_cut=is_whole and pages.is_cut)
