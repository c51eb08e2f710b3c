"""The hub's local socket: private to its user, and put back when something removes it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from dataclasses import dataclass

from tabwire.hub_socket.greeting import LINE_MAX, Greeting, NotAGreeting, read_greeting
from tabwire.hub_socket.peer import peer_uid

BACKLOG = 256
GREETING_DEADLINE_S = 5.0
# How much a client may send ahead of the surface that reads it.
STREAM_LIMIT = 1024 * 1024


@dataclass(frozen=True)
class Client:
    """One accepted connection: what it said first, and its two directions."""

    greeting: Greeting
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def answer(self, answer: Greeting) -> None:
        """Send the hub's line."""
        self.writer.write(answer.to_line())
        await self.writer.drain()

    async def close(self) -> None:
        """End the connection."""
        self.writer.close()
        with contextlib.suppress(OSError):
            await self.writer.wait_closed()


class Listener:
    """The listening socket and the file that names it. Only the holder of the lock may make one."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._socket = _listen(path)
        self._file = os.stat(path)

    def is_in_place(self) -> bool:
        """Tell whether clients still find the socket under its path."""
        with contextlib.suppress(FileNotFoundError):
            found = os.stat(self._path)
            return (found.st_dev, found.st_ino) == (self._file.st_dev, self._file.st_ino)
        return False

    async def accept(self) -> socket.socket:
        """Wait for the next connection of the hub's own user; others are cut off unread."""
        loop = asyncio.get_running_loop()
        while True:
            link, _ = await loop.sock_accept(self._socket)
            link.setblocking(False)
            if peer_uid(link) == os.getuid():
                return link
            link.close()

    def close(self) -> None:
        """Stop listening; remove the file unless it is already somebody else's."""
        if self.is_in_place():
            os.unlink(self._path)
        self._socket.close()


def _listen(path: str) -> socket.socket:
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.setblocking(False)
    with contextlib.suppress(FileNotFoundError):
        os.unlink(path)
    before = os.umask(0o177)
    try:
        listener.bind(path)
    finally:
        os.umask(before)
    listener.listen(BACKLOG)
    return listener


async def greeted(link: socket.socket) -> Client:
    """Read the greeting within its limits of time and size, and open the streams."""
    try:
        async with asyncio.timeout(GREETING_DEADLINE_S):
            greeting = read_greeting(await _first_line(link))
        reader, writer = await asyncio.open_unix_connection(sock=link, limit=STREAM_LIMIT)
    except BaseException:
        link.close()
        raise
    return Client(greeting, reader, writer)


async def _first_line(link: socket.socket) -> bytes:
    """Read one line; more than one is refused, for a client waits for the hub's answer."""
    loop = asyncio.get_running_loop()
    line = b""
    while not line.endswith(b"\n"):
        part = await loop.sock_recv(link, LINE_MAX)
        line += part
        if not part or len(line) > LINE_MAX or b"\n" in line[:-1]:
            raise NotAGreeting(repr(line[:80]))
    return line
