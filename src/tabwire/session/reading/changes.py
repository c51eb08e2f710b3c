"""What changed on a page since the last reply, in a few lines."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tabwire.errors import TabwireError
from tabwire.session.tab import Frame, Tab

MAX_LINES = 8
MAX_FRAMES = 20
MAX_CHARS = 100
FEW_ROWS = 3
WORDS_FIRST = 2
MAX_REPORT_CHARS = 180
# How much of what two names have in common is shown before their difference.
LEAD_CHARS = 20


async def mark(tab: Tab) -> None:
    """Remember the page as it is, unless a snapshot or report has told it before."""
    document = tab.page.main_loader()
    is_told = document != "" and tab.reading.told_of == document
    frames = [frame for frame in _readable(tab) if frame.prefix or not is_told]
    await asyncio.gather(*(_mark_frame(tab, frame) for frame in frames))
    tab.reading.told_of = document


@dataclass(frozen=True)
class Told:
    """What a frame has told of its changes by itself, one report after the other."""

    frame: Frame
    changes: tuple[dict[str, Any], ...]


async def report_changes(tab: Tab, told: Told | None = None) -> list[str]:
    """Say what came, went or looks different since the last snapshot, report or mark; bounded."""
    found = await asyncio.gather(*(_frame_lines(tab, frame, told) for frame in _readable(tab)))
    lines = [line for part, _ in found for line in part]
    return briefly(lines, sum(more for _, more in found))


def briefly(lines: Sequence[str], hidden: int = 0) -> list[str]:
    """Keep a report small: the first changes, and how many more there are, counting those hidden already."""
    shown: list[str] = []
    for line in lines[:MAX_LINES]:
        if shown and sum(map(len, shown)) + len(line) > MAX_REPORT_CHARS:
            break
        shown.append(line)
    hidden += len(lines) - len(shown)
    return [*shown, f"… {hidden} more changes: take a snapshot"] if hidden else shown


def _readable(tab: Tab) -> list[Frame]:
    return [frame for frame in tab.frames() if not frame.unreadable][:MAX_FRAMES]


async def _mark_frame(tab: Tab, frame: Frame) -> None:
    try:
        answer = await frame.call("mark", first=tab.reading.first_ref(frame.prefix))
    except TabwireError:
        if not frame.prefix:
            raise
        return
    tab.reading.handed_out(frame.prefix, answer["next"])


async def _frame_lines(tab: Tab, frame: Frame, told: Told | None) -> tuple[list[str], int]:
    """Return one frame's lines and how many it left out; a frame that went away has none."""
    try:
        reports = await _reports(tab, frame, told)
    except TabwireError:
        if not frame.prefix:
            raise
        return [], 0
    for report in reports:
        tab.reading.handed_out(frame.prefix, report["next"])
        for ref, role, name, *_ in (*report["added"], *report["changed"]):
            tab.reading.printed(f"{frame.prefix}{ref}", role, name)
    lines = [line for report in reports for line in _lines(report, frame.prefix)]
    return lines, sum(report["more"] for report in reports)


async def _reports(tab: Tab, frame: Frame, told: Told | None) -> Sequence[dict[str, Any]]:
    async def report(*, again: bool) -> dict[str, Any]:
        first = tab.reading.first_ref(frame.prefix)
        answer: dict[str, Any] = await frame.call("changes", first=first, again=again)
        return answer

    if told is not None and told.frame.id == frame.id:
        reports = [*told.changes]
    else:
        reports = [await report(again=False)]
    # What took the place of things to click may listen for clicks as well, which the page agent cannot see.
    has_lost = any(role == "clickable" for _, role, *_ in reports[-1]["removed"])
    if has_lost and await frame.mark_listening():
        reports[-1] = await report(again=True)
    return reports


def _lines(answer: dict[str, Any], prefix: str) -> list[str]:
    """Print a report: `+` came, `-` went, `~` looks different. What came matters most and comes first."""
    rows = [f"+ {_row(prefix, *row)}" for row in answer["added"]]
    texts = [f'+ "{_short(text)}"' for text in answer["texts"]]
    # Many rows leave no room for the words that say what they are about: the longest go first.
    first = sorted(texts, key=len, reverse=True)[:WORDS_FIRST] if len(rows) > FEW_ROWS else []
    lines = [*first, *rows, *(text for text in texts if text not in first)]
    lines += [f"~ {_changed_row(prefix, *row)}" for row in answer["changed"]]
    lines += [f"- {_row(prefix, ref, role, name, '')}" for ref, role, name, _ in answer["removed"]]
    lines += [f'- "{_short(text)}"' for text in answer["gone"]]
    return lines or (["~ the order changed"] if answer["isReordered"] else [])


def _row(prefix: str, ref: str, role: str, name: str, states: str) -> str:
    quoted = f'"{_short(name)}"' if name else ""
    return " ".join(filter(None, (f"{prefix}{ref}", role, quoted, _short(states))))


def _changed_row(prefix: str, ref: str, role: str, name: str, states: str, was: str) -> str:
    """Print two names from a little before they part, where cutting would leave that out."""
    if not was:
        return _row(prefix, ref, role, name, states)
    pairs = enumerate(zip(name, was, strict=False))
    parting = next((at for at, (one, other) in pairs if one != other), min(len(name), len(was)))
    start = parting - LEAD_CHARS
    if start > MAX_CHARS - 2 * LEAD_CHARS and max(len(name), len(was)) > MAX_CHARS:
        name, was = f"…{name[start:]}", f"…{was[start:]}"
    return f'{_row(prefix, ref, role, name, states)} (was "{_short(was)}")'


def _short(text: str) -> str:
    return f"{text[:MAX_CHARS]}…" if len(text) > MAX_CHARS else text
