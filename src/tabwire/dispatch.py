"""The path of every request: look up, parse, find the subject, authorize, run once under one deadline."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext
from functools import partial
from typing import Annotated, assert_never

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
from tabwire.names import SESSION_NAME
from tabwire.policy.decision import Allow, Decision, Deny, Request
from tabwire.policy.policy import Policy
from tabwire.registry import Arguments, Command, Effect, Steps
from tabwire.results.result import Result
from tabwire.session.showing import shown_to_user
from tabwire.session.tab import Tab
from tabwire.trace import span

log = logging.getLogger("tabwire.command")

PROGRESS_EVERY_S = 1.0
# A command with its own time-out reports it better than the dispatcher can: let it do so first.
OWN_TIMEOUT_MARGIN_S = 5.0

NAME_MAX = 80
READ_TRIES = 3

Progress = Callable[[float, float, str], Awaitable[None]]


async def no_progress(elapsed_s: float, total_s: float, message: str) -> None:
    """Ignore a progress report."""


class CommonParameters(BaseModel):
    """Parameters that every command accepts; documented once, not in each schema."""

    session: Annotated[str, Field(pattern=SESSION_NAME)] = ""
    operation_id: Annotated[str, Field(pattern=r"^[A-Za-z0-9._:-]{1,128}$")] = ""


class Dispatcher:
    """Everything between a surface and a command."""

    def __init__(self, hub: HubState, policy: Policy) -> None:
        self.registry = hub.registry
        self._hub = hub
        self._policy = policy
        self._is_closing = False

    def visible(self, caller: Caller) -> list[Command]:
        """List the commands that this caller may see."""
        return [command for command in self.registry if self._policy.may_see(caller, command)]

    def refuse_new(self) -> None:
        """Refuse new commands; running ones continue."""
        self._is_closing = True

    @property
    def running(self) -> int:
        """Return the number of running calls."""
        return len(self._hub.activity.calls)

    async def call(self, caller: Caller, name: str, raw: object, progress: Progress = no_progress) -> Result:
        """Run one command for one caller; return a result or raise a `TabwireError`."""
        with self._tracked(caller, name) as call:
            command = self._look_up(call)
            with span("parse"):
                common, arguments = parse(command, raw)
            if common.session:
                call.caller = caller.in_session(common.session)
            with span("policy"):
                enforce(self._policy.decide_arguments(call.caller, command, arguments))
            attempt = Attempt(command, arguments)

            async def run() -> Result:
                with span("subject"):
                    subject = attempt.subject = await self._subject(call, attempt)
                async with _turn(subject, command):
                    with span(f"run {command.name}"), shown_to_user(call.caller, command, subject):
                        enforce(await self._policy.decide(Request(call.caller, command, arguments, subject)))
                        attempt.begin()
                        return await command.call(subject, arguments)

            run_in_time = partial(_run_in_time, attempt, run, progress)
            if common.operation_id and command.effect is Effect.ACT:
                return await self._hub.journal.once(
                    call.caller.identity, common.operation_id, attempt, run_in_time
                )
            return await run_in_time()

    @contextmanager
    def _tracked(self, caller: Caller, name: str) -> Iterator[Call]:
        """Count and log a call; turn any other exception into a `TabwireError`."""
        name = name[:NAME_MAX]
        with self._hub.activity.track(caller, name) as call:
            try:
                yield call
            except TabwireError as error:
                call.outcome = error.code
                raise
            except asyncio.CancelledError as error:
                raise _cancellation_error(call, error) from error
            except Exception as error:
                log.exception("%s failed", name)
                call.outcome = Internal.code
                reason = f"{type(error).__name__}: {error}"
                raise Internal(f"{name} failed inside tabwire: {reason}") from error
            finally:
                # The caller does not wait for the log.
                asyncio.get_running_loop().call_soon(_log, call, call.age_s)

    def _look_up(self, call: Call) -> Command:
        """Return the command, if the hub accepts calls and the caller may see it."""
        if self._is_closing:
            raise BrowserDisconnected("The hub is shutting down.", next_step="Call again in a few seconds.")
        self._hub.activity.check_call_limit(call.caller)
        command = self.registry.get(call.command)
        enforce(self._policy.decide_command(call.caller, command))
        return command

    async def _subject(self, call: Call, attempt: Attempt) -> object:
        """Return the command's subject: the hub, the caller's session, or one of its tabs."""
        command = attempt.command
        if command.scope is HubState:
            return self._hub
        if command.scope is Operations:
            return Operations(call.caller.identity, self._hub.journal, self._hub.activity)
        if command.scope is Steps:
            return Steps(partial(self.call, call.caller))
        subject = await self._hub.sessions.subject_for(call.caller, command, attempt.arguments)
        if isinstance(subject, Tab):
            call.tab = subject.id
        return subject


def enforce(decision: Decision) -> None:
    """Act on a policy decision. Nothing else does."""
    match decision:
        case Allow():
            return
        case Deny(reason):
            raise reason.error()
        case _:
            assert_never(decision)


def parse(command: Command, raw: object) -> tuple[CommonParameters, Arguments]:
    """Check the parameters of a call: the common ones and the command's own."""
    common, own = split_parameters(command, raw)
    return common, command.parse(own)


def split_parameters(command: Command, raw: object) -> tuple[CommonParameters, object]:
    """Separate the common parameters from the command's own."""
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


def _cancellation_error(call: Call, error: asyncio.CancelledError) -> BaseException:
    """Return the cancellation itself, or an error for the client if `cancel` stopped the call."""
    if not call.is_stopped or call.task is None:
        return error
    call.task.uncancel()
    return UnknownOutcome(f"{call.command} was stopped with `cancel`. It may have acted.")


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


@asynccontextmanager
async def _turn(subject: object, command: Command) -> AsyncIterator[None]:
    """Run acting commands in one tab one after another; urgent and read-only ones do not queue."""
    if not isinstance(subject, Tab):
        yield
        return
    waits = command.effect is Effect.ACT and not command.declaration.urgent
    async with subject.acting() if waits else nullcontext():
        try:
            yield
        finally:
            subject.last_used_at = time.monotonic()


async def _run_in_time(attempt: Attempt, run: Callable[[], Awaitable[Result]], progress: Progress) -> Result:
    """Run the command under one deadline, and report how it ended."""
    deadline_s = _deadline_s(attempt.command, attempt.arguments)
    async with _reporting(attempt.command, deadline_s, progress):
        try:
            async with asyncio.timeout(deadline_s):
                return await _run_with_retries(attempt.command, run)
        except TimeoutError as error:
            raise _or_unknown_outcome(attempt, await _explain_timeout(attempt, deadline_s)) from error
        except BrowserDisconnected as error:
            raise _or_unknown_outcome(attempt, error) from error


async def _run_with_retries(command: Command, run: Callable[[], Awaitable[Result]]) -> Result:
    """Run the command; retry a read-only one if the link drops."""
    tries_left = READ_TRIES if command.effect is Effect.READ else 1
    while True:
        tries_left -= 1
        try:
            return await run()
        except LinkLost:
            if not tries_left:
                raise


def _or_unknown_outcome(attempt: Attempt, error: TabwireError) -> TabwireError:
    """Return UNKNOWN_OUTCOME if a time-out or a lost link interrupted an action, else the error itself."""
    is_lost = isinstance(error, LinkLost) and attempt.has_begun and attempt.command.effect is Effect.ACT
    if isinstance(error, PageUnresponsive) or not (attempt.has_acted or is_lost):
        return error
    return UnknownOutcome(
        f"{attempt.command.name} was interrupted: {error.message} It may have acted.",
        cause=error.code,
    )


async def _explain_timeout(attempt: Attempt, deadline_s: float) -> TabwireError:
    """Find out what delayed the command; unblock a stuck page."""
    name, tab = attempt.command.name, attempt.subject
    if not isinstance(tab, Tab):
        return Timeout(f"{name} did not finish within {deadline_s:g} s.", next_step="Try again.")
    if not attempt.has_begun:
        return Timeout(
            f"{name} did not start: it waited {deadline_s:g} s for earlier work in tab {tab.id}.",
            next_step="Wait for that work, or stop it: `operations` lists it, `cancel` stops it.",
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
