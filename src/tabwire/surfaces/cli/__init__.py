"""The command line. Modules are imported only when needed, so that it starts fast."""

from __future__ import annotations

import os
import sys
from importlib import import_module

from tabwire import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

PROGRAMS = {
    "call": "any_command",
    "demo": "demo",
    "setup": "setup",
    "extension": "extension",
    "native": "native",
    "hub": "hub",
    "top": "top",
    "ps": "ps",
    "gc": "gc",
    "report": "report",
    "doctor": "doctor",
    "trace": "trace",
    "config": "config",
    "mcp-config": "agents",
}


def run(arguments: list[str]) -> int:
    """Run the command line; return the exit code."""
    try:
        code = _run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader of our output, such as `head`, has closed the pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    return code


def _run(arguments: list[str]) -> int:
    if not arguments:
        from tabwire.surfaces.cli.help import SHORT

        print(SHORT, end="")
        return 0
    first = arguments[0]
    if first in {"--version", "-V", "version"}:
        print(f"tabwire {__version__}")
        return 0
    if first == "help" and len(arguments) > 1:
        return _run([*arguments[1:], "--help"])
    if first in {"--help", "-h", "help"}:
        from tabwire.surfaces.cli.help import full_help

        print(full_help(), end="")
        return 0
    module = PROGRAMS.get(first.replace("_", "-"))
    if module is None:
        return _command(arguments)
    program: Callable[[list[str]], int] = import_module(f"{__name__}.{module}").run
    return program(arguments[1:])


def _command(words: list[str]) -> int:
    from tabwire.surfaces.cli.requests import request_from

    request = request_from(words)
    if isinstance(request, int):
        return request
    from tabwire.surfaces.cli.calling import call

    return call(request)
