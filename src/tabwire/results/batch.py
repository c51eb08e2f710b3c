"""What the steps of a batch gave."""

from __future__ import annotations

from tabwire.results.result import Result


class StepReport(Result):
    """What one step gave, or why it failed."""

    command: str
    is_done: bool
    text: str
    code: str = ""


class Batch(Result):
    """The steps that ran, in order; the last one failed when not all ran."""

    steps: tuple[StepReport, ...]
    left_out: int = 0

    def to_text(self) -> str:
        """Return one numbered reply for each step."""
        lines = [f"{number}. {step.text}" for number, step in enumerate(self.steps, 1)]
        if self.left_out or not self.steps[-1].is_done:
            lines.append(f"stopped at step {len(self.steps)}; {self.left_out} left out")
        return "\n".join(lines)
