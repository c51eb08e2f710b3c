"""The help that lists everything, and what to say about a command that does not exist."""

from __future__ import annotations

import sys

from tabwire.surfaces.cli.printing import USAGE
from tabwire.surfaces.cli.table import load_table, spelled, title

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tabwire.surfaces.cli.table import Entry, Table

SHORT = """\
tabwire: drive a real browser, from an agent, a program or here.

  tabwire navigate example.com     open a page (starts the hub and a browser if need be)
  tabwire snapshot                 see what is on it, with a ref for every element
  tabwire click e3                 act on a ref
  tabwire mcp-config               connect Claude, Cursor, VS Code or Kiro

`tabwire --help` lists every command, `tabwire COMMAND --help` explains one.
"""

PROGRAMS = {
    "demo": "Show tabwire at work in a real browser, and how to connect an agent.",
    "mcp": "Serve MCP on standard input and output; an agent starts this.",
    "mcp-config": "Print ready-to-paste configuration for MCP clients.",
    "hub": "Start, stop or look at the hub: start, stop, status, logs, run.",
    "doctor": "Check that everything works, and say what to do where it does not.",
    "trace": "Run a command and show where its milliseconds went: trace click e3.",
    "config": "Show the settings, or write a file with all of them: show, path, init.",
}

END = """\
Exit codes: 0 done, 1 the command failed, 2 wrong usage, 3 the hub could not start, 130 interrupted.
"""


def full_help() -> str:
    """Return the list of all commands, by topic."""
    table = load_table()
    width = max(map(len, [*map(title, table.values()), *PROGRAMS])) + 2
    topics: dict[str, list[Entry]] = {}
    for entry in table.values():
        topics.setdefault(entry["topic"], []).append(entry)
    parts = ["usage: tabwire COMMAND [arguments]   ·   tabwire COMMAND --help\n"]
    for topic, entries in topics.items():
        rows = [(title(entry), entry["summary"]) for entry in entries]
        parts.append(_section(topic, rows, width))
    parts.append(_section("tabwire itself", list(PROGRAMS.items()), width))
    return "\n".join([*parts, END])


def _section(title: str, rows: list[tuple[str, str]], width: int) -> str:
    return "\n".join([f"{title}:", *(f"  {name:<{width}}{summary}" for name, summary in rows), ""])


def unknown(word: str, table: Table) -> int:
    """Say that there is no such command, and which ones come close."""
    import difflib

    known = [*map(title, table.values()), *PROGRAMS]
    near = difflib.get_close_matches(spelled(word), known, 3)
    hint = f" Did you mean {' or '.join(near)}?" if near else ""
    print(f'UNKNOWN_COMMAND: There is no command "{word}".{hint}', file=sys.stderr)
    print("`tabwire --help` lists every command.", file=sys.stderr)
    return USAGE
