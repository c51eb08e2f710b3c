"""Help for all commands and for one, and messages about wrong usage."""

from __future__ import annotations

import sys

from tabwire.surfaces.cli.parsing import general_options
from tabwire.surfaces.cli.printing import USAGE
from tabwire.surfaces.cli.table import dashed, load_table, title

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tabwire.surfaces.cli.table import Entry, Parameter, Table

SHORT = """\
tabwire: use a real browser from an agent, a program or the command line.

  tabwire navigate example.com     open a page (starts the hub and a browser if needed)
  tabwire snapshot                 read it, with a ref for every element
  tabwire click e3                 act on a ref
  tabwire mcp-config               connect Claude, Cursor, VS Code or Kiro

`tabwire --help` lists every command, `tabwire COMMAND --help` explains one.
"""

PROGRAMS = {
    "demo": "Show tabwire working in a real browser, and how to connect an agent.",
    "setup": "Connect your own browser, step by step.",
    "extension": "Find and load the browser extension: path, open.",
    "native": "Let browsers start the hub and join it automatically: install, uninstall, status.",
    "call": "Run any command by name, including those of plug-ins, with JSON parameters.",
    "mcp": "Serve MCP on standard input and output; an agent starts this.",
    "mcp-config": "Print ready-to-paste configuration for MCP clients.",
    "hub": "Start, stop or inspect the hub: start, stop, status, logs, run.",
    "top": "Show browsers, sessions and running calls, live.",
    "ps": "List the processes that belong to tabwire.",
    "gc": "Clean up after a killed hub.",
    "report": "Write a report about a failure, ready to send.",
    "doctor": "Check that everything works, and say how to fix what does not.",
    "trace": "Run a command and show where the time went: trace click e3.",
    "config": "Show the settings, or write a file with all of them: show, path, init.",
}

LINE_WIDTH = 100

END = """\
Exit codes: 0 success, 1 command failed, 2 wrong usage, 3 hub could not start, 130 interrupted.
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
    room = LINE_WIDTH - width - 2
    return "\n".join(
        [f"{title}:", *(_row(name, _shortened(summary, room), width) for name, summary in rows), ""]
    )


def _shortened(text: str, room: int) -> str:
    """Cut a sentence that does not fit on its line after a whole word."""
    return text if len(text) <= room else f"{text[: room - 1].rpartition(' ')[0]}…"


def command_help(entry: Entry) -> str:
    """Return the help of one command."""
    positional = [(_word(one), _about(one)) for one in entry["parameters"] if one["positional"]]
    options = [(_option(one), _about(one)) for one in entry["parameters"] if not one["positional"]]
    general = [(_option(one), one["help"]) for one in general_options(entry)]
    width = max(len(left) for left, _ in [*positional, *options, *general]) + 2
    parts = [usage(entry), "", *(f"{line}" for line in entry["help"].splitlines()), ""]
    parts += [_row(left, right, width) for left, right in positional] + ([""] if positional else [])
    if options:
        parts += ["options:", *(_row(left, right, width) for left, right in options), ""]
    parts += ["every command:", *(_row(left, right, width) for left, right in general)]
    return "\n".join(parts) + "\n"


def usage(entry: Entry) -> str:
    """Return the usage line of a command."""
    words = [
        _word(one) if one["required"] else f"[{_word(one)}]"
        for one in entry["parameters"]
        if one["positional"]
    ]
    return " ".join(["usage: tabwire", title(entry), *words, "[options]"])


def misused(entry: Entry, mistake: str) -> int:
    """Print what is wrong with the arguments of a command; return the exit code."""
    print(f"INVALID_PARAMS: tabwire {title(entry)}: {mistake}.", file=sys.stderr)
    print(f"{usage(entry)}\nRun `tabwire {title(entry)} --help` for details.", file=sys.stderr)
    return USAGE


def _word(parameter: Parameter) -> str:
    name = parameter["name"].upper()
    return {"list": f"{name}…", "pairs": "TARGET=VALUE…", "objects": "JSON…"}.get(parameter["kind"], name)


def _option(parameter: Parameter) -> str:
    flag = f"--{dashed(parameter['name'])}"
    if parameter["kind"] == "flag":
        return f"--no-{flag[2:]}" if parameter.get("default") is True else flag
    return f"{flag} {'A,B,…' if parameter['kind'] == 'list' else parameter['name'].upper()}"


def _about(parameter: Parameter) -> str:
    notes = [parameter["help"]]
    if parameter.get("choices"):
        notes.append(f"one of {', '.join(map(str, parameter['choices']))}")
    default = parameter.get("default")
    if default not in (None, "") and not isinstance(default, bool):
        notes.append(f"default: {default}")
    return " · ".join(note for note in notes if note)


def _row(left: str, right: str, width: int) -> str:
    return f"  {left:<{width}}{right}".rstrip()


def unknown(word: str, table: Table) -> int:
    """Print that there is no such command, and the closest ones; return the exit code."""
    import difflib

    known = [*map(title, table.values()), *PROGRAMS]
    near = difflib.get_close_matches(dashed(word), known, 3)
    hint = f" Did you mean {' or '.join(near)}?" if near else ""
    print(f'UNKNOWN_COMMAND: There is no command "{word}".{hint}', file=sys.stderr)
    print("`tabwire --help` lists every command.", file=sys.stderr)
    return USAGE
