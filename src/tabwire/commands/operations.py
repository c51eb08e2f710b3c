"""See and stop what runs, and learn what came of it."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from tabwire.memory.journal import State
from tabwire.memory.operations import Operations
from tabwire.registry import Effect, Result, command
from tabwire.rendering.moments import iso_time


class OperationReport(Result):
    """What the journal knows about one operation."""

    operation_id: str
    state: Annotated[
        str, Field(description="done, failed, running, unknown (it may have acted), or never (it did not).")
    ]
    command: str = ""
    started: str = ""
    ended: str = ""
    result: Annotated[dict[str, Any] | None, Field(description="As the command returned it.")] = None
    error: Annotated[dict[str, Any] | None, Field(description="As the command failed.")] = None


class CallRow(Result):
    """One call that is under way."""

    call: int
    command: str
    session: str
    tab: str
    seconds: float


class CallList(Result):
    """Your calls that are under way."""

    calls: list[CallRow]

    def to_text(self) -> str:
        """Return one TOON table; an empty list says so."""
        return super().to_text() if self.calls else "Nothing of yours is under way."


class Cancelled(Result):
    """A call that was told to stop."""

    cancelled: int
    command: str


@command(Effect.READ)
async def operation(
    operations: Operations,
    id: Annotated[str, Field(min_length=1, max_length=128, description="The operation_id you gave.")],
) -> OperationReport:
    """Tell whether an action that carried this operation_id ran, and what came of it."""
    found = await operations.find(id)
    if found is None:
        return OperationReport(operation_id=id, state="never")
    state: State = found.state
    return OperationReport(
        operation_id=id,
        state=state,
        command=found.command,
        started=iso_time(found.started_at),
        ended=iso_time(found.ended_at) if found.ended_at else "",
        result=dict(found.result) if found.result else None,
        error=dict(found.error.facts()) if found.error else None,
    )


@command(Effect.READ)
async def operations(operations: Operations) -> CallList:
    """List your calls that are under way, in all of your sessions."""
    rows = [
        CallRow(
            call=call.number,
            command=call.command,
            session=call.caller.session,
            tab=call.tab,
            seconds=round(call.age_s, 1),
        )
        for call in operations.under_way()
    ]
    return CallList(calls=rows)


@command(Effect.ACT, urgent=True)
async def cancel(
    operations: Operations, call: Annotated[int, Field(ge=1, description="From `operations`.")]
) -> Cancelled:
    """Stop a call of yours that is under way; whoever waits for it gets an error."""
    return Cancelled(cancelled=call, command=operations.cancel(call).command)
