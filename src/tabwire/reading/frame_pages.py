"""Read all frames of a page, and put their blocks in order."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterator
from dataclasses import dataclass, field

from tabwire.errors import TabwireError
from tabwire.protocol.page_agent.reading import FrameSnapshot
from tabwire.rendering.blocks import Block, Row, block_of
from tabwire.rendering.memory import ReadingMemory
from tabwire.session.tab import Frame, Tab

MAX_FRAMES = 200
MAX_SHADOW_DEPTH = 5
MAX_URL_CHARS = 100
ERROR_PAGE = "chrome-error:"


@dataclass(slots=True)
class FramePage:
    """One frame as its agent described it."""

    frame: Frame
    url: str = ""
    title: str = ""
    blocks: list[Block] = field(default_factory=list)
    truncated: bool = False
    # About how many elements were not read because the reply was full.
    unread: int = 0
    unreadable: str = ""
    height: int = 0
    scrolled: int = 0
    total: int = 0


async def read_frame(
    frame: Frame, memory: ReadingMemory, mode: str, *, ref: str = "", enough: int = 0
) -> FramePage:
    """Read one frame, at most `enough` characters of a huge one; an unreadable frame gives the reason."""
    if frame.url.startswith(ERROR_PAGE):
        return FramePage(frame, frame.url, unreadable="its address did not load")

    def snapshot() -> Awaitable[FrameSnapshot]:
        first, prefix = memory.first_ref(frame.prefix), frame.prefix
        return frame.agent.snapshot(mode=mode, first=first, prefix=prefix, ref=ref, enough=enough)

    await frame.wait_for_first_scan()
    read, is_incomplete = await asyncio.gather(snapshot(), frame.scan_unseen())
    for _ in range(MAX_SHADOW_DEPTH):
        # The page agent lists each element only once, so scan all of them.
        is_incomplete |= await frame.scan_elements(read.unseen)
        if not is_incomplete:
            break
        read, is_incomplete = await snapshot(), False
    memory.note_assigned(frame.prefix, read.next)
    return FramePage(
        frame,
        read.url,
        read.title,
        [block_of(block, frame.prefix) for block in read.blocks],
        read.truncated,
        read.unread,
        height=int(read.height),
        scrolled=int(read.scrolled),
        total=int(read.total),
    )


async def _read_child(frame: Frame, memory: ReadingMemory, mode: str) -> tuple[str, FramePage] | None:
    """Read a child frame and find the ref of the element that contains it."""
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
    """Read the main frame, and the others by the ref of the element that contains them."""
    main, *children = tab.frames()
    page = await read_frame(main, memory, mode, enough=enough)
    readable = children[:MAX_FRAMES]
    found = await asyncio.gather(*(_read_child(frame, memory, mode) for frame in readable))
    return page, dict(item for item in found if item is not None)


def in_order(page: FramePage, children: dict[str, FramePage]) -> Iterator[Block]:
    """Yield the blocks of a page with each frame's blocks right after the element that contains it."""
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
