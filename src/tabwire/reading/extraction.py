"""Lists and tables of a page as data, and the HTML of a part of it."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from tabwire.errors import InvalidParams, TabwireError
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
    arguments: Record = {"fields": fields, "first": first, "skip": skip}
    if items:
        arguments["items"] = items
    if target:
        element = await find_element(tab, target)
        answer = await _extract(element.frame, ref=element.bare_ref, **arguments)
    else:
        answer = await _extract_anywhere(tab, arguments)
    if "records" in answer:
        return _cut_records(answer, skip, max_tokens)
    return _cut_tables(answer, first, skip, max_tokens)


async def _extract_anywhere(tab: Tab, arguments: Record) -> Record:
    main, *others = tab.searched_frames()
    answer = await _extract(main, **arguments)
    for frame in others:
        if _has_any(answer):
            break
        with suppress(TabwireError):
            inner = await _extract(frame, **arguments)
            answer = inner if _has_any(inner) else answer
    return answer


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


def _cut_records(answer: Record, skip: int, budget: int) -> Data:
    records = answer["records"][: _fitting(answer["records"], budget)[0]]
    end = skip + len(records)
    return Data(answer["total"], records=records, cursor=f"0.{end}" if end < answer["total"] else "")


def _cut_tables(answer: Record, first: int, skip: int, budget: int) -> Data:
    """Keep whole tables as long as they fit, and the rows that still do of the first that does not."""
    tables: list[Record] = []
    for number, table in enumerate(answer["tables"], first):
        fitting, budget = _fitting(table["rows"], budget)
        end = fitting + (skip if number == first else 0)
        tables.append({**table, "rows": table["rows"][:fitting]})
        if end < table["total"]:
            return Data(answer["total"], tables=tables, cursor=f"{number}.{end}")
    end = first + len(tables)
    return Data(answer["total"], tables=tables, cursor=f"{end}.0" if end < answer["total"] else "")


def _fitting(records: list[Record], budget: int) -> tuple[int, int]:
    """Tell how many records fit, at least one, and what then is left of the budget."""
    for count, record in enumerate(records):
        cost = estimate(json.dumps(record, ensure_ascii=False))
        if cost > budget and count:
            return count, 0
        budget -= cost
    return len(records), max(budget, 0)


async def _extract(frame: Frame, **arguments: Any) -> Record:
    answer: Record = await frame.call("extract", **arguments)
    for table in answer.get("tables", ()):
        table["ref"] = frame.prefix + table["ref"]
    return answer


def _has_any(answer: Record) -> bool:
    records = answer.get("records", ())
    return bool(answer.get("tables")) or any(value for record in records for value in record.values())


@dataclass(frozen=True, slots=True)
class Markup:
    """Compact HTML of an element and the path of elements that leads to it."""

    path: str
    html: str
    cut: bool


async def read_markup(tab: Tab, target: str, max_tokens: int) -> Markup:
    """Return the compact HTML of one element, or of the page."""
    limit = max_tokens * CHARS_PER_TOKEN
    if target:
        element = await find_element(tab, target)
        answer = await element.frame.call("markup", ref=element.bare_ref, maxChars=limit)
    else:
        answer = await tab.main_frame.call("markup", maxChars=limit)
    return Markup(answer["path"], answer["html"], answer["cut"])
