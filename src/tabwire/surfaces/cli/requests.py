"""Turn a command line into one request, or print help."""

from __future__ import annotations

from tabwire.surfaces.cli.parsing import Request, UsageMistake, parse
from tabwire.surfaces.cli.table import find, load_table


def request_from(words: list[str]) -> Request | int:
    """Return the request, or an exit code if help or an error was printed instead."""
    table = load_table()
    entry, rest = find(table, words)
    if entry is None:
        from tabwire.surfaces.cli.help import unknown

        return unknown(words[0], table)
    if "--help" in rest or "-h" in rest:
        from tabwire.surfaces.cli.help import command_help

        print(command_help(entry), end="")
        return 0
    try:
        return parse(entry, rest)
    except UsageMistake as mistake:
        from tabwire.surfaces.cli.help import misused

        return misused(entry, str(mistake))
