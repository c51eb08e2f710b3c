"""The journal: an action that carries an operation id runs once, however often it is asked for.

Before the action a line says that it begins; after it, what came of it. A hub that was killed in between
leaves the first line alone, and that is the honest answer then: nobody knows.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from tabwire.errors import Internal, InvalidParams, TabwireError, UnknownOutcome, error_from
from tabwire.memory.journal_file import JournalFile, Row
from tabwire.registry import Arguments, Command
from tabwire.results.result import Result
from tabwire.session.tab import Tab

log = logging.getLogger("tabwire.journal")

RESULT_MAX_BYTES = 1_000_000
State = Literal["running", "done", "failed", "unknown"]


@dataclass(frozen=True)
class Operation:
    """What the journal knows about one operation."""

    id: str
    command: str
    state: State
    started_at: float
    ended_at: float | None
    result: Mapping[str, Any] | None = None  # the command's own model reads it
    error: TabwireError | None = None


@dataclass
class Attempt:
    """One call on its way; `has_begun` once its command's function runs."""

    command: Command
    arguments: Arguments
    subject: object = None
    has_begun: bool = False
    _actions_before: int = 0

    def begin(self) -> None:
        """Note that the command runs from now on."""
        self.has_begun = True
        if isinstance(self.subject, Tab):
            self._actions_before = self.subject.actions_started

    @property
    def has_acted(self) -> bool:
        """Tell whether it began to do something to a page."""
        return isinstance(self.subject, Tab) and self.subject.actions_started > self._actions_before


class Journal:
    """Run each operation once and remember what came of it, across restarts of the hub."""

    def __init__(self, path: str) -> None:
        self._file = JournalFile(path)
        # Lines of another life of the hub that never ended tell of actions nobody saw the end of.
        self._life = secrets.token_hex(8)
        self._running: dict[tuple[str, str], asyncio.Future[None]] = {}

    async def once(
        self,
        owner: str,
        operation_id: str,
        attempt: Attempt,
        run: Callable[[], Awaitable[Result]],
    ) -> Result:
        """Run an action unless it ran before; either way return what came of its only run."""
        key = (owner, operation_id)
        while (running := self._running.get(key)) is not None:
            await asyncio.shield(running)
        ended = self._running[key] = asyncio.get_running_loop().create_future()
        try:
            digest = _digest(attempt)
            known = await self._begin(Row(owner, operation_id, attempt.command.name, digest, self._life))
            if known is not None:
                return _replay(known, digest, attempt.command)
            return await self._run(key, attempt, run)
        finally:
            del self._running[key]
            ended.set_result(None)

    async def find(self, owner: str, operation_id: str) -> Operation | None:
        """Tell what came of an operation of this owner's."""
        row = await self._file.read(owner, operation_id)
        if row is None:
            return None
        outcome = json.loads(row.outcome) if row.outcome else {}
        return Operation(
            row.id,
            row.command,
            self._state(row, outcome),
            row.started_at,
            row.ended_at,
            outcome.get("result"),
            error_from(outcome["error"]) if "error" in outcome else None,
        )

    def close(self) -> None:
        """Write what is left and close the file."""
        self._file.close()

    async def _begin(self, row: Row) -> Row | None:
        try:
            return await self._file.begin(row)
        except asyncio.CancelledError:
            self._file.forget_later(row.owner, row.id)
            raise

    async def _run(
        self, key: tuple[str, str], attempt: Attempt, run: Callable[[], Awaitable[Result]]
    ) -> Result:
        try:
            result = await run()
        except BaseException as error:
            if not attempt.has_begun:
                # It did nothing yet, so that a repeat may try again.
                self._file.forget_later(*key)
            elif isinstance(error, TabwireError):
                await self._note(key, _error_line(error))
            else:
                # Cancelled, or a defect of ours: how far the action came is not known.
                self._file.end_later(*key, _error_line(_stopped(attempt.command.name)))
            raise
        await self._note(key, _result_line(attempt.command, result))
        return result

    async def _note(self, key: tuple[str, str], line: str) -> None:
        """Write the end down. The action is done: a full disk must not turn its success into a failure."""
        try:
            await self._file.end(*key, line)
        except Internal as error:
            log.warning("the end of an operation was not noted", extra={"facts": {"reason": str(error)}})

    def _state(self, row: Row, outcome: Mapping[str, Any]) -> State:
        if not row.outcome:
            return "running" if row.life == self._life else "unknown"
        if "error" in outcome:
            return "unknown" if outcome["error"]["code"] == UnknownOutcome.code else "failed"
        return "done"


def _digest(attempt: Attempt) -> str:
    """Tell one call from another without keeping what was typed."""
    content = json.dumps([attempt.command.name, attempt.arguments.model_dump(mode="json")], sort_keys=True)
    return hashlib.sha256(content.encode()).hexdigest()


def _replay(row: Row, digest: str, command: Command) -> Result:
    """Return or raise what came of the first run."""
    if row.digest != digest:
        raise InvalidParams(
            f'The operation id "{row.id}" was used for another call, {row.command}.',
            next_step="Use a new operation_id for each action; repeat one only with the same parameters.",
        )
    if not row.outcome:
        raise UnknownOutcome(
            f"The hub was ended while {row.command} ({row.id}) was under way; whether it acted is not known."
        )
    outcome = json.loads(row.outcome)
    if "error" in outcome:
        raise error_from(outcome["error"])
    if outcome["result"] is None:
        raise UnknownOutcome(
            f"{row.command} ({row.id}) ran to its end; its result was too large to keep.",
            next_step="Look at the page (`snapshot`).",
        )
    return command.result.model_validate(outcome["result"])


def _stopped(command: str) -> UnknownOutcome:
    return UnknownOutcome(f"{command} was stopped while it was under way; it may have acted.")


def _error_line(error: TabwireError) -> str:
    return json.dumps({"error": error.facts()}, default=str)


def _result_line(command: Command, result: Result) -> str:
    line = json.dumps({"result": result.model_dump(mode="json")}, default=str)
    if len(line) > RESULT_MAX_BYTES:
        log.info("a result is too large to keep", extra={"facts": {"command": command.name}})
        return '{"result": null}'
    return line
