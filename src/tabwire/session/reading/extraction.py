"""Lists and tables of a page as data, and the HTML of a part of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tabwire.session.reading.targets import find_element
from tabwire.session.tab import Tab

CHARS_PER_TOKEN = 3


async def extract_data(tab: Tab, fields: list[str], items: str, target: str) -> dict[str, Any]:
    """Return records or tables of the main frame, or of the frame and element a target names."""
    arguments: dict[str, Any] = {"fields": fields}
    frame = tab.main_frame
    if target:
        element = await find_element(tab, target)
        frame = element.frame
        arguments["ref"] = element.bare_ref
    if items:
        arguments["items"] = items
    answer: dict[str, Any] = await frame.call("extract", **arguments)
    return answer


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
