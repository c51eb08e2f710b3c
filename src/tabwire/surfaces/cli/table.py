"""The command table, read from a generated file so that the command line starts fast."""

from __future__ import annotations

import json
import os

from tabwire.names import command_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NotRequired, TypeAlias, TypedDict

    class Parameter(TypedDict):
        """One parameter; `kind` is text, integer, number, flag, list, objects, pairs or json."""

        name: str
        kind: str
        help: str
        required: bool
        positional: bool
        choices: NotRequired[list[str]]
        default: NotRequired[object]
        is_path: NotRequired[bool]

    class Entry(TypedDict):
        """One command."""

        name: str
        topic: str
        summary: str
        help: str
        parameters: list[Parameter]
        has_picture: bool

    Table: TypeAlias = dict[str, Entry]

FILE = os.path.join(os.path.dirname(__file__), "commands.json")


def load_table() -> Table:
    """Return every command by name."""
    with open(FILE, encoding="utf-8") as file:
        entries: list[Entry] = json.load(file)
    return {entry["name"]: entry for entry in entries}


def find(table: Table, words: list[str]) -> tuple[Entry | None, list[str]]:
    """Return the command named by the first word or two, with - or _, and the remaining words."""
    for length in (1, 2):
        name = command_name("_".join(words[:length]).replace("-", "_"))
        if len(words) >= length and name in table:
            return table[name], words[length:]
    return None, words


def title(entry: Entry) -> str:
    """Return the command as people type it: `keys_create` of the topic Keys is `keys create`."""
    name, topic = entry["name"], entry["topic"].lower().replace(" ", "_")
    if name.startswith(f"{topic}_"):
        return f"{dashed(topic)} {dashed(name[len(topic) + 1 :])}"
    return dashed(name)


def dashed(name: str) -> str:
    """Return a name with dashes instead of underscores."""
    return name.replace("_", "-")
