"""Calls under way, and what came of those that ended."""

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
