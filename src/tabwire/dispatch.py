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
# A command with a time-out of its own tells it better than the dispatcher can: leave it room to do so.
OWN_TIMEOUT_MARGIN_S = 5.0

NAME_MAX = 80
READ_TRIES = 3

Progress = Callable[[float, float, str], Awaitable[None]]


async def no_progress(elapsed_s: float, total_s: float, message: str) -> None:
    """Take a progress report and show it to nobody."""


class CommonParameters(BaseModel):
    """What every command takes beside its own parameters; said once to clients, not in each schema."""

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
        with self._accounted(caller, name) as call:
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
    def _accounted(self, caller: Caller, name: str) -> Iterator[Call]:
        """Count and log a call; make a `TabwireError` of whatever else it fails with."""
        name = name[:NAME_MAX]
        with self._hub.activity.under_way(caller, name) as call:
            try:
                yield call
            except TabwireError as error:
                call.outcome = error.code
                raise
            except asyncio.CancelledError as error:
                raise _unless_stopped(call, error) from error
            except Exception as error:
                log.exception("%s failed", name)
                call.outcome = Internal.code
                reason = f"{type(error).__name__}: {error}"
                raise Internal(f"{name} failed inside tabwire: {reason}") from error
            finally:
                # Whoever called does not wait until the line is written.
                asyncio.get_running_loop().call_soon(_log, call, call.age_s)

    def _look_up(self, call: Call) -> Command:
        """Return the command, if the hub takes calls now and the caller may know of it."""
        if self._is_closing:
            raise BrowserDisconnected("The hub is shutting down.", next_step="Call again in a few seconds.")
        self._hub.activity.check_room(call.caller)
        command = self.registry.get(call.command)
        enforce(self._policy.decide_command(call.caller, command))
        return command

    async def _subject(self, call: Call, attempt: Attempt) -> object:
        """Return what the command works on: the hub, the caller's session, or a tab of it."""
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
    """Act on a decision of policy: the only place that does."""
    match decision:
        case Allow():
            return
        case Deny(reason):
            raise reason.error()
        case _:
            assert_never(decision)


def parse(command: Command, raw: object) -> tuple[CommonParameters, Arguments]:
    """Check the parameters of a call: those that every command takes, and the command's own."""
    common, own = split_parameters(command, raw)
    return common, command.parse(own)


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


@asynccontextmanager
async def _turn(subject: object, command: Command) -> AsyncIterator[None]:
    """Let acting commands on one tab run one after the other; urgent ones and readers do not queue."""
    if not isinstance(subject, Tab):
        yield
        return
    waits = command.effect is Effect.ACT and not command.declaration.urgent
    async with subject.acting() if waits else nullcontext():
        try:
            yield
        finally:
            subject.left_at = time.monotonic()


async def _run_in_time(attempt: Attempt, run: Callable[[], Awaitable[Result]], progress: Progress) -> Result:
    """Run the command under one deadline, and tell the truth about how it ended."""
    deadline_s = _deadline_s(attempt.command, attempt.arguments)
    async with _reporting(attempt.command, deadline_s, progress):
        try:
            async with asyncio.timeout(deadline_s):
                return await _run_until_read(attempt.command, run)
        except TimeoutError as error:
            raise _or_unknown_outcome(attempt, await _explain_timeout(attempt, deadline_s)) from error
        except BrowserDisconnected as error:
            raise _or_unknown_outcome(attempt, error) from error


async def _run_until_read(command: Command, run: Callable[[], Awaitable[Result]]) -> Result:
    """Run the command; retry it if the link to a user's browser drops and it only reads."""
    tries_left = READ_TRIES if command.effect is Effect.READ else 1
    while True:
        tries_left -= 1
        try:
            return await run()
        except LinkLost:
            if not tries_left:
                raise


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
    name, tab = attempt.command.name, attempt.subject
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
