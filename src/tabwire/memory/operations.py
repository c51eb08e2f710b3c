"""What commands about operations work on: the calls under way and the journal, as one caller sees them."""

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

    def under_way(self) -> list[Call]:
        """List the caller's calls that run now, oldest first."""
        return [call for call in self.activity.calls.values() if call.caller.identity == self.owner]

    async def find(self, operation_id: str) -> Operation | None:
        """Tell what came of an operation; nothing means that it never began."""
        return await self.journal.find(self.owner, operation_id)

    def cancel(self, number: int) -> Call:
        """Stop a call that is under way."""
        stopped = self.activity.cancel(self.owner, number)
        if stopped is None:
            raise InvalidParams(
                f"No call {number} of yours is under way.",
                next_step="It may have ended; `operations` lists those that run.",
            )
        return stopped
