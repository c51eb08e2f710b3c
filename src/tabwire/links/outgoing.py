"""Frames on their way out. A peer that does not read gets no more before they fill the memory."""

from __future__ import annotations

import asyncio

from tabwire.links.link import LinkClosed

# Room for what is large, such as files that travel inside a frame; no peer that reads lets as much wait.
WAITING_MAX_BYTES = 64 * 1024 * 1024


def check_room(waiting_bytes: int) -> None:
    """Refuse to queue more for a peer that has let so much wait."""
    if waiting_bytes > WAITING_MAX_BYTES:
        raise LinkClosed("the other end does not read")


class Outgoing:
    """A queue of frames that knows how many bytes wait in it."""

    def __init__(self) -> None:
        self._frames: asyncio.Queue[bytes] = asyncio.Queue()
        self._waiting_bytes = 0

    def put(self, frame: bytes) -> None:
        """Queue one frame; raise `LinkClosed` when too much waits already."""
        check_room(self._waiting_bytes)
        self._waiting_bytes += len(frame)
        self._frames.put_nowait(frame)

    async def next(self) -> bytes:
        """Wait for the next frame to send."""
        return await self._frames.get()

    def sent(self, frame: bytes) -> None:
        """Note that a frame is on its way."""
        self._waiting_bytes -= len(frame)
        self._frames.task_done()

    async def drained(self) -> None:
        """Wait until everything is sent."""
        await self._frames.join()
