"""Lines of JSON from a stream, however long, without trusting the sender to end them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import TypeAlias

MAX_LINE_BYTES = 32 * 1024 * 1024
CHUNK_BYTES = 256 * 1024


class LineTooLong:
    """Stands for a line that was longer than allowed and was thrown away."""


Line: TypeAlias = bytes | LineTooLong


async def lines(reader: asyncio.StreamReader, limit: int = MAX_LINE_BYTES) -> AsyncGenerator[Line, None]:
    """Yield each line without its end; a line over the limit is skipped and reported once."""
    parts: list[bytes] = []
    size = 0
    while chunk := await reader.read(CHUNK_BYTES):
        *ended, rest = chunk.split(b"\n")
        for piece in ended:
            yield b"".join((*parts, piece)) if size + len(piece) <= limit else LineTooLong()
            parts, size = [], 0
        size += len(rest)
        parts = [*parts, rest] if size <= limit else []
