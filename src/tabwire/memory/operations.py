"""The subject of commands about operations: the running calls and the journal of one caller."""

from __future__ import annotations

from dataclasses import dataclass

from tabwire.errors import InvalidParams
from tabwire.memory.activity import Activity, Call
from tabwire.memory.journal import Journal, Operation


@dataclass(frozen=True)
class Operations:
    """The operations of one caller."""

    owner: str
    journal: Journal
    activity: Activity

    def running(self) -> list[Call]:
        """List the caller's running calls, oldest first."""
        return [call for call in self.activity.calls.values() if call.caller.identity == self.owner]

    async def find(self, operation_id: str) -> Operation | None:
        """Return the outcome of an operation, or None if it never started."""
        return await self.journal.find(self.owner, operation_id)

    def cancel(self, number: int) -> Call:
        """Stop a running call."""
        stopped = self.activity.cancel(self.owner, number)
        if stopped is None:
            raise InvalidParams(
                f"You have no running call {number}.",
                next_step="It may have ended; `operations` lists running calls.",
            )
        return stopped
