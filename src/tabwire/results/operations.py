"""Running calls, and the outcome of past operations."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from tabwire.results.result import Result


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
    """One running call."""

    call: int
    command: str
    session: str
    tab: str
    seconds: float


class CallList(Result):
    """Your running calls."""

    calls: list[CallRow]

    def to_text(self) -> str:
        """Return a TOON table, or say that there are none."""
        return super().to_text() if self.calls else "You have no running calls."


class Cancelled(Result):
    """A call that was stopped."""

    cancelled: int
    command: str
