"""Readable text of a page, main content first, cut at paragraphs."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from typing import Any

from tabwire.errors import InvalidParams, TabwireError
from tabwire.session.reading.memory import ReadingMemory, TextPages
from tabwire.session.reading.targets import find_element
from tabwire.session.reading.tokens import estimate
from tabwire.session.tab import Frame, Tab

MAX_FRAMES = 50


@dataclass(frozen=True, slots=True)
class ReadableText:
    """Markdown, or the part of it that fitted; `cursor` continues it."""

    url: str
    title: str
    text: str
    cursor: str = ""
    left: int = 0


async def read_text(tab: Tab, target: str, links: bool, max_tokens: int, cursor: str) -> ReadableText:
    """Read a page, one element, or what an earlier answer left out."""
    if cursor:
        pages, at = _kept(tab.reading, cursor)
        return _cut(tab.reading, pages, at, max_tokens)
    if target:
        element = await find_element(tab, target)
        answer = await element.frame.call("text", ref=element.bare_ref, links=links)
        parts = answer["parts"]
    else:
        answer, parts = await _read_all(tab, links)
    paragraphs = [paragraph for part in parts for paragraph in (*part, "---")][:-1]
    pages = TextPages(answer["url"], answer["title"], paragraphs)
    return _cut(tab.reading, pages, 0, max_tokens)


async def _read_all(tab: Tab, links: bool) -> tuple[Any, list[list[str]]]:
    main, *children = tab.frames()
    answer = await main.call("text", links=links)
    readable = [frame for frame in children if not frame.unreadable][:MAX_FRAMES]
    inner = await asyncio.gather(*(_read_frame(frame, links) for frame in readable))
    return answer, [*answer["parts"], *(part for parts in inner for part in parts)]


async def _read_frame(frame: Frame, links: bool) -> list[list[str]]:
    try:
        answer = await frame.call("text", links=links)
    except TabwireError:
        return []
    parts: list[list[str]] = answer["parts"]
    return parts


def _kept(memory: ReadingMemory, cursor: str) -> tuple[TextPages, int]:
    number, _, at = cursor.partition(".")
    pages = memory.texts.get(int(number)) if number.isdigit() else None
    if pages is None or not at.isdigit() or int(at) >= len(pages.paragraphs):
        raise InvalidParams(
            f'The cursor "{cursor}" is of a text that is no longer kept.',
            next_step="Call `text` again and use the cursor it gives.",
        )
    return pages, int(at)


_ITEM = re.compile(r"(?:  )*(?:> )*(?:- |\d+\. )")


def _joined(paragraphs: list[str]) -> str:
    """Put an empty line between paragraphs, none between the items of a list."""
    parts: list[str] = []
    for before, paragraph in zip(["", *paragraphs], paragraphs, strict=False):
        if before:
            parts.append("\n" if _ITEM.match(before) and _ITEM.match(paragraph) else "\n\n")
        parts.append(paragraph)
    return "".join(parts)


def _cut(memory: ReadingMemory, pages: TextPages, start: int, budget: int) -> ReadableText:
    spent = 0
    end = start
    while end < len(pages.paragraphs):
        spent += estimate(pages.paragraphs[end]) + 1
        if spent > budget and end > start:
            break
        end += 1
    text = _joined(pages.paragraphs[start:end])
    left = len(pages.paragraphs) - end
    cursor = f"{memory.keep_text(pages)}.{end}" if left else ""
    return ReadableText(pages.url, pages.title, text, cursor, left)
