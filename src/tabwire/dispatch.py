"""The path of every request: look up, parse, authorize, run under one deadline."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext, suppress

from tabwire.errors import BrowserDisconnected, Internal, TabwireError, Timeout
from tabwire.policy.callers import Caller
from tabwire.policy.policy import Policy
from tabwire.registry import Arguments, Command, Effect, Registry, Result
from tabwire.session.hub_state import HubState
from tabwire.session.tab import Tab

log = logging.getLogger("tabwire.command")

PROGRESS_EVERY_S = 1.0
# A command with a time-out of its own tells it better than the dispatcher can: leave it room to do so.
OWN_TIMEOUT_MARGIN_S = 5.0

MCP_PREFIX = "browser_"

Progress = Callable[[float, float, str], Awaitable[None]]


async def no_progress(elapsed_s: float, total_s: float, message: str) -> None:
    """Take a progress report and show it to nobody."""


class Dispatcher:
    """Everything between a door and a command."""

    def __init__(self, registry: Registry, hub: HubState, policy: Policy) -> None:
        self.registry = registry
        self._hub = hub
        self._policy = policy
        self.running = 0
        self._is_closing = False

    def visible(self, caller: Caller) -> list[Command]:
        """List the commands that exist for this caller."""
        return [command for command in self.registry if self._policy.may_see(caller, command)]

    def refuse_new(self) -> None:
        """Refuse commands from now on; those under way go on."""
        self._is_closing = True

    async def call(self, caller: Caller, name: str, raw: object, progress: Progress = no_progress) -> Result:
        """Run one command for one caller. It returns a result or fails with a `TabwireError`."""
        started = time.monotonic()
        self.running += 1
        outcome = "ok"
        try:
            return await self._call(caller, name, raw, progress)
        except TabwireError as error:
            outcome = error.code
            raise
        except asyncio.CancelledError:
            outcome = "cancelled"
            raise
        except Exception as error:
            outcome = Internal.code
            log.exception("%s failed", name)
            raise Internal(f"{name} failed inside tabwire: {type(error).__name__}: {error}") from error
        finally:
            self.running -= 1
            took_ms = (time.monotonic() - started) * 1000
            log.info(
                "command",
                extra={
                    "facts": {
                        "caller": caller.name,
                        "session": caller.session,
                        "command": name[:80],
                        "outcome": outcome,
                        "ms": round(took_ms, 1),
                    }
                },
            )

    async def _call(self, caller: Caller, name: str, raw: object, progress: Progress) -> Result:
        if self._is_closing:
            raise BrowserDisconnected("The hub is shutting down.", next_step="Call again in a few seconds.")
        command = self.registry.get(name.removeprefix(MCP_PREFIX))
        self._policy.check_command(caller, command)
        arguments = command.parse(raw)
        self._policy.authorize(caller, command, arguments)
        deadline_s = _deadline_s(command, arguments)
        target: object = None
        async with _reporting(command, deadline_s, progress):
            try:
                async with asyncio.timeout(deadline_s):
                    target = await self._target(caller, command, arguments)
                    async with _turn(target, command):
                        return await command.call(target, arguments)
            except TimeoutError as error:
                raise await _explain_timeout(command, deadline_s, target) from error

    async def _target(self, caller: Caller, command: Command, arguments: Arguments) -> object:
        """Return what the command works on: the hub, the caller's session, or a tab of it."""
        if command.scope is HubState:
            return self._hub
        return await self._hub.sessions.target_for(caller, command, arguments)


def _deadline_s(command: Command, arguments: Arguments) -> float:
    own = getattr(arguments, "timeout_s", None)
    return command.declaration.deadline_s if own is None else float(own) + OWN_TIMEOUT_MARGIN_S


def _turn(target: object, command: Command) -> AbstractAsyncContextManager[object]:
    """Let acting commands on one tab run one after the other; urgent ones and readers do not queue."""
    if isinstance(target, Tab) and command.effect is Effect.ACT and not command.declaration.urgent:
        return target.turn
    return nullcontext()


async def _explain_timeout(command: Command, deadline_s: float, target: object) -> TabwireError:
    """Look at what held the command up; a stuck page is freed."""
    if isinstance(target, Tab):
        return await target.explain_timeout(command.name, deadline_s)
    return Timeout(f"{command.name} was not done within {deadline_s:g} s.", next_step="Try again.")


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
        with suppress(asyncio.CancelledError):
            await reporter


async def _report(name: str, total_s: float, progress: Progress) -> None:
    started = time.monotonic()
    while True:
        await asyncio.sleep(PROGRESS_EVERY_S)
        elapsed_s = time.monotonic() - started
        await progress(elapsed_s, total_s, f"{name}: {elapsed_s:.0f} s of at most {total_s:.0f} s")
