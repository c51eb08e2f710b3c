"""The page as a small text: what `snapshot` answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tabwire.errors import InvalidParams
from tabwire.reading.frame_pages import FramePage, in_order, read_frame, read_frames
from tabwire.reading.targets import find_element
from tabwire.rendering import toon
from tabwire.rendering.blocks import Block
from tabwire.rendering.lines import Line, Rendering, Rest, cut, lines_of, start_in_view, text_of
from tabwire.rendering.memory import ReadingMemory
from tabwire.session.tab import Tab

DEFAULT_TOKENS = 8000
MIN_TOKENS = 50
MAX_URL_CHARS = 300
# More than fit into a token, so that a page which is read only so far fills its reply.
CHARS_PER_TOKEN = 6
# What it costs to say that something was left out.
LEFT_TOKENS = 50

Mode = Literal["auto", "interactive", "full"]


@dataclass(frozen=True, slots=True)
class PageText:
    """A page as TOON, or the part of it that fitted; `cursor` continues it."""

    url: str
    title: str
    text: str
    cursor: str = ""


async def read_page(
    tab: Tab, mode: Mode = "auto", max_tokens: int = DEFAULT_TOKENS, target: str = "", cursor: str = ""
) -> PageText:
    """Read a tab, one element of it, or what an earlier answer left out."""
    memory = tab.reading
    budget = max(MIN_TOKENS, max_tokens)
    if cursor:
        return await _continued(tab, memory, cursor, budget)
    if target:
        rendering = await _render_element(tab, memory, mode, target)
    else:
        rendering = await _render_tab(tab, memory, mode, budget * CHARS_PER_TOKEN)
    start = start_in_view(rendering.lines, rendering.height)
    return _cut_snapshot(memory, rendering, 0 if _fits(rendering, budget) else start, budget)


async def _render_tab(tab: Tab, memory: ReadingMemory, mode: str, enough: int = 0) -> Rendering:
    document = tab.page.main_loader()
    page, children = await read_frames(tab, memory, mode, enough)
    memory.told_of = document
    blocks = list(in_order(page, children))
    rendering = _rendering(memory, page, blocks)
    if page.unread:
        rendering.rest = Rest(document, mode, page.unread)
    return rendering


async def _render_element(tab: Tab, memory: ReadingMemory, mode: Mode, target: str) -> Rendering:
    element = await find_element(tab, target)
    page = await read_frame(element.frame, memory, mode, ref=element.bare_ref)
    page.total = 0
    return _rendering(memory, page, page.blocks)


def _rendering(memory: ReadingMemory, page: FramePage, blocks: Sequence[Block]) -> Rendering:
    memory.shown(blocks)
    facts = {"url": page.url[:MAX_URL_CHARS], "title": toon.clean(page.title)}
    lines = list(lines_of(blocks))
    view = _view(page, lines)
    if view:
        facts["view"] = view
    if page.truncated:
        facts["truncated"] = "the page is too large to be read whole; use find or a target"
    return Rendering(facts, lines, page.height)


def _view(page: FramePage, lines: Sequence[Line]) -> str:
    """Say which part of the page is on screen, when not all of it is."""
    if page.height <= 0 or page.total <= page.height * 1.1:
        return ""
    screens = -(-page.total // page.height)
    words = [f"screen {page.scrolled // page.height + 1} of {screens}"]
    first = next((line.first_ref for line in lines if 0 <= line.top < page.height and line.first_ref), "")
    below = next((line.first_ref for line in lines if line.top >= page.height and line.first_ref), "")
    if page.scrolled and first:
        words.append(f"above before {first}")
    if below:
        words.append(f"below from {below}")
    return " ".join(words)


def _fits(rendering: Rendering, budget: int) -> bool:
    lines = rendering.lines
    return not rendering.rest and cut(lines, 0, budget - rendering.head_tokens) == len(lines)


def _cut_snapshot(memory: ReadingMemory, rendering: Rendering, start: int, budget: int) -> PageText:
    lines = rendering.lines
    is_whole = start == 0 and _fits(rendering, budget)
    end = len(lines) if is_whole else cut(lines, start, budget - rendering.head_tokens - LEFT_TOKENS)
    facts = dict(rendering.facts)
    cursor = ""
    if not is_whole:
        number = memory.keep(rendering)
        cursor = f"{number}.{end}" if end < len(lines) or rendering.rest else f"{number}.0"
        facts["left"] = _left(rendering, start, end, number)
    printed = [toon.field(name, text) for name, text in facts.items()]
    printed.extend(text_of(lines[start:end]))
    return PageText(url=facts["url"], title=facts["title"], text="\n".join(printed), cursor=cursor)


def _left(rendering: Rendering, start: int, end: int, number: int) -> str:
    """Say what was left out and how to get it."""
    parts = []
    if start:
        parts.append(f"{start} rows above, cursor {number}.0")
    below = _below(rendering, end)
    if below:
        parts.append(f"{below}, cursor {number}.{end}")
    return "; ".join(parts) + "; or use find, or a target"


def _below(rendering: Rendering, end: int) -> str:
    lines = rendering.lines
    if rendering.rest:
        rows = f"{len(lines) - end} rows and " if end < len(lines) else ""
        return f"{rows}about {rendering.rest.elements} elements below"
    if end == len(lines):
        return ""
    refs = [ref for line in (lines[end], lines[-1]) if (ref := line.first_ref)]
    return f"{len(lines) - end} rows below" + (f" ({refs[0]} to {refs[-1]})" if len(refs) == 2 else "")


async def _continued(tab: Tab, memory: ReadingMemory, cursor: str, budget: int) -> PageText:
    """Go on where an earlier answer was cut."""
    number, _, at = cursor.partition(".")
    rendering = memory.renderings.get(int(number)) if number.isdigit() else None
    start = int(at) if at.isdigit() else -1
    if rendering is not None and rendering.rest and start > 0:
        rendering, start = await _with_rest(tab, memory, rendering, rendering.rest, start)
    if rendering is None or not 0 <= start < len(rendering.lines):
        raise InvalidParams(
            f'The cursor "{cursor}" is of a page that is no longer kept.',
            next_step="Take a new `snapshot` and use the cursor it gives.",
        )
    return _cut_snapshot(memory, rendering, start, budget)


async def _with_rest(
    tab: Tab, memory: ReadingMemory, begun: Rendering, rest: Rest, start: int
) -> tuple[Rendering | None, int]:
    """Read all of a page whose beginning was printed up to `start`; find where that is now.

    The last row that was read may have been longer: once printed, it is printed again.
    """
    if tab.page.main_loader() != rest.document:
        return None, 0
    whole = await _render_tab(tab, memory, rest.mode)
    back, last = next(
        ((back, ref) for back, line in enumerate(reversed(begun.lines[:start])) if (ref := line.first_ref)),
        (0, ""),
    )
    found = (at for at, line in enumerate(whole.lines) if last and line.first_ref == last)
    return whole, next(found, start - back - 1) + back + (start < len(begun.lines))
