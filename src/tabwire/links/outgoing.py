"""Outgoing frames, bounded: a peer that does not read must not fill our memory."""

from __future__ import annotations

import asyncio

from tabwire.links.link import LinkClosed

# Enough for large frames, such as those with files; a peer that reads never has this much queued.
WAITING_MAX_BYTES = 64 * 1024 * 1024


def check_room(waiting_bytes: int) -> None:
    """Refuse to queue more for a peer that does not read."""
    if waiting_bytes > WAITING_MAX_BYTES:
        raise LinkClosed("the other end does not read")


class Outgoing:
    """A queue of frames that counts its bytes."""

    def __init__(self) -> None:
        self._frames: asyncio.Queue[bytes] = asyncio.Queue()
        self._waiting_bytes = 0

    def put(self, frame: bytes) -> None:
        """Queue one frame; raise `LinkClosed` if too much is queued."""
        check_room(self._waiting_bytes)
        self._waiting_bytes += len(frame)
        self._frames.put_nowait(frame)

    async def next(self) -> bytes:
        """Wait for the next frame to send."""
        return await self._frames.get()

    def sent(self, frame: bytes) -> None:
        """Record that a frame was sent."""
        self._waiting_bytes -= len(frame)
        self._frames.task_done()

    async def drained(self) -> None:
        """Wait until everything is sent."""
        await self._frames.join()
