"""Terminal output: results, errors, pictures as files, and a progress line."""

from __future__ import annotations

import json
import os
import re
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

    from tabwire.errors import TabwireError
    from tabwire.hub_socket.conversation import Answer
    from tabwire.schemas import Json, JsonObject

FAILED, USAGE = 1, 2
_USAGE_CODES = ("INVALID_PARAMS", "UNKNOWN_COMMAND")
_SEQUENCE = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"  # colours, cursor movements
    r"|\x1b[\]PX^_].*?(?:\x07|\x1b\\|$)"  # titles, links, clipboard
    r"|[\x00-\x08\x0b-\x1f\x7f-\x9f]",  # every other control character but tab and new line
    re.DOTALL,
)
_EXTENSIONS = {"image/jpeg": "jpg", "image/png": "png", "image/webp": "webp"}


def show(answer: Answer, *, as_json: bool, out: str) -> None:
    """Print a result; save its pictures to files."""
    keep_inside = as_json and not out and not sys.stdout.isatty()
    saved: list[str] = []
    result = answer.result if keep_inside else _without_pictures(answer.result, out, saved)
    if as_json:
        say(json.dumps(result, ensure_ascii=False, indent=2))
        return
    say(answer.text)
    for path in saved:
        say(f"Saved to {path}")


def show_error(error: TabwireError, *, as_json: bool = False) -> int:
    """Print an error and its next step; return the exit code."""
    if as_json:
        say(json.dumps({"error": error.facts()}, ensure_ascii=False, indent=2), sys.stderr)
        return _exit_code(error)
    say(f"{error.code}: {error.message}", sys.stderr)
    if error.next_step:
        say(error.next_step, sys.stderr)
    offered = error.data.get("candidates") or error.data.get("closest")
    for element in offered if isinstance(offered, list) else []:
        say(f"  {_one_line(element)}", sys.stderr)
    return _exit_code(error)


def say(text: str, stream: TextIO | None = None) -> None:
    """Print text that may come from a page; on a terminal, without control characters."""
    stream = stream or sys.stdout
    print(plain(text) if stream.isatty() else text, file=stream)


def plain(text: str) -> str:
    """Remove escape sequences and control characters."""
    return _SEQUENCE.sub("", text)


class ProgressLine:
    """A progress line on the terminal that is erased at the end."""

    def __init__(self) -> None:
        self._is_shown = False

    def update(self, progress: JsonObject) -> None:
        """Show the progress of the command."""
        if sys.stderr.isatty():
            print(f"\r\x1b[K{plain(str(progress['message']))}", end="", file=sys.stderr, flush=True)
            self._is_shown = True

    def erase(self) -> None:
        """Remove the line."""
        if self._is_shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
            self._is_shown = False


def _exit_code(error: TabwireError) -> int:
    return USAGE if error.code in _USAGE_CODES else FAILED


def _one_line(candidate: object) -> str:
    if isinstance(candidate, dict):
        return " ".join(str(value) for value in candidate.values() if value not in (None, ""))
    return str(candidate)


def _without_pictures(value: Json, out: str, saved: list[str]) -> Json:
    """Save every picture to a file and replace it with its path."""
    if isinstance(value, list):
        return [_without_pictures(item, out, saved) for item in value]
    if not isinstance(value, dict):
        return value
    if value.keys() == {"media_type", "base64"}:
        saved.append(_save(str(value["media_type"]), str(value["base64"]), out if not saved else ""))
        return {"media_type": value["media_type"], "path": saved[-1]}
    return {name: _without_pictures(item, out, saved) for name, item in value.items()}


def save_picture(content: str, path: str) -> str:
    """Save a base64 picture to a file; return its path."""
    import base64

    with open(path, "wb") as file:
        file.write(base64.b64decode(content))
    return path


def _save(media_type: str, content: str, out: str) -> str:
    if out:
        return save_picture(content, out)
    import base64

    picture = base64.b64decode(content)
    stem = f"tabwire-screenshot-{time.strftime('%Y%m%d-%H%M%S')}"
    number = 1
    while True:
        path = f"{stem}{f'-{number}' if number > 1 else ''}.{_EXTENSIONS.get(media_type, 'bin')}"
        try:
            with open(path, "xb") as file:
                file.write(picture)
        except FileExistsError:
            number += 1
            continue
        return os.path.abspath(path)
