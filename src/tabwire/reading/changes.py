"""What changed on a page since the last reply, in a few lines."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from tabwire.errors import TabwireError
from tabwire.protocol.page_agent.reading import ChangedRow, ChangeReport, LookRow
from tabwire.session.tab import Frame, Tab

MAX_LINES = 8
MAX_FRAMES = 20
MAX_CHARS = 100
FEW_ROWS = 3
FEW_ALIKE = 4
# Shorter words are numbers and signs.
MIN_WORDS_CHARS = 4
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
    changes: tuple[ChangeReport, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """One line of a report: `+` came, `-` went, `~` looks different. Texts have no role."""

    sign: Literal["+", "-", "~"]
    text: str
    role: str = ""

    def __str__(self) -> str:
        return f"{self.sign} {self.text}"


async def report_changes(tab: Tab, told: Told | None = None, *, closely: bool = False) -> list[str]:
    """Say what came, went or looks different since the last snapshot, report or mark; bounded.

    `closely`: what came is meant to be clicked, so it is asked what of it listens for clicks.
    """
    found = await asyncio.gather(*(_frame_lines(tab, frame, told, closely) for frame in _readable(tab)))
    lines = [line for part, _ in found for line in part]
    return briefly(lines, sum(more for _, more in found))


def briefly(lines: Sequence[Change], hidden: int = 0) -> list[str]:
    """Keep a report small: the first changes, and how many more there are, counting those hidden already."""
    if len(_fitting(lines)) < len(lines) and len({(line.sign, line.role) for line in lines}) > 1:
        lines = _without_runs(lines)
    shown = _fitting(lines)
    hidden += len(lines) - len(shown)
    # A line takes no more room than a word about it.
    if hidden == 1 and len(shown) < len(lines):
        return [*map(str, lines)]
    more = [f"… {hidden} more change{'s'[: hidden > 1]}: take a snapshot"] if hidden else []
    return [*map(str, shown), *more]


def _fitting(lines: Sequence[Change]) -> list[Change]:
    """Return the lines that a report has room for: the first, and those after it that are not too long."""
    fitting = list(lines[:1])
    for line in lines[1:]:
        if len(fitting) < MAX_LINES and sum(len(str(line)) for line in (*fitting, line)) <= MAX_REPORT_CHARS:
            fitting.append(line)
    return fitting


def _without_runs(lines: Sequence[Change]) -> list[Change]:
    """Count what is of a kind, such as the days of a month: it would leave no room for the rest."""
    shorter: list[Change] = []
    for (sign, role), run in groupby(lines, key=lambda line: (line.sign, line.role)):
        alike = list(run)
        kept = 1 if sign == "-" else 2
        if role and len(alike) > FEW_ALIKE:
            alike[kept:] = [Change(sign, f"… {len(alike) - kept} more {role}", role)]
        shorter += alike
    return shorter


def _readable(tab: Tab) -> list[Frame]:
    return [frame for frame in tab.frames() if not frame.unreadable][:MAX_FRAMES]


async def _mark_frame(tab: Tab, frame: Frame) -> None:
    try:
        answer = await frame.agent.mark(first=tab.reading.first_ref(frame.prefix))
    except TabwireError:
        if not frame.prefix:
            raise
        return
    tab.reading.handed_out(frame.prefix, answer.next)


async def _frame_lines(tab: Tab, frame: Frame, told: Told | None, closely: bool) -> tuple[list[Change], int]:
    """Return one frame's lines and how many it left out; a frame that went away has none."""
    try:
        reports = await _reports(tab, frame, told, closely)
    except TabwireError:
        if not frame.prefix:
            raise
        return [], 0
    for report in reports:
        tab.reading.handed_out(frame.prefix, report.next)
        for ref, role, name, *_ in (*report.added, *report.changed):
            tab.reading.printed(f"{frame.prefix}{ref}", role, name)
    lines = [line for report in reports for line in _lines(report, frame.prefix)]
    return lines, sum(report.more for report in reports)


async def _reports(tab: Tab, frame: Frame, told: Told | None, closely: bool) -> Sequence[ChangeReport]:
    def report(*, again: bool) -> Awaitable[ChangeReport]:
        return frame.agent.changes(first=tab.reading.first_ref(frame.prefix), again=again)

    if told is not None and told.frame.id == frame.id:
        reports = [*told.changes]
    else:
        reports = [await report(again=False)]
    # What took the place of things to click may listen for clicks as well, which the page agent cannot see.
    has_lost = any(row.role == "clickable" for row in reports[-1].removed)
    is_more = (has_lost or (closely and reports[-1].texts)) and await frame.scan_unseen()
    # Nor does it hear by itself what elements say by ElementInternals.
    if is_more or frame.has_internals:
        reports[-1] = await report(again=True)
    return reports


def _lines(report: ChangeReport, prefix: str) -> list[Change]:
    """Print a report. What came matters most and comes first."""
    rows = [Change("+", _row(prefix, row), row.role) for row in report.added]
    counting = {*map(_without_digits, report.gone)} & {*map(_without_digits, report.texts)}
    words = [text for text in report.texts if _without_digits(text) not in counting]
    # Many rows leave no room for the words that say what they are about.
    first = [text for text in words if len(text) >= MIN_WORDS_CHARS][:1] if len(rows) > FEW_ROWS else []
    lines = [*map(_came, first), *rows, *(_came(text) for text in words if text not in first)]
    if report.order:
        lines.append(Change("~", f"the order is now {_listed(report.order)}"))
    lines += [Change("~", _changed_row(prefix, row), row.role) for row in report.changed]
    lines += [Change("-", _row(prefix, row._replace(states="")), row.role) for row in report.removed]
    lines += [Change("-", _quoted(text)) for text in report.gone if _without_digits(text) not in counting]
    # Clocks and counters matter least.
    return lines + [Change("~", _quoted(text)) for text in report.texts if text not in words]


def _came(text: str) -> Change:
    return Change("+", _quoted(text))


def _quoted(text: str) -> str:
    return f'"{_short(text)}"'


def _without_digits(text: str) -> str:
    """Return what two states of a clock or a counter have in common."""
    return re.sub(r"\d+", "0", text)


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f'"{_short(name, MAX_CHARS // 4)}"' for name in names)


def _row(prefix: str, row: LookRow) -> str:
    quoted = _quoted(row.name) if row.name else ""
    return " ".join(filter(None, (f"{prefix}{row.ref}", row.role, quoted, _short(row.states))))


def _changed_row(prefix: str, row: ChangedRow) -> str:
    """Print two names from a little before they part, where cutting would leave that out."""
    name, was = row.name, row.was
    if not was:
        return _row(prefix, LookRow(*row[:4])) + (f" (was {_short(row.lost)})" if row.lost else "")
    pairs = enumerate(zip(name, was, strict=False))
    parting = next((at for at, (one, other) in pairs if one != other), min(len(name), len(was)))
    start = parting - LEAD_CHARS
    if start > MAX_CHARS - 2 * LEAD_CHARS and max(len(name), len(was)) > MAX_CHARS:
        name, was = f"…{name[start:]}", f"…{was[start:]}"
    return f"{_row(prefix, LookRow(row.ref, row.role, name, row.states))} (was {_quoted(was)})"


def _short(text: str, most: int = MAX_CHARS) -> str:
    return f"{text[:most]}…" if len(text) > most else text
