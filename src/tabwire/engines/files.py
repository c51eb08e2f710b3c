"""Files as bytes, for browsers that may not read them."""

from __future__ import annotations

import asyncio
import base64
import mimetypes
from collections.abc import Sequence
from pathlib import Path

from tabwire.protocol.page_agent.elements import FileBytes


async def read_files(paths: Sequence[str]) -> list[FileBytes]:
    """Read files as name, type and bytes."""
    return [await asyncio.to_thread(_read_file, Path(path)) for path in paths]


def _read_file(path: Path) -> FileBytes:
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return FileBytes(path.name, kind, base64.b64encode(path.read_bytes()).decode())
