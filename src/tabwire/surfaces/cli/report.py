"""`tabwire report`: one text file about a failure, to read and to send."""

from __future__ import annotations

import json
import os
import platform
import re
import sys
import time

from tabwire import __version__
from tabwire.browsers.executables import find_executable
from tabwire.errors import TabwireError
from tabwire.hub_socket.connect import HubUnavailable
from tabwire.names import KEY_START
from tabwire.places import Places
from tabwire.surfaces.cli.calling import OK
from tabwire.surfaces.cli.printing import FAILED, plain
from tabwire.surfaces.cli.programs import Parser
from tabwire.surfaces.cli.running_hub import open_conversation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

LOG_LINES = 300
OUTPUT_CHARS = 20_000
_SECRET = re.compile(KEY_START + r"[\w-]+|(?<=://)[^/@\s\"]+@|(?i:(?<=authorization: )\S+ \S+)")
_ADDRESS = re.compile(r"(https?://[^/\s\"']+)[^\s\"']*")


def run(arguments: list[str]) -> int:
    """Write the report and print its path."""
    parser = Parser(
        prog="tabwire report",
        description="Write a report about a failure. It contains no keys, and only the host of each address.",
    )
    parser.add_argument(
        "--out", metavar="FILE", default="", help="path of the report (default: in this folder)"
    )
    given = parser.parse_args(arguments).out
    path = given or f"tabwire-report-{time.strftime('%Y%m%d-%H%M%S')}.txt"
    places = Places()
    text = "\n\n".join(f"== {title} ==\n{redacted(content)}" for title, content in parts(places))
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text + "\n")
    except OSError as error:
        print(f"The report could not be written: {error}", file=sys.stderr)
        return FAILED
    print(f"Saved to {os.path.abspath(path)}. Read it before you send it.")
    return OK


def redacted(text: str) -> str:
    """Remove keys, passwords, and everything after the host of an address."""
    return _ADDRESS.sub(r"\1/…", _SECRET.sub("…", plain(text)))


def parts(places: Places) -> Iterator[tuple[str, str]]:
    """Yield the titles and texts that a developer needs first."""
    yield "tabwire", f"{__version__}, Python {platform.python_version()}, {platform.platform()}"
    yield "browser", _browser()
    yield "hub now", _hub(places)
    yield "output of the hub", _end_of(places.output, OUTPUT_CHARS)
    yield "log", "\n".join(_end_of(places.log, OUTPUT_CHARS * 10).splitlines()[-LOG_LINES:])


def _browser() -> str:
    try:
        return find_executable("")
    except TabwireError as error:
        return error.to_text()


def _hub(places: Places) -> str:
    try:
        conversation = open_conversation(places)
        if conversation is None:
            return "No hub is running."
        try:
            return json.dumps(conversation.call("activity", {}).result, indent=1)
        finally:
            conversation.close()
    except (HubUnavailable, TabwireError) as error:
        return str(error)


def _end_of(path: str, most: int) -> str:
    try:
        with open(path, "rb") as file:
            file.seek(max(0, os.path.getsize(path) - most))
            return file.read().decode("utf-8", "replace").strip() or "(empty)"
    except OSError as error:
        return f"({error})"
