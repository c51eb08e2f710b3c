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
MAX_REPORT_CHARS = 180
# How much of the common part of two names is shown before their difference.
LEAD_CHARS = 20


async def mark(tab: Tab) -> None:
    """Remember the current page, unless a snapshot or report has already done so."""
    document = tab.page.main_loader()
    is_known = document != "" and tab.reading.known_document == document
    frames = [frame for frame in _readable(tab) if frame.prefix or not is_known]
    await asyncio.gather(*(_mark_frame(tab, frame) for frame in frames))
    tab.reading.known_document = document


@dataclass(frozen=True)
class EarlierReports:
    """The change reports that a frame has already sent with another answer, in order."""

    frame: Frame
    changes: tuple[ChangeReport, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """One line of a report: `+` appeared, `-` disappeared, `~` changed. Texts have no role."""

    sign: Literal["+", "-", "~"]
    text: str
    role: str = ""

    def __str__(self) -> str:
        return f"{self.sign} {self.text}"


async def report_changes(
    tab: Tab, earlier: EarlierReports | None = None, *, closely: bool = False
) -> list[str]:
    """Return what appeared, disappeared or changed since the last snapshot, report or mark; bounded.

    `closely`: new elements are meant to be clicked, so check which of them listen for clicks.
    """
    found = await asyncio.gather(*(_frame_lines(tab, frame, earlier, closely) for frame in _readable(tab)))
    lines = [line for part, _ in found for line in part]
    return shortened(lines, sum(more for _, more in found))


def shortened(lines: Sequence[Change], hidden: int = 0) -> list[str]:
    """Shorten a report: the first changes, and the number of others, including those already hidden."""
    if len(_fitting(lines)) < len(lines) and len({(line.sign, line.role) for line in lines}) > 1:
        lines = _without_runs(lines)
    shown = _fitting(lines)
    hidden += len(lines) - len(shown)
    # One more line takes no more room than the note about it.
    if hidden == 1 and len(shown) < len(lines):
        return [*map(str, lines)]
    more = [f"… {hidden} more change{'s'[: hidden > 1]}: take a snapshot"] if hidden else []
    return [*map(str, shown), *more]


def _fitting(lines: Sequence[Change]) -> list[Change]:
    """Return the lines that fit in a report: the first, and later ones that are not too long."""
    fitting = list(lines[:1])
    for line in lines[1:]:
        if len(fitting) < MAX_LINES and sum(len(str(line)) for line in (*fitting, line)) <= MAX_REPORT_CHARS:
            fitting.append(line)
    return fitting


def _without_runs(lines: Sequence[Change]) -> list[Change]:
    """Fold runs of similar lines, such as the days of a month, to leave room for the rest."""
    shorter: list[Change] = []
    for (sign, role), run in groupby(lines, key=lambda line: (line.sign, line.role)):
        alike = list(run)
        kept = 1 if sign == "-" else 2
        if role and len(alike) > FEW_ALIKE:
            alike[kept:] = [Change(sign, f"… {len(alike) - kept} more {role}", role)]
        shorter += alike
    return shorter


def _readable(tab: Tab) -> list[Frame]:
    return tab.frames()[:MAX_FRAMES]


async def _mark_frame(tab: Tab, frame: Frame) -> None:
    try:
        answer = await frame.agent.mark(first=tab.reading.first_ref(frame.prefix))
    except TabwireError:
        if not frame.prefix:
            raise
        return
    tab.reading.note_assigned(frame.prefix, answer.next)


async def _frame_lines(
    tab: Tab, frame: Frame, earlier: EarlierReports | None, closely: bool
) -> tuple[list[Change], int]:
    """Return one frame's lines and how many it left out; a frame that is gone has none."""
    try:
        reports = await _reports(tab, frame, earlier, closely)
    except TabwireError:
        if not frame.prefix:
            raise
        return [], 0
    for report in reports:
        tab.reading.note_assigned(frame.prefix, report.next)
        for ref, role, name, *_ in (*report.added, *report.changed):
            tab.reading.note_printed(f"{frame.prefix}{ref}", role, name)
    lines = [line for report in reports for line in _lines(report, frame.prefix)]
    return lines, sum(report.more for report in reports)


async def _reports(
    tab: Tab, frame: Frame, earlier: EarlierReports | None, closely: bool
) -> Sequence[ChangeReport]:
    def report(*, again: bool) -> Awaitable[ChangeReport]:
        return frame.agent.changes(first=tab.reading.first_ref(frame.prefix), again=again)

    if earlier is not None and earlier.frame.id == frame.id:
        reports = [*earlier.changes]
    else:
        reports = [await report(again=False)]
    # Replacements of clickable elements may listen for clicks too, which the page agent cannot see.
    has_lost = any(row.role == "clickable" for row in reports[-1].removed)
    is_more = (has_lost or (closely and reports[-1].texts)) and await frame.scan_unseen()
    # Nor does it see what elements set with ElementInternals.
    if is_more or frame.has_internals:
        reports[-1] = await report(again=True)
    return reports


def _lines(report: ChangeReport, prefix: str) -> list[Change]:
    """Print a report. New things matter most and come first."""
    rows = [Change("+", _row(prefix, row), row.role) for row in report.added]
    counting = {*map(_without_digits, report.gone)} & {*map(_without_digits, report.texts)}
    words = [text for text in report.texts if _without_digits(text) not in counting]
    # Many rows leave no room for the text that explains them.
    first = words[:1] if len(rows) > FEW_ROWS else []
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
    """Return what two readings of a clock or counter have in common."""
    return re.sub(r"\d+", "0", text)


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f'"{_short(name, MAX_CHARS // 4)}"' for name in names)


def _row(prefix: str, row: LookRow) -> str:
    quoted = _quoted(row.name) if row.name else ""
    return " ".join(filter(None, (f"{prefix}{row.ref}", row.role, quoted, _short(row.states))))


def _changed_row(prefix: str, row: ChangedRow) -> str:
    """Print both names; long ones start shortly before their difference, so that it is not cut off."""
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
