"""Lists and tables of a page as data, and the HTML of a part of it."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from tabwire.errors import InvalidParams, TabwireError
from tabwire.protocol.page_agent.reading import Extraction, FrameMarkup
from tabwire.reading.targets import find_element
from tabwire.rendering.tokens import estimate
from tabwire.session.tab import Frame, Tab

CHARS_PER_TOKEN = 3


Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Data:
    """Records or tables, or those that fitted; `total` counts all, and `cursor` brings the others."""

    total: int
    records: list[Record] | None = None
    tables: list[Record] | None = None
    cursor: str = ""


async def extract_data(
    tab: Tab, fields: list[str], items: str, target: str, max_tokens: int, cursor: str
) -> Data:
    """Return records or tables of the first frame that has any, or of the element a target names."""
    first, skip = _place(cursor)

    def extract(frame: Frame, ref: str = "") -> Awaitable[Extraction]:
        return frame.agent.extract(fields=fields, first=first, skip=skip, items=items, ref=ref)

    if target:
        element = await find_element(tab, target)
        frame, found = element.frame, await extract(element.frame, element.bare_ref)
    else:
        frame, found = await _extract_anywhere(tab, extract)
    if found.records is not None:
        return _cut_records(found.records, found.total, skip, max_tokens)
    return _cut_tables(frame, found, first, skip, max_tokens)


async def _extract_anywhere(
    tab: Tab, extract: Callable[[Frame], Awaitable[Extraction]]
) -> tuple[Frame, Extraction]:
    main, *others = tab.searched_frames()
    frame, found = main, await extract(main)
    for other in others:
        if _has_any(found):
            break
        with suppress(TabwireError):
            inner = await extract(other)
            frame, found = (other, inner) if _has_any(inner) else (frame, found)
    return frame, found


def _place(cursor: str) -> tuple[int, int]:
    """Read a cursor: how many tables and how many records come before."""
    if not cursor:
        return 0, 0
    place = re.fullmatch(r"(\d{1,9})\.(\d{1,9})", cursor)
    if place is None:
        raise InvalidParams(
            f'"{cursor[:40]}" is no cursor of `extract`.',
            next_step="Use the cursor of its last reply, with the same parameters.",
        )
    return int(place[1]), int(place[2])


def _cut_records(found: list[Record], total: int, skip: int, budget: int) -> Data:
    records = found[: _fitting(found, budget)[0]]
    end = skip + len(records)
    return Data(total, records=records, cursor=f"0.{end}" if end < total else "")


def _cut_tables(frame: Frame, found: Extraction, first: int, skip: int, budget: int) -> Data:
    """Keep whole tables as long as they fit, and the rows that still do of the first that does not."""
    tables: list[Record] = []
    for number, table in enumerate(found.tables or (), first):
        fitting, budget = _fitting(table.rows, budget)
        end = fitting + (skip if number == first else 0)
        ref, rows = frame.prefix + table.ref, table.rows[:fitting]
        tables.append({"ref": ref, "name": table.name, "rows": rows, "total": table.total})
        if end < table.total:
            return Data(found.total, tables=tables, cursor=f"{number}.{end}")
    end = first + len(tables)
    return Data(found.total, tables=tables, cursor=f"{end}.0" if end < found.total else "")


def _fitting(records: Sequence[Mapping[str, Any]], budget: int) -> tuple[int, int]:
    """Tell how many records fit, at least one, and what then is left of the budget."""
    for count, record in enumerate(records):
        cost = estimate(json.dumps(record, ensure_ascii=False))
        if cost > budget and count:
            return count, 0
        budget -= cost
    return len(records), max(budget, 0)


def _has_any(found: Extraction) -> bool:
    return bool(found.tables) or any(value for record in found.records or () for value in record.values())


async def read_markup(tab: Tab, target: str, max_tokens: int) -> FrameMarkup:
    """Return the compact HTML of one element, or of the page."""
    limit = max_tokens * CHARS_PER_TOKEN
    if target:
        element = await find_element(tab, target)
        return await element.frame.agent.markup(ref=element.bare_ref, max_chars=limit)
    return await tab.main_frame.agent.markup(max_chars=limit)
