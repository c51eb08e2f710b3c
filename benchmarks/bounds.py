"""What tabwire promises, as numbers, and whether a run kept it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from benchmarks.samples import Results

OURS = "tabwire"
FLOOR = "raw CDP"
# The promises were made against these two.
MEASURED_AGAINST = ("Playwright MCP", "chrome-devtools-mcp")
FLOOR_FACTOR = 2
FLOOR_EXTRA_MS = 1.0
THROUGH_EXTENSION = ("tabwire, extension", "tabwire, native")
EXTENSION_FACTOR = 2


@dataclass(frozen=True)
class Verdict:
    """One promise and what a run says about it."""

    what: str
    promise: str
    seen: str
    is_kept: bool | None


TIMES = {
    "start": Fraction(1, 10),
    "navigate": Fraction(1, 2),
    "snapshot-form": Fraction(1, 2),
    "snapshot-table": Fraction(1, 3),
    "click-sync": Fraction(1, 6),
    "type": Fraction(1, 2),
    "evaluate": Fraction(1, 50),
    "screenshot": Fraction(4, 5),
}
REPLY_TOKENS = {"snapshot-form": 900, "snapshot-table": 4600, "click-sync": 60}
FACTS = {
    "tool-tokens": 2000,
    "budget-tokens": 2000,
    "budget-lost": 0,
    "memory-behind": 110.0,
    "memory-client": 12.0,
    "left": 0,
}
FACT_LABELS = {
    "tool-tokens": "tool list, tokens",
    "budget-tokens": "table of 200 rows within 2,000 tokens: first reply",
    "budget-lost": "table of 200 rows within 2,000 tokens: refs lost",
    "memory-behind": "memory of the hub, MB",
    "memory-client": "memory of each client, MB",
    "left": "processes left after kill -9",
}


def verdicts(results: Results, labels: dict[str, str]) -> list[Verdict]:
    """Compare a run with every promise."""
    found = [_time(results, step, factor, labels[step]) for step, factor in TIMES.items()]
    found += [_tokens(results, step, limit, labels[step]) for step, limit in REPLY_TOKENS.items()]
    found += [_fact(results, fact, limit) for fact, limit in FACTS.items()]
    found += [
        _above_floor(results, step, labels[step]) for step in results.series if _has_floor(results, step)
    ]
    found += [_beside_direct(results, path, labels) for path in THROUGH_EXTENSION]
    return found


def _time(results: Results, step: str, factor: Fraction, label: str) -> Verdict:
    promise = f"≤ {factor} of the better peer"
    ours = results.of(step, OURS)
    theirs = [results.of(step, peer) for peer in MEASURED_AGAINST]
    known = [series.median for series in theirs if series.holds]
    if not ours.holds or not known:
        return Verdict(label, promise, "not measured", None)
    best = min(known)
    seen = f"{ours.median:.1f} ms, 1/{best / ours.median:.1f}"
    return Verdict(label, promise, seen, ours.median <= float(factor * Fraction(best)))


def _tokens(results: Results, step: str, limit: int, label: str) -> Verdict:
    ours = results.of(step, OURS)
    if not ours.holds:
        return Verdict(f"{label}: tokens of the reply", f"≤ {limit}", "not measured", None)
    return Verdict(
        f"{label}: tokens of the reply", f"≤ {limit}", str(ours.tokens_told), ours.tokens_told <= limit
    )


def _fact(results: Results, fact: str, limit: float) -> Verdict:
    seen = results.facts.get(fact, {}).get(OURS)
    if not isinstance(seen, int | float):
        return Verdict(FACT_LABELS[fact], f"≤ {limit:g}", "not measured", None)
    return Verdict(FACT_LABELS[fact], f"≤ {limit:g}", f"{seen:g}", seen <= limit)


def _has_floor(results: Results, step: str) -> bool:
    return results.of(step, FLOOR).holds


def _above_floor(results: Results, step: str, label: str) -> Verdict:
    promise = f"≤ {FLOOR_FACTOR} × raw CDP + {FLOOR_EXTRA_MS:g} ms"
    ours, floor = results.of(step, OURS), results.of(step, FLOOR)
    if not ours.holds:
        return Verdict(f"{label}: above the floor", promise, "not measured", None)
    limit = FLOOR_FACTOR * floor.median + FLOOR_EXTRA_MS
    seen = f"{ours.median:.1f} ms over {floor.median:.1f} ms"
    return Verdict(f"{label}: above the floor", promise, seen, ours.median <= limit)


def _beside_direct(results: Results, path: str, labels: dict[str, str]) -> Verdict:
    """Compare a way through the extension with the direct one, by the step in which it takes longest."""
    promise = f"every step ≤ {EXTENSION_FACTOR} × the direct way"
    times = {
        step: by_label[path].median / by_label[OURS].median
        for step, by_label in results.series.items()
        if step in labels and all(label in by_label and by_label[label].holds for label in (path, OURS))
    }
    if not times:
        return Verdict(path, promise, "not measured", None)
    slowest = max(times, key=lambda step: times[step])
    seen = f"at most {times[slowest]:.1f} × ({labels[slowest]})"
    return Verdict(path, promise, seen, times[slowest] <= EXTENSION_FACTOR)
