"""Chrome's native messaging: a length of four bytes, then JSON. The host process only passes bytes on."""

from __future__ import annotations

import asyncio
import json
import struct
from collections.abc import AsyncIterator
from contextlib import suppress

from tabwire.links.link import LinkClosed
from tabwire.links.outgoing import check_room

# Chrome accepts at most 1 MiB per message; a longer one is sent in pieces, each with room for its frame.
PIECE_MAX = 900 * 1024
# Chrome sends at most 64 MiB per message.
FRAME_MAX = 64 * 1024 * 1024
_LENGTH = struct.Struct("=I")


class NativeLink:
    """Speak native messaging over the stream of a host process."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    def send(self, frame: bytes) -> None:
        """Queue one frame, in pieces if it is long; raise `LinkClosed` if the other end is gone."""
        if self._writer.is_closing():
            raise LinkClosed("the native messaging host is gone")
        check_room(self._writer.transport.get_write_buffer_size())
        for piece in pieces(frame):
            self._writer.write(_LENGTH.pack(len(piece)) + piece)

    async def frames(self) -> AsyncIterator[bytes | str]:
        """Yield frames until the other end is gone or sends an invalid one."""
        with suppress(asyncio.IncompleteReadError, OSError):
            while True:
                (length,) = _LENGTH.unpack(await self._reader.readexactly(_LENGTH.size))
                if length > FRAME_MAX:
                    return
                yield await self._reader.readexactly(length)

    async def close(self) -> None:
        """Close the stream; the host process ends with it."""
        self._writer.close()
        with suppress(OSError):
            await self._writer.wait_closed()


def pieces(frame: bytes) -> list[bytes]:
    """Cut a frame into messages that Chrome accepts; a short one stays as it is."""
    if len(frame) <= PIECE_MAX:
        return [frame]
    cut = list(_cut(frame.decode()))
    return [
        json.dumps({"piece": text, "last": number == len(cut)}, ensure_ascii=False).encode()
        for number, text in enumerate(cut, 1)
    ]


def _cut(text: str) -> list[str]:
    """Cut so that each part, quoted once more as JSON, stays below the limit."""
    parts: list[str] = []
    start = 0
    while start < len(text):
        # Frames are plain ASCII, which quoting at most doubles; most parts hardly grow.
        size = PIECE_MAX
        while len(json.dumps(text[start : start + size], ensure_ascii=False)) > PIECE_MAX:
            size = size * 3 // 4
        parts.append(text[start : start + size])
        start += size
    return parts
