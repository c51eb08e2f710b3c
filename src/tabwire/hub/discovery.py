"""The discovery file: where programs that do not use the local socket find the hub."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field


@dataclass(frozen=True)
class Discovery:
    """The content of the file."""

    pid: int
    http: str
    build: str
    protocol: int
    started: str
    socket: str
    notes: list[str] = field(default_factory=list)


def write_discovery(path: str, discovery: Discovery) -> None:
    """Replace the file atomically: a reader sees the old one or the new one."""
    unfinished = f"{path}.{os.getpid()}"
    file = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(file, "w", encoding="utf-8") as text:
            json.dump(asdict(discovery), text, indent=2)
            text.write("\n")
        os.replace(unfinished, path)
    except OSError:
        os.unlink(unfinished)
        raise


def remove_discovery(path: str) -> None:
    """Remove the file if this process wrote it; a newer hub may have replaced it."""
    try:
        with open(path, encoding="utf-8") as text:
            written_by_us = json.load(text).get("pid") == os.getpid()
    except (OSError, ValueError, AttributeError):
        return
    if written_by_us:
        os.unlink(path)
