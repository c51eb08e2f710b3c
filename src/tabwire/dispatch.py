"""The path of every request: look up, parse, authorize, run under one deadline."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from functools import partial
from typing import Annotated

from pydantic import BaseModel, Field, ValidationError

from tabwire.callers import Caller
from tabwire.errors import (
    BrowserDisconnected,
    Internal,
    InvalidParams,
    PageUnresponsive,
    TabwireError,
    Timeout,
    UnknownOutcome,
)
from tabwire.links.link import LinkLost
from tabwire.memory.activity import Call
from tabwire.memory.hub_state import HubState
from tabwire.memory.journal import Attempt
from tabwire.memory.operations import Operations
from tabwire.policy.policy import Policy
from tabwire.registry import Arguments, Command, Effect, Steps
from tabwire.results.result import Result
from tabwire.session.showing import shown_to_user
from tabwire.session.tab import Tab
from tabwire.trace import span

log = logging.getLogger("tabwire.command")

PROGRESS_EVERY_S = 1.0
# A command with a time-out of its own tells it better than the dispatcher can: leave it room to do so.
OWN_TIMEOUT_MARGIN_S = 5.0

MCP_PREFIX = "browser_"
NAME_MAX = 80
READ_TRIES = 3

Progress = Callable[[float, float, str], Awaitable[None]]


async def no_progress(elapsed_s: float, total_s: float, message: str) -> None:
    """Take a progress report and show it to nobody."""


class CommonParameters(BaseModel):
    """What every command takes beside its own parameters; said once to clients, not in each schema."""

    session: Annotated[str, Field(pattern=r"^[A-Za-z0-9._-]{1,64}$")] = ""
    operation_id: Annotated[str, Field(pattern=r"^[A-Za-z0-9._:-]{1,128}$")] = ""


class Dispatcher:
    """Everything between a door and a command."""

    def __init__(self, hub: HubState, policy: Policy) -> None:
        self.registry = hub.registry
        self._hub = hub
        self._policy = policy
        self._is_closing = False

    def visible(self, caller: Caller) -> list[Command]:
        """List the commands that exist for this caller."""
        return [command for command in self.registry if self._policy.may_see(caller, command)]

    def refuse_new(self) -> None:
        """Refuse commands from now on; those under way go on."""
        self._is_closing = True

    @property
    def running(self) -> int:
        """Return how many calls are under way."""
        return len(self._hub.activity.calls)

    async def call(self, caller: Caller, name: str, raw: object, progress: Progress = no_progress) -> Result:
        """Run one command for one caller. It returns a result or fails with a `TabwireError`."""
        command_name = name.removeprefix(MCP_PREFIX)[:NAME_MAX]
        with self._hub.activity.under_way(caller, command_name) as call:
            try:
                return await self._call(call, raw, progress)
            except TabwireError as error:
                call.outcome = error.code
                raise
            except asyncio.CancelledError as error:
                raise _unless_stopped(call, error) from error
            except Exception as error:
                log.exception("%s failed", command_name)
                call.outcome = Internal.code
                reason = f"{type(error).__name__}: {error}"
                raise Internal(f"{command_name} failed inside tabwire: {reason}") from error
            finally:
                # Whoever called does not wait until the line is written.
                asyncio.get_running_loop().call_soon(_log, call, call.age_s)

    async def _call(self, call: Call, raw: object, progress: Progress) -> Result:
        if self._is_closing:
            raise BrowserDisconnected("The hub is shutting down.", next_step="Call again in a few seconds.")
        self._hub.activity.check_room(call.caller)
        command = self.registry.get(call.command)
        self._policy.check_command(call.caller, command)
        with span("parse"):
            common, own = split_parameters(command, raw)
            arguments = command.parse(own)
        if common.session:
            call.caller = call.caller.in_session(common.session)
        attempt = Attempt(command, arguments)
        with span("policy"):
            self._policy.authorize(call.caller, command, arguments)
        if common.operation_id and command.effect is Effect.ACT:
            return await self._hub.journal.once(
                call.caller.identity, common.operation_id, attempt, lambda: self._run(call, attempt, progress)
            )
        return await self._run(call, attempt, progress)

    async def _run(self, call: Call, attempt: Attempt, progress: Progress) -> Result:
        """Run the command under one deadline, and tell the truth about how it ended."""
        deadline_s = _deadline_s(attempt.command, attempt.arguments)
        async with _reporting(attempt.command, deadline_s, progress):
            try:
                async with asyncio.timeout(deadline_s):
                    return await self._run_until_seen(call, attempt)
            except TimeoutError as error:
                raise _or_unknown_outcome(attempt, await _explain_timeout(attempt, deadline_s)) from error
            except BrowserDisconnected as error:
                raise _or_unknown_outcome(attempt, error) from error

    async def _run_until_seen(self, call: Call, attempt: Attempt) -> Result:
        """Run the command; what only reads is read again when the link to a user's browser was lost."""
        tries_left = READ_TRIES if attempt.command.effect is Effect.READ else 1
        while True:
            tries_left -= 1
            try:
                return await self._run_once(call, attempt)
            except LinkLost:
                if not tries_left:
                    raise

    async def _run_once(self, call: Call, attempt: Attempt) -> Result:
        """Find what the command works on, wait for its turn and run it."""
        with span("target"):
            attempt.target = await self._target(call, attempt.command, attempt.arguments)
        async with _turn(attempt.target, attempt.command):
            attempt.begin()
            shown = shown_to_user(call.caller, attempt.command, attempt.target)
            try:
                with span(f"run {attempt.command.name}"), shown:
                    return await attempt.command.call(attempt.target, attempt.arguments)
            finally:
                if isinstance(attempt.target, Tab):
                    attempt.target.left_at = time.monotonic()

    async def _target(self, call: Call, command: Command, arguments: Arguments) -> object:
        """Return what the command works on: the hub, the caller's session, or a tab of it."""
        if command.scope is HubState:
            return self._hub
        if command.scope is Operations:
            return Operations(call.caller.identity, self._hub.journal, self._hub.activity)
        if command.scope is Steps:
            return Steps(partial(self.call, call.caller))
        target = await self._hub.sessions.target_for(call.caller, command, arguments)
        if isinstance(target, Tab):
            call.tab = target.id
        return target


def split_parameters(command: Command, raw: object) -> tuple[CommonParameters, object]:
    """Part what every command takes from the command's own parameters."""
    if not isinstance(raw, dict):
        return CommonParameters(), raw
    common = {
        name: raw[name] for name in CommonParameters.model_fields if name in raw and name not in command.known
    }
    try:
        return CommonParameters.model_validate(common), {k: v for k, v in raw.items() if k not in common}
    except ValidationError as error:
        first = error.errors()[0]
        raise InvalidParams(
            f'{command.name}: "{first["loc"][0]}": {first["msg"]}.',
            next_step="Use up to 64 letters, digits, dots, dashes and underscores; 128 for an operation_id.",
        ) from error


def _unless_stopped(call: Call, error: asyncio.CancelledError) -> BaseException:
    """Return why a call was cancelled: by its own client, or by `cancel`, which its client must hear."""
    if not call.is_stopped or call.task is None:
        return error
    call.task.uncancel()
    return UnknownOutcome(f"{call.command} was stopped with `cancel`; it may have acted.")


def _log(call: Call, took_s: float) -> None:
    facts = {
        "caller": call.caller.name,
        "session": call.caller.session,
        "command": call.command,
        "tab": call.tab,
        "outcome": call.outcome,
        "ms": round(took_s * 1000, 1),
    }
    log.info("command", extra={"facts": {name: value for name, value in facts.items() if value != ""}})


def _deadline_s(command: Command, arguments: Arguments) -> float:
    own = getattr(arguments, "timeout_s", None)
    return command.declaration.deadline_s if own is None else float(own) + OWN_TIMEOUT_MARGIN_S


def _turn(target: object, command: Command) -> AbstractAsyncContextManager[object]:
    """Let acting commands on one tab run one after the other; urgent ones and readers do not queue."""
    if isinstance(target, Tab) and command.effect is Effect.ACT and not command.declaration.urgent:
        return target.acting()
    return nullcontext()


def _or_unknown_outcome(attempt: Attempt, error: TabwireError) -> TabwireError:
    """Say that nobody knows what an action did when its time or its link ended in the middle of it."""
    is_lost = isinstance(error, LinkLost) and attempt.has_begun and attempt.command.effect is Effect.ACT
    if isinstance(error, PageUnresponsive) or not (attempt.has_acted or is_lost):
        return error
    return UnknownOutcome(
        f"{attempt.command.name} was under way when this happened: {error.message} It may have acted.",
        cause=error.code,
    )


async def _explain_timeout(attempt: Attempt, deadline_s: float) -> TabwireError:
    """Look at what held the command up; a stuck page is freed."""
    name, tab = attempt.command.name, attempt.target
    if not isinstance(tab, Tab):
        return Timeout(f"{name} was not done within {deadline_s:g} s.", next_step="Try again.")
    if not attempt.has_begun:
        return Timeout(
            f"{name} waited {deadline_s:g} s for earlier work in tab {tab.id} and did not begin.",
            next_step="Wait for that work to end, or stop it: `operations` shows it, `cancel` ends it.",
        )
    return await tab.explain_timeout(name, deadline_s)


@asynccontextmanager
async def _reporting(command: Command, total_s: float, progress: Progress) -> AsyncIterator[None]:
    """Report progress every second while the body runs."""
    if progress is no_progress:
        yield
        return
    reporter = asyncio.create_task(_report(command.name, total_s, progress))
    try:
        yield
    finally:
        reporter.cancel()
        await asyncio.gather(reporter, return_exceptions=True)


async def _report(name: str, total_s: float, progress: Progress) -> None:
    started = time.monotonic()
    while True:
        await asyncio.sleep(PROGRESS_EVERY_S)
        elapsed_s = time.monotonic() - started
        await progress(elapsed_s, total_s, f"{name}: {elapsed_s:.0f} s of at most {total_s:.0f} s")
