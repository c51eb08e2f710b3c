"""What was measured, and what to make of it."""

from __future__ import annotations

import statistics
from dataclasses import dataclass, field

from benchmarks.mcp_client import Reply


@dataclass
class Series:
    """All samples of one contender in one step."""

    ms: list[float] = field(default_factory=list)
    replies: list[list[Reply]] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    tokens_asked: int = 0
    tokens_told: int = 0

    def add(self, replies: list[Reply]) -> None:
        """Note one run of the step: the calls it took."""
        self.ms.append(sum(reply.ms for reply in replies))
        self.replies.append(replies)

    def fail(self, reason: str) -> None:
        """Note that the step did not do what it should."""
        self.failures.append(" ".join(reason.split())[:160])

    @property
    def holds(self) -> bool:
        """Tell whether every run did the work."""
        return bool(self.ms) and not self.failures

    @property
    def median(self) -> float:
        return statistics.median(self.ms)

    @property
    def p95(self) -> float:
        ordered = sorted(self.ms)
        return ordered[min(len(ordered) - 1, round(0.95 * (len(ordered) - 1)))]

    @property
    def calls(self) -> int:
        return max((len(replies) for replies in self.replies), default=0)


@dataclass
class Results:
    """Every series by step and contender, and facts beside them."""

    series: dict[str, dict[str, Series]] = field(default_factory=dict)
    facts: dict[str, dict[str, str | float]] = field(default_factory=dict)
    absent: dict[str, str] = field(default_factory=dict)

    def of(self, step: str, who: str) -> Series:
        """Return a series, new or known."""
        return self.series.setdefault(step, {}).setdefault(who, Series())

    def note(self, fact: str, who: str, value: str | float) -> None:
        """Note something that is not a time."""
        self.facts.setdefault(fact, {})[who] = value
