"""The results as tables and as JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from benchmarks.bounds import FLOOR, OURS, verdicts
from benchmarks.samples import Results, Series
from benchmarks.steps import STEPS

LABELS = {
    "start": "process start → `initialize` answered",
    "start-cold": "the same with nothing running yet",
    "first": "first navigation, browser start included",
    **{step.name: step.label for step in STEPS},
}
TASK_LABELS = {
    "task-login": "log in",
    "task-buy": "find one of 200 articles and buy it",
    "task-form": "fill a form of 25 fields and send it",
}
FACT_LABELS = {
    "tools": "tools in the default list",
    "tool-tokens": "tokens of the tool list",
    "budget-tokens": "table of 200 rows within 2,000 tokens: first reply",
    "budget-lost": "table of 200 rows within 2,000 tokens: refs that no cursor reaches",
    "memory-client": "memory of the process the agent starts, MB",
    "memory-behind": "memory of what runs behind it, MB",
    "left": "processes left 5 s after kill -9 of the server",
    "viewport": "viewport",
}
NOTHING = "–"


def contenders_of(results: Results) -> list[str]:
    """Return the labels of everyone who took part."""
    tables: list[Mapping[str, object]] = [*results.series.values(), *results.facts.values()]
    return list(dict.fromkeys(label for by_label in tables for label in by_label))


def ordered(results: Results, labels: Sequence[str]) -> list[str]:
    """Put the floor first, then our own paths, then the peers."""
    present = contenders_of(results)
    return [label for label in labels if label in present]


def tables(results: Results, labels: Sequence[str]) -> str:
    """Return everything as Markdown."""
    columns = ordered(results, labels)
    without_floor = [label for label in columns if label != FLOOR]
    parts = [
        "### Time, milliseconds: median (p95)\n",
        _times(results, columns),
        "\n### Tokens of the reply\n",
        _tokens(results, without_floor),
        "\n### Whole tasks: tokens, calls, seconds\n",
        _tasks(results, without_floor),
        "\n### Beside time\n",
        _facts(results, without_floor),
        "\n### What tabwire promises\n",
        _promises(results),
    ]
    if results.absent:
        parts += ["", *(f"Not available: {label} ({reason})." for label, reason in results.absent.items())]
    failed = _failures(results)
    if failed:
        parts += ["\n### Failures\n", *failed]
    return "\n".join(parts) + "\n"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|---|" + "---:|" * (len(head) - 1)]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)])


def _rows(
    results: Results, steps: dict[str, str], columns: Sequence[str], cell: Callable[[Series], str]
) -> list[list[str]]:
    present = [(name, label) for name, label in steps.items() if name in results.series]
    return [
        [label, *(cell(results.series[name].get(column, Series())) for column in columns)]
        for name, label in present
    ]


def _times(results: Results, columns: Sequence[str]) -> str:
    rows = _rows(results, LABELS, columns, _time)
    names = [name for name in LABELS if name in results.series]
    for row, name in zip(rows, names, strict=True):
        row.append(_lead(results.series[name], columns))
    return _table(["step", *columns, "best peer ÷ tabwire"], rows)


def _time(series: Series) -> str:
    if series.failures:
        return f"fails {len(series.failures)}/{len(series.failures) + len(series.ms)}"
    return f"{series.median:.1f} ({series.p95:.1f})" if series.ms else NOTHING


def _lead(by_label: dict[str, Series], columns: Sequence[str]) -> str:
    ours = by_label.get(OURS, Series())
    peers = [by_label[label] for label in columns if _is_peer(label) and label in by_label]
    theirs = [series.median for series in peers if series.holds]
    return f"{min(theirs) / ours.median:.1f} ×" if ours.holds and theirs else NOTHING


def _is_peer(label: str) -> bool:
    return label != FLOOR and not label.startswith(OURS)


def _tokens(results: Results, columns: Sequence[str]) -> str:
    steps = {step.name: step.label for step in STEPS}
    return _table(["step", *columns], _rows(results, steps, columns, _told))


def _told(series: Series) -> str:
    return f"{series.tokens_told:,}" if series.holds else NOTHING


def _tasks(results: Results, columns: Sequence[str]) -> str:
    return _table(["task", *columns], _rows(results, TASK_LABELS, columns, _task))


def _task(series: Series) -> str:
    if not series.holds:
        return "fails" if series.failures else NOTHING
    tokens = series.tokens_asked + series.tokens_told
    return f"{tokens:,} tokens, {series.calls} calls, {series.median / 1000:.2f} s"


def _facts(results: Results, columns: Sequence[str]) -> str:
    rows = [
        [label, *(f"{results.facts[fact].get(column, NOTHING)}" for column in columns)]
        for fact, label in FACT_LABELS.items()
        if fact in results.facts
    ]
    return _table(["", *columns], rows)


def _promises(results: Results) -> str:
    marks = {True: "yes", False: "**no**", None: NOTHING}
    rows = [
        [verdict.what, verdict.promise, verdict.seen, marks[verdict.is_kept]]
        for verdict in verdicts(results, LABELS)
    ]
    return _table(["", "promise", "seen", "kept"], rows)


def _failures(results: Results) -> list[str]:
    named = {**LABELS, **TASK_LABELS}
    return [
        f"- {label}, {named.get(step, step)}: {series.failures[0]}"
        for step, by_label in results.series.items()
        for label, series in by_label.items()
        if series.failures
    ]


def as_json(results: Results, about: dict[str, Any]) -> dict[str, Any]:
    """Return the results as plain data."""
    return {
        "about": about,
        "absent": results.absent,
        "facts": results.facts,
        "steps": {
            step: {label: _series_json(series) for label, series in by_label.items()}
            for step, by_label in results.series.items()
        },
    }


def _series_json(series: Series) -> dict[str, Any]:
    facts: dict[str, Any] = {"ms": [round(ms, 2) for ms in series.ms]}
    if series.ms:
        facts |= {"median": round(series.median, 2), "p95": round(series.p95, 2)}
    if series.replies:
        facts |= {
            "calls": series.calls,
            "tokens_asked": series.tokens_asked,
            "tokens_told": series.tokens_told,
        }
    if series.failures:
        facts["failures"] = series.failures
    return facts
