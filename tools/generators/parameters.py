"""The parameters of a command, in a form for every generator."""

from __future__ import annotations

import inspect
import sys
from dataclasses import dataclass
from typing import Any, cast

from tabwire.registry import Command


@dataclass(frozen=True)
class Parameter:
    """One parameter, read from the command's JSON Schema."""

    name: str
    schema: dict[str, Any]
    required: bool
    positional: bool

    @property
    def help(self) -> str:
        """Return its description, if it has one."""
        return str(self.schema.get("description", ""))

    @property
    def default(self) -> Any:
        """Return its default, or None if it has none."""
        return self.schema.get("default")


def parameters_of(command: Command) -> list[Parameter]:
    """List the parameters, required ones first.

    Required ones are positional; if there are none, the first optional string is
    (`tabwire new-tab example.com`).
    """
    schema = cast(dict[str, Any], command.input_schema)
    required = set(schema.get("required", []))
    names = sorted(schema["properties"], key=lambda name: name not in required)
    by_position = {name for name in required if schema["properties"][name].get("type") != "boolean"}
    if not required:
        by_position = {name for name in names[:1] if _is_text(schema["properties"][name])}
    return [
        Parameter(name, schema["properties"][name], name in required, name in by_position) for name in names
    ]


def _is_text(schema: dict[str, Any]) -> bool:
    return schema.get("type") == "string"


def topic_of(command: Command) -> str:
    """Return the topic of a command, from the name of its module."""
    return command.run.__module__.rsplit(".", 1)[1].replace("_", " ").capitalize()


def about_topic(command: Command) -> str:
    """Return the first line of the docstring of the command's module."""
    return (inspect.getdoc(sys.modules[command.run.__module__]) or "").split("\n")[0]
