"""What a soak counts. All of it must be zero, but for the work done and the faults thrown."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Report:
    """The tally of one soak."""

    calls: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    hangs: list[str] = field(default_factory=list)
    untyped: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    orphans: list[str] = field(default_factory=list)
    leaks: list[str] = field(default_factory=list)
    samples: list[tuple[int, float, int]] = field(default_factory=list)

    @property
    def problems(self) -> dict[str, list[str]]:
        """Return what must not be there."""
        return {
            "hangs": self.hangs,
            "untyped errors": self.untyped,
            "doubled actions": self.doubled,
            "wrong answers": self.wrong,
            "orphans": self.orphans,
            "leaks": self.leaks,
        }

    def lines(self) -> list[str]:
        """Return the report as text."""
        told = [f"{self.calls} calls, {sum(self.faults.values())} faults"]
        told += [f"  fault {name}: {count}" for name, count in sorted(self.faults.items())]
        told += [f"  error {code}: {count}" for code, count in sorted(self.errors.items())]
        if self.samples:
            most = max(self.samples, key=lambda sample: sample[1])
            told.append(f"  hub at most {most[1]:.0f} MB, {max(files for *_, files in self.samples)} files")
        for name, found in self.problems.items():
            told.append(f"{name}: {len(found)}")
            told += [f"  {line}" for line in found[:10]]
        return told
