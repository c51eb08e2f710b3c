"""Files as bytes, for browsers that may not read them."""

from __future__ import annotations

import asyncio
import base64
import mimetypes
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from tabwire.engines.page_events import FrameId
from tabwire.errors import error_from

CallAgent = Callable[[FrameId, str, dict[str, Any]], Awaitable[Any]]


async def set_files_as_bytes(call_agent: CallAgent, frame: FrameId, ref: str, paths: Sequence[str]) -> None:
    """Choose files in a file input."""
    answer = await call_agent(frame, "giveFiles", {"ref": ref, "files": await read_files(paths)})
    if "error" in answer:
        raise error_from(answer["error"])


async def read_files(paths: Sequence[str]) -> list[dict[str, str]]:
    """Read files as name, type and bytes."""
    return [await asyncio.to_thread(_read_file, Path(path)) for path in paths]


def _read_file(path: Path) -> dict[str, str]:
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return {"name": path.name, "type": kind, "base64": base64.b64encode(path.read_bytes()).decode()}
