"""Connect to a running hub without starting one; print tables."""

from __future__ import annotations

from tabwire import __version__
from tabwire.hub_socket.connect import find_hub, greeting_for
from tabwire.hub_socket.conversation import Conversation
from tabwire.hub_socket.greeting import COMMAND_SURFACE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from tabwire.places import Places

# The name of the command line as a client.
CLIENT = f"tabwire-cli/{__version__}"


def open_conversation(places: Places) -> Conversation | None:
    """Connect to the running hub; None if there is none."""
    link = find_hub(places, greeting_for(COMMAND_SURFACE, client=CLIENT))
    return Conversation(link) if link else None


def table(titles: Sequence[str], rows: Sequence[Sequence[Any]]) -> list[str]:
    """Format rows as columns, with numbers aligned right."""
    cells = [[str(cell) for cell in row] for row in rows]
    widths = [max(len(line[column]) for line in [list(titles), *cells]) for column in range(len(titles))]
    is_number = [
        bool(rows) and all(isinstance(row[column], int | float) for row in rows)
        for column in range(len(titles))
    ]

    def formatted(line: Sequence[str]) -> str:
        parts = [
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(line, widths, is_number, strict=True)
        ]
        return "  ".join(parts).rstrip()

    return [formatted(titles), *(formatted(row) for row in cells)]


def span(seconds: float) -> str:
    """Format a duration with two units at most."""
    whole = int(seconds)
    for size, unit, smaller, name in ((86400, "d", 3600, "h"), (3600, "h", 60, "m"), (60, "m", 1, "s")):
        if whole >= size:
            return f"{whole // size}{unit} {whole % size // smaller}{name}"
    return f"{seconds:.0f}s"
