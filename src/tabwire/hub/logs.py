"""The hub's log: one line of JSON per event, in a private file of limited size."""

from __future__ import annotations

import contextlib
import json
import logging
import os
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from typing import IO

MAX_BYTES = 5_000_000
KEPT_FILES = 3


class JsonLines(logging.Formatter):
    """Write a record as one line of printable ASCII: page text in a log must not control a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line; `extra={"facts": {…}}` adds named values."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "event": record.getMessage(),
        }
        line.update(getattr(record, "facts", {}))
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str).replace("\x7f", "\\u007f")


class PrivateLog(RotatingFileHandler):
    """A rotating file that only its owner can read; a full disk loses log lines but fails no command."""

    def __init__(self, path: str) -> None:
        super().__init__(path, maxBytes=MAX_BYTES, backupCount=KEPT_FILES, encoding="utf-8")
        self.setFormatter(JsonLines())

    def _open(self) -> IO[str]:  # type: ignore[override]  # typeshed wants the narrower TextIOWrapper
        file = os.open(self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        return os.fdopen(file, "a", encoding="utf-8", errors="backslashreplace")

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  (logging calls it so)
        """Drop the line."""

    def close(self) -> None:
        """Close the file; unwritten lines are lost."""
        with contextlib.suppress(OSError):
            super().close()


def start_logging(path: str, level: str) -> logging.Handler:
    """Log everything to the file; return the handler, for `stop_logging`."""
    handler = PrivateLog(path)
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(level.upper())
    logging.captureWarnings(capture=True)
    return handler


def stop_logging(handler: logging.Handler) -> None:
    """Stop logging to the file and close it."""
    logging.getLogger().removeHandler(handler)
    handler.close()
