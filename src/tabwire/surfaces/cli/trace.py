"""`tabwire trace COMMAND …`: run a command and show where the time went."""

from __future__ import annotations

import sys
import time

from tabwire.errors import TabwireError
from tabwire.hub_socket.connect import HubUnavailable
from tabwire.hub_socket.conversation import Answer
from tabwire.surfaces.cli.calling import NO_HUB, OK, connect_for
from tabwire.surfaces.cli.parsing import Request
from tabwire.surfaces.cli.printing import USAGE, say, show_error
from tabwire.surfaces.cli.requests import request_from

BAR_CHARS = 32
HELP = """\
usage: tabwire trace COMMAND [arguments]

Run a command like `tabwire COMMAND`, then show where the time went: in this process, on the way to the hub
and back, in the hub, and on each round trip to the browser.
"""


class Part:
    """One part of a command's run, in milliseconds since it was sent."""

    def __init__(self, name: str, start_ms: float, took_ms: float) -> None:
        self.name = name
        self.start_ms = start_ms
        self.took_ms = took_ms

    def contains(self, other: Part) -> bool:
        """Return whether another part is within this one."""
        end, other_end = self.start_ms + self.took_ms, other.start_ms + other.took_ms
        return self.start_ms <= other.start_ms and other_end <= end


def run(arguments: list[str]) -> int:
    """Run the command and print its trace."""
    if not arguments or arguments[0] in {"-h", "--help"}:
        print(HELP, end="")
        return OK if arguments else USAGE
    request = request_from(arguments)
    return request if isinstance(request, int) else _trace(request)


def _trace(request: Request) -> int:
    began = time.perf_counter()
    try:
        conversation = connect_for(request)
    except HubUnavailable as error:
        show_error(error.to_error(), as_json=request.as_json)
        return NO_HUB
    sent = time.perf_counter()
    try:
        answer = conversation.call(request.command, request.params, traced=True)
    except TabwireError as error:
        return show_error(error, as_json=request.as_json)
    finally:
        conversation.close()
    done = time.perf_counter()
    say(answer.text, sys.stderr)
    say(picture(parts_of(answer, sent - began, done - sent)))
    return OK


def parts_of(answer: Answer, connect_s: float, call_s: float) -> list[Part]:
    """Combine what this process measured with what the hub measured."""
    inside = [
        Part(str(item["name"]), float(str(item["start_ms"])), float(str(item["took_ms"])))
        for item in answer.trace
    ]
    hub_ms = max((part.start_ms + part.took_ms for part in inside), default=0.0)
    connect_ms = connect_s * 1000
    # The hub's clock starts when the request arrives; assume that both ways take equally long.
    way_ms = max(0.0, call_s * 1000 - hub_ms) / 2
    for part in inside:
        part.start_ms += connect_ms + way_ms
    return [
        Part("connect to the hub", 0.0, connect_ms),
        Part("call", connect_ms, call_s * 1000),
        Part("wire, to the hub", connect_ms, way_ms),
        *inside,
        Part("wire, from the hub", connect_ms + way_ms + hub_ms, way_ms),
    ]


def picture(parts: list[Part]) -> str:
    """Draw one line per part: start, duration, and nesting."""
    total_ms = max(part.start_ms + part.took_ms for part in parts)
    lines = [f"{'at ms':>8} {'took ms':>8}"]
    open_parts: list[Part] = []
    for part in parts:
        while open_parts and not open_parts[-1].contains(part):
            open_parts.pop()
        indent = "  " * len(open_parts)
        lines.append(f"{part.start_ms:8.2f} {part.took_ms:8.2f}  {_bar(part, total_ms)}  {indent}{part.name}")
        open_parts.append(part)
    return "\n".join(lines)


def _bar(part: Part, total_ms: float) -> str:
    scale = BAR_CHARS / total_ms if total_ms else 0.0
    first = min(BAR_CHARS - 1, round(part.start_ms * scale))
    length = max(1, round(part.took_ms * scale))
    return (" " * first + "█" * length)[:BAR_CHARS].ljust(BAR_CHARS)
