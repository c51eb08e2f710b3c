"""Lists and tables of a page as data, and the HTML of a part of it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from tabwire.errors import TabwireError
from tabwire.session.reading.targets import find_element
from tabwire.session.tab import Frame, Tab

CHARS_PER_TOKEN = 3


async def extract_data(tab: Tab, fields: list[str], items: str, target: str) -> dict[str, Any]:
    """Return records or tables of the first frame that has any, or of the element a target names."""
    arguments: dict[str, Any] = {"fields": fields}
    if items:
        arguments["items"] = items
    if target:
        element = await find_element(tab, target)
        return await _extract(element.frame, ref=element.bare_ref, **arguments)
    main, *others = tab.searched_frames()
    answer = await _extract(main, **arguments)
    for frame in others:
        if _has_any(answer):
            break
        with suppress(TabwireError):
            inner = await _extract(frame, **arguments)
            answer = inner if _has_any(inner) else answer
    return answer


async def _extract(frame: Frame, **arguments: Any) -> dict[str, Any]:
    answer: dict[str, Any] = await frame.call("extract", **arguments)
    for table in answer.get("tables", ()):
        table["ref"] = frame.prefix + table["ref"]
    return answer


def _has_any(answer: dict[str, Any]) -> bool:
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
