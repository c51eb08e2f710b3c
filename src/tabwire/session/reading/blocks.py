"""What the page agent sends about a page, and its frames put together in one order."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tabwire.errors import TabwireError
from tabwire.session.reading.memory import ReadingMemory, Seen
from tabwire.session.tab import Frame, Tab

MAX_FRAMES = 200
MAX_SHADOW_DEPTH = 5
MAX_URL_CHARS = 100
ERROR_PAGE = "chrome-error:"
_LAST_REF = re.compile(r" (?:f\d+)?e\d+\b.*$")


@dataclass(slots=True)
class Row:
    """One element, or one stretch of text (no ref)."""

    ref: str
    role: str
    name: str
    states: str
    top: int
    holds_frame: bool = False

    def seen(self, ref: str) -> Seen | None:
        """Return what a ref on this row stands for: the row itself, or a link in its text."""
        if self.ref:
            return Seen(self.role, self.name) if self.ref == ref else None
        found = re.search(rf"([^\[\]]*)(?: |\[){ref}[\] ]", self.name)
        return Seen("link", found.group(1).strip()) if found else None


@dataclass(slots=True)
class Table:
    """A repeated structure, folded."""

    ref: str
    role: str
    columns: list[str]
    rows: list[list[str]]
    top: int
    end: int

    def top_of(self, row: int) -> int:
        """Estimate where a row begins: rows are taken to be of one height."""
        return self.top + (self.end - self.top) * row // max(1, len(self.rows) - 1)

    def seen(self, ref: str) -> Seen | None:
        """Return what a ref in a cell stands for; the column's name tells the role."""
        own = re.compile(rf"(.*?) ?\b{ref}\b")
        for row in self.rows:
            for column, cell in zip(self.columns, row, strict=True):
                found = own.match(cell) if ref in cell else None
                if found:
                    return Seen(self._told(column, row), found.group(1))
        return None

    def _told(self, column: str, row: list[str]) -> str:
        """Return a column's name for one row: "Buy {Article}" names what that row says under "Article"."""
        for other, cell in zip(self.columns, row, strict=True):
            column = column.replace(f"{{{other}}}", _LAST_REF.sub("", cell))
        return column


Block = Row | Table


@dataclass(slots=True)
class FramePage:
    """One frame as its agent described it."""

    frame: Frame
    url: str = ""
    title: str = ""
    blocks: list[Block] = field(default_factory=list)
    truncated: bool = False
    # How many elements, about, were not looked at because there was enough for the reply.
    unread: int = 0
    unreadable: str = ""
    height: int = 0
    scrolled: int = 0
    total: int = 0


def parse_block(raw: Any, prefix: str) -> Block:
    """Read one block of the agent's answer; inside text and cells refs carry their prefix already."""
    if isinstance(raw, dict):
        ref = prefix + raw["ref"]
        return Table(ref, raw["role"], raw["columns"], raw["rows"], raw["top"], raw["end"])
    ref, role, name, states, top, *rest = raw
    return Row(prefix + ref if ref else "", role, name, states, top, bool(rest))


async def read_frame(
    frame: Frame, memory: ReadingMemory, mode: str, *, ref: str = "", enough: int = 0
) -> FramePage:
    """Read one frame, a monster only until that is `enough`; one that cannot be read says why."""
    if frame.unreadable or frame.url.startswith(ERROR_PAGE):
        return FramePage(frame, frame.url, unreadable=frame.unreadable or "its address did not load")
    arguments = {"mode": mode, "first": memory.first_ref(frame.prefix), "prefix": frame.prefix}
    if ref:
        arguments["ref"] = ref
    if enough:
        arguments["enough"] = enough
    await frame.revealed_since_load()
    answer, is_incomplete = await asyncio.gather(frame.call("snapshot", **arguments), frame.reveal())
    for _ in range(MAX_SHADOW_DEPTH):
        # Each element is named once: to forget one is to miss what is in it.
        is_incomplete |= await frame.see_into(answer["unseen"])
        if not is_incomplete:
            break
        answer, is_incomplete = await frame.call("snapshot", **arguments), False
    memory.handed_out(frame.prefix, answer["next"])
    return FramePage(
        frame,
        answer["url"],
        answer["title"],
        [parse_block(raw, frame.prefix) for raw in answer["blocks"]],
        answer["truncated"],
        answer["unread"],
        height=answer["height"],
        scrolled=answer["scrolled"],
        total=answer["total"],
    )


async def _read_child(frame: Frame, memory: ReadingMemory, mode: str) -> tuple[str, FramePage] | None:
    """Read a child frame and find the ref of the element that holds it."""
    try:
        owner = await frame.owner_ref()
    except TabwireError:
        return None
    prefix = frame.parent.prefix if frame.parent else ""
    try:
        page = await read_frame(frame, memory, mode)
    except TabwireError as error:
        page = FramePage(frame, frame.url, unreadable=error.message)
    return f"{prefix}{owner}", page


async def read_frames(
    tab: Tab, memory: ReadingMemory, mode: str, enough: int
) -> tuple[FramePage, dict[str, FramePage]]:
    """Read the tab: the main frame, and the others by the ref of the element that holds them."""
    main, *children = tab.frames()
    page = await read_frame(main, memory, mode, enough=enough)
    readable = children[:MAX_FRAMES]
    found = await asyncio.gather(*(_read_child(frame, memory, mode) for frame in readable))
    return page, dict(item for item in found if item is not None)


def in_order(page: FramePage, children: dict[str, FramePage]) -> Iterator[Block]:
    """Yield the blocks of a page with each frame's blocks right after the element that holds it."""
    for block in page.blocks:
        if not isinstance(block, Row) or not block.holds_frame:
            yield block
            continue
        inner = children.get(block.ref)
        yield _frame_row(block, inner)
        if inner is not None:
            yield from in_order(inner, children)


def _frame_row(row: Row, inner: FramePage | None) -> Row:
    reason = "not loaded" if inner is None else inner.unreadable
    url = "" if reason or inner is None or row.name else f"url={inner.url[:MAX_URL_CHARS]}"
    states = " ".join(filter(None, (row.states, url, f"unreadable={reason}" if reason else "")))
    return Row(row.ref, row.role, row.name, states, row.top, True)
