"""Read lines of limited length from a stream."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import TypeAlias

MAX_LINE_BYTES = 32 * 1024 * 1024
CHUNK_BYTES = 256 * 1024


class LineTooLong:
    """Replaces a line that exceeded the limit and was dropped."""


Line: TypeAlias = bytes | LineTooLong


async def lines(reader: asyncio.StreamReader, limit: int = MAX_LINE_BYTES) -> AsyncGenerator[Line, None]:
    """Yield each line without its newline; replace a line over the limit with `LineTooLong`."""
    parts: list[bytes] = []
    size = 0
    while chunk := await reader.read(CHUNK_BYTES):
        *ended, rest = chunk.split(b"\n")
        for piece in ended:
            yield b"".join((*parts, piece)) if size + len(piece) <= limit else LineTooLong()
            parts, size = [], 0
        size += len(rest)
        parts = [*parts, rest] if size <= limit else []
