"""See and stop what runs, and learn what came of it."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from tabwire.memory.activity import Call
from tabwire.memory.journal import State
from tabwire.memory.operations import Operations
from tabwire.registry import Effect, command
from tabwire.rendering.moments import iso_time
from tabwire.results.operations import CallList, CallRow, Cancelled, OperationReport


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
    return CallList(calls=[call_row(call) for call in operations.under_way()])


def call_row(call: Call) -> CallRow:
    """Return what the hub knows of a call that is under way."""
    return CallRow(
        call=call.number,
        command=call.command,
        session=call.caller.session,
        tab=call.tab,
        seconds=round(call.age_s, 1),
    )


@command(Effect.ACT, urgent=True)
async def cancel(
    operations: Operations, call: Annotated[int, Field(ge=1, description="From `operations`.")]
) -> Cancelled:
    """Stop a call of yours that is under way; whoever waits for it gets an error."""
    return Cancelled(cancelled=call, command=operations.cancel(call).command)
