"""Several commands in one call."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from tabwire.errors import InvalidParams, TabwireError
from tabwire.names import command_name
from tabwire.registry import Effect, Steps, command
from tabwire.results.batch import Batch, StepReport

STEPS_MAX = 50


class Step(BaseModel):
    """One command with its parameters."""

    model_config = ConfigDict(extra="forbid")

    command: str
    params: dict[str, Any] = {}


@command(Effect.ACT, deadline_s=300)
async def batch(
    steps: Steps,
    commands: Annotated[
        list[Step],
        Field(min_length=1, max_length=STEPS_MAX, description='[{"command": "click", "params": {…}}, …]'),
    ],
) -> Batch:
    """Run several commands one after the other; the first that fails ends it."""
    reports: list[StepReport] = []
    for step in commands:
        report = await _run(steps, step)
        reports.append(report)
        if not report.is_done:
            break
    return Batch(steps=tuple(reports), left_out=len(commands) - len(reports))


async def _run(steps: Steps, step: Step) -> StepReport:
    name = command_name(step.command)
    try:
        if name == "batch":
            raise InvalidParams("A batch cannot hold a batch.", next_step="List its commands instead.")
        result = await steps.run(name, step.params)
    except TabwireError as error:
        return StepReport(command=name, is_done=False, text=error.to_text(), code=error.code)
    return StepReport(command=name, is_done=True, text=result.to_text())
