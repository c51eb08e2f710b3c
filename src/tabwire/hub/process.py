"""The hub process: which clients it serves, when it makes room for a newer hub, when it ends."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Protocol

from tabwire import __version__
from tabwire.hub.discovery import Discovery, remove_discovery, write_discovery
from tabwire.hub.listener import Client, Listener, greeted
from tabwire.hub_socket.greeting import (
    COMMAND_SURFACE,
    CONTROL_SURFACES,
    DRAIN_SURFACE,
    MCP_SURFACE,
    PROTOCOL,
    RELAY_SURFACE,
    STOP_SURFACE,
    Greeting,
    NotAGreeting,
    is_newer,
)
from tabwire.hub_socket.lock import Lock
from tabwire.places import Places

log = logging.getLogger("tabwire.hub")

WATCH_EVERY_S = 1.0
# The client that started the hub connects soon, even on a busy machine.
FIRST_CLIENT_WITHIN_S = 10.0
# A stop takes at most ten seconds: seven for running commands, the rest for closing browsers.
FINISH_COMMANDS_S = 7.0
POLL_EVERY_S = 0.02


class Work(Protocol):
    """What a hub serves; `app` builds it."""

    @property
    def http(self) -> str:
        """Return the address that HTTP is served on."""

    @property
    def notes(self) -> list[str]:
        """Return notes for the user, such as a taken port."""

    @property
    def running(self) -> int:
        """Return the number of running commands."""

    def is_needed(self) -> bool:
        """Return whether something other than a client needs the hub, such as a named session."""

    async def serve(self, client: Client) -> None:
        """Serve one client through the surface it requested, until either side ends."""

    def refuse_new(self) -> None:
        """Refuse new commands; running ones continue."""

    async def make_room(self) -> None:
        """Free the HTTP port; connected clients are still served."""


class Hub:
    """One hub process, from the moment its work is ready."""

    def __init__(
        self,
        places: Places,
        lock: Lock,
        work: Work,
        *,
        idle_exit_s: float,
        build: str = __version__,
        protocol: int = PROTOCOL,
    ) -> None:
        self._places = places
        self._lock = lock
        self._work = work
        self._idle_exit_s = idle_exit_s
        self._build = build
        self._protocol = protocol
        self._started = datetime.now(UTC).isoformat(timespec="seconds")
        self._connections: set[asyncio.Task[None]] = set()
        self._clients = 0
        self._needed_until = time.monotonic() + FIRST_CLIENT_WITHIN_S
        self._ended = asyncio.Event()
        self._listener: Listener | None = None
        self._is_replaced = False

    def stop(self) -> None:
        """Start to shut down: refuse new work, give running commands a few seconds, close."""
        self._ended.set()

    async def run(self) -> None:
        """Serve until stopped, idle for long, or replaced by a newer hub and without clients."""
        try:
            async with asyncio.TaskGroup() as tasks:
                self._open(tasks)
                watching = tasks.create_task(self._watch(tasks))
                with _on_signals(self.stop):
                    await self._ended.wait()
                    watching.cancel()
                    await self._finish()
                for connection in self._connections:
                    connection.cancel()
        finally:
            self._close()
            remove_discovery(self._places.discovery)
            log.info("hub ended")

    def _open(self, tasks: asyncio.TaskGroup) -> None:
        self._listener = Listener(self._places.socket)
        self._accepting = tasks.create_task(self._accept(self._listener, tasks))
        self._announce()
        log.info("hub ready", extra={"facts": {"build": self._build, "http": self._work.http}})
        for note in self._work.notes:
            log.warning(note)

    def _close(self) -> None:
        """Stop listening on the local socket."""
        if self._listener is not None:
            self._accepting.cancel()
            self._listener.close()
        self._listener = None

    def _announce(self) -> None:
        discovery = Discovery(
            pid=os.getpid(),
            http=self._work.http,
            build=self._build,
            protocol=self._protocol,
            started=self._started,
            socket=self._places.socket,
            notes=self._work.notes,
        )
        try:
            write_discovery(self._places.discovery, discovery)
        except OSError as error:
            log.warning("cannot write the discovery file: %s", error)

    async def _accept(self, listener: Listener, tasks: asyncio.TaskGroup) -> None:
        while True:
            try:
                link = await listener.accept()
            except OSError as error:
                # Most likely out of file descriptors: waiting clients are accepted once others leave.
                log.warning("cannot accept a client: %s", error)
                await asyncio.sleep(POLL_EVERY_S)
                continue
            connection = tasks.create_task(self._serve_connection(link))
            self._connections.add(connection)
            connection.add_done_callback(self._connections.discard)

    async def _serve_connection(self, link: socket.socket) -> None:
        """Serve one connection; its failures do not affect others."""
        try:
            client = await greeted(link)
        except (NotAGreeting, TimeoutError, OSError) as error:
            log.info("closed a connection without a greeting: %s", error)
            return
        try:
            await self._answer_greeting(client)
        except OSError as error:
            log.info("client disconnected: %s", error)
        except Exception:
            # A failure with one client must not affect the others.
            log.exception("serving a client failed")
        finally:
            await client.close()

    async def _answer_greeting(self, client: Client) -> None:
        if client.greeting.surface in CONTROL_SURFACES:
            await self._control(client)
            return
        refusal = self._refusal(client.greeting)
        await client.answer(refusal or self._about())
        if refusal is None:
            await self._serve(client)

    async def _serve(self, client: Client) -> None:
        self._clients += 1
        try:
            await self._work.serve(client)
        finally:
            self._clients -= 1
            self._needed_until = time.monotonic()

    async def _control(self, client: Client) -> None:
        surface = client.greeting.surface
        # Two newer clients may both ask; the second must not replace the hub that the first one started.
        if surface == DRAIN_SURFACE and is_newer(client.greeting.build, self._build):
            log.info("making room for a newer hub", extra={"facts": {"newer": client.greeting.build}})
            await self._make_room()
        await client.answer(self._about())
        if surface == STOP_SURFACE:
            self.stop()

    def _about(self) -> Greeting:
        """Return the hub's greeting: its version, address and state."""
        facts = {
            "build": self._build,
            "pid": str(os.getpid()),
            "http": self._work.http,
            "clients": str(self._clients),
            "running": str(self._work.running),
            "started": self._started,
            "notes": "\n".join(self._work.notes),
        }
        return Greeting(facts, self._protocol)

    def _refusal(self, greeting: Greeting) -> Greeting | None:
        """Return why this client cannot be served, or None."""
        if greeting.protocol != self._protocol:
            return self._refuse(
                "VERSION_MISMATCH",
                f"This program is tabwire {greeting.build} (protocol {greeting.protocol}); "
                f"the running hub is tabwire {self._build} (protocol {self._protocol}).",
                "Update both to the same version (pip install --upgrade tabwire), then `tabwire hub stop`: "
                "the next program starts a matching hub.",
            )
        if greeting.surface not in {MCP_SURFACE, COMMAND_SURFACE, RELAY_SURFACE}:
            return self._refuse("INVALID_PARAMS", f'The hub has no surface "{greeting.surface[:80]}".', "")
        return None

    def _refuse(self, code: str, message: str, next_step: str) -> Greeting:
        facts = {"build": self._build, "error": code, "message": message, "next_step": next_step}
        return Greeting(facts, self._protocol)

    async def _watch(self, tasks: asyncio.TaskGroup) -> None:
        """Check every second whether clients can find the hub and whether it is still needed."""
        while True:
            await asyncio.sleep(min(WATCH_EVERY_S, self._idle_exit_s / 2))
            await self._restore_files(tasks)
            if self._is_busy():
                self._needed_until = time.monotonic()
            elif self._is_replaced or time.monotonic() - self._needed_until >= self._idle_exit_s:
                log.info("idle: the hub is no longer needed")
                self.stop()

    def _is_busy(self) -> bool:
        if self._clients or self._work.running:
            return True
        return not self._is_replaced and self._work.is_needed()

    async def _restore_files(self, tasks: asyncio.TaskGroup) -> None:
        """Restore a removed socket or discovery file; make room if the folder or the lock is lost."""
        if self._is_replaced:
            return
        if not os.path.isdir(self._places.state):
            log.warning("state folder removed; serving only connected clients")
            await self._make_room()
        elif not self._lock.is_in_place() and not self._lock.renew():
            log.warning("another hub has taken over; serving only connected clients")
            await self._make_room()
        elif self._listener is None or not self._listener.is_in_place():
            log.warning("socket removed; listening again")
            self._close()
            with contextlib.suppress(OSError):
                self._open(tasks)
        elif not os.path.exists(self._places.discovery):
            self._announce()

    async def _make_room(self) -> None:
        """Leave socket, port and lock to another hub; keep serving connected clients."""
        if self._is_replaced:
            return
        self._is_replaced = True
        self._close()
        remove_discovery(self._places.discovery)
        await self._work.make_room()
        self._lock.release()

    async def _finish(self) -> None:
        """Refuse new clients and commands, and give running commands time to finish."""
        self._close()
        self._work.refuse_new()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(FINISH_COMMANDS_S):
                while self._work.running:  # noqa: ASYNC110  (work has no event for this)
                    await asyncio.sleep(POLL_EVERY_S)


@contextlib.contextmanager
def _on_signals(stop: Callable[[], None]) -> Iterator[None]:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop)
    try:
        yield
    finally:
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.remove_signal_handler(number)
