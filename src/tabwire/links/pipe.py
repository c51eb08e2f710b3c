"""The DevTools pipe: frames end with a NUL byte. No port is open, and Chrome ends when the pipe does."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from typing import BinaryIO

from tabwire.links.link import LinkClosed
from tabwire.links.outgoing import check_room

READ_SIZE = 1 << 20


class PipeLink:
    """Speak to a Chrome started with `--remote-debugging-pipe`."""

    def __init__(
        self, reader: asyncio.StreamReader, reading: asyncio.ReadTransport, writing: asyncio.WriteTransport
    ) -> None:
        self._reader = reader
        self._reading = reading
        self._writing = writing

    @classmethod
    async def open(cls, read_fd: int, write_fd: int) -> PipeLink:
        """Take over both descriptors; they are closed with the link."""
        loop = asyncio.get_running_loop()
        reader = asyncio.StreamReader(limit=READ_SIZE)
        incoming: BinaryIO = os.fdopen(read_fd, "rb", 0)
        outgoing: BinaryIO = os.fdopen(write_fd, "wb", 0)
        reading, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), incoming)
        writing, _ = await loop.connect_write_pipe(asyncio.BaseProtocol, outgoing)
        return cls(reader, reading, writing)

    def send(self, frame: bytes) -> None:
        """Queue one frame; raise `LinkClosed` if Chrome is gone or does not read."""
        if self._writing.is_closing():
            raise LinkClosed("the DevTools pipe is closed")
        check_room(self._writing.get_write_buffer_size())
        self._writing.write(frame + b"\0")

    async def frames(self) -> AsyncIterator[bytes | str]:
        """Yield frames until Chrome closes the pipe."""
        parts: list[bytes] = []
        while chunk := await self._reader.read(READ_SIZE):
            first, *rest = chunk.split(b"\0")
            parts.append(first)
            for piece in rest:
                yield b"".join(parts)
                parts = [piece]

    async def close(self) -> None:
        """Close both ends."""
        if not self._writing.is_closing():
            self._writing.abort()
        self._reading.close()
