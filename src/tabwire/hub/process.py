"""The life of the hub: who is let in, when it makes room for a newer one, when it ends."""

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
# Whoever started the hub is about to greet it, however busy the machine is.
FIRST_CLIENT_WITHIN_S = 10.0
# A stop takes at most ten seconds: these for commands under way, the rest for closing browsers.
FINISH_COMMANDS_S = 7.0
LOOK_AGAIN_S = 0.02


class Work(Protocol):
    """What a hub carries; `app` composes it."""

    @property
    def http(self) -> str:
        """Return the address that HTTP is served on."""

    @property
    def notes(self) -> list[str]:
        """Return what the user should know, such as a taken port."""

    @property
    def running(self) -> int:
        """Return how many commands are under way."""

    def is_needed(self) -> bool:
        """Tell whether something besides connected clients needs the hub, such as a named session."""

    async def serve(self, client: Client) -> None:
        """Talk to one client through the surface it asked for, until either side ends it."""

    def refuse_new(self) -> None:
        """Refuse commands from now on; those under way go on."""

    async def make_room(self) -> None:
        """Give up the HTTP port; connected clients are still served."""


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
        """Begin the end: refuse new work, let commands finish for a few seconds, close."""
        self._ended.set()

    async def run(self) -> None:
        """Serve until told to stop, until idle for long, or until a newer hub took over and all left."""
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
            log.warning("the discovery file cannot be written: %s", error)

    async def _accept(self, listener: Listener, tasks: asyncio.TaskGroup) -> None:
        while True:
            try:
                link = await listener.accept()
            except OSError as error:
                # Out of files, most likely: those who wait are served when somebody leaves.
                log.warning("a client could not be accepted: %s", error)
                await asyncio.sleep(LOOK_AGAIN_S)
                continue
            connection = tasks.create_task(self._meet(link))
            self._connections.add(connection)
            connection.add_done_callback(self._connections.discard)

    async def _meet(self, link: socket.socket) -> None:
        """Serve one connection; whatever goes wrong with it stays with it."""
        try:
            client = await greeted(link)
        except (NotAGreeting, TimeoutError, OSError) as error:
            log.info("a connection without a greeting was closed: %s", error)
            return
        try:
            await self._attend(client)
        except OSError as error:
            log.info("a client went away: %s", error)
        except Exception:
            # Whatever one client brought to fail, the others are served on.
            log.exception("serving a client failed")
        finally:
            await client.close()

    async def _attend(self, client: Client) -> None:
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
        # Two newer clients may both ask; the second one must not send away the hub that the first started.
        if surface == DRAIN_SURFACE and is_newer(client.greeting.build, self._build):
            log.info("making room for a newer hub", extra={"facts": {"newer": client.greeting.build}})
            await self._make_room()
        await client.answer(self._about())
        if surface == STOP_SURFACE:
            self.stop()

    def _about(self) -> Greeting:
        """Return the hub's line: who it is and how it fares."""
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
        """Return why this client cannot be served, if it cannot."""
        if greeting.protocol != self._protocol:
            return self._refuse(
                "VERSION_MISMATCH",
                f"This program is tabwire {greeting.build} and speaks protocol {greeting.protocol}; "
                f"the running hub is tabwire {self._build} and speaks protocol {self._protocol}.",
                "Bring both to the same version (pip install --upgrade tabwire), then `tabwire hub stop`: "
                "the next program starts a fitting hub.",
            )
        if greeting.surface not in {MCP_SURFACE, COMMAND_SURFACE, RELAY_SURFACE}:
            return self._refuse("INVALID_PARAMS", f'The hub has no surface "{greeting.surface[:80]}".', "")
        return None

    def _refuse(self, code: str, message: str, next_step: str) -> Greeting:
        facts = {"build": self._build, "error": code, "message": message, "next_step": next_step}
        return Greeting(facts, self._protocol)

    async def _watch(self, tasks: asyncio.TaskGroup) -> None:
        """Look every second whether clients still find the hub and whether anybody needs it."""
        while True:
            await asyncio.sleep(min(WATCH_EVERY_S, self._idle_exit_s / 2))
            await self._stay_findable(tasks)
            if self._is_busy():
                self._needed_until = time.monotonic()
            elif self._is_replaced or time.monotonic() - self._needed_until >= self._idle_exit_s:
                log.info("nobody needs the hub any more")
                self.stop()

    def _is_busy(self) -> bool:
        if self._clients or self._work.running:
            return True
        return not self._is_replaced and self._work.is_needed()

    async def _stay_findable(self, tasks: asyncio.TaskGroup) -> None:
        """Put a removed socket or discovery file back; step aside when the folder or the lock is lost."""
        if self._is_replaced:
            return
        if not os.path.isdir(self._places.state):
            log.warning("the state folder was removed; serving only those already connected")
            await self._make_room()
        elif not self._lock.is_in_place() and not self._lock.renew():
            log.warning("another hub has taken over; serving only those already connected")
            await self._make_room()
        elif self._listener is None or not self._listener.is_in_place():
            log.warning("the socket was removed; listening again")
            self._close()
            with contextlib.suppress(OSError):
                self._open(tasks)
        elif not os.path.exists(self._places.discovery):
            self._announce()

    async def _make_room(self) -> None:
        """Leave socket, port and lock to another hub, and go on with the clients that are here."""
        if self._is_replaced:
            return
        self._is_replaced = True
        self._close()
        remove_discovery(self._places.discovery)
        await self._work.make_room()
        self._lock.release()

    async def _finish(self) -> None:
        """Take no more clients and commands, and give those under way their time."""
        self._close()
        self._work.refuse_new()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(FINISH_COMMANDS_S):
                while self._work.running:  # noqa: ASYNC110  (work counts its commands and signals nothing)
                    await asyncio.sleep(LOOK_AGAIN_S)


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
