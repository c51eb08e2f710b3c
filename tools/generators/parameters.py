"""The parameters of a command in a form that every generator can use."""

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
        """Return its default, or nothing when leaving it out has no value to name."""
        return self.schema.get("default")


def parameters_of(command: Command) -> list[Parameter]:
    """List the parameters, required ones first.

    Required ones are given by position; a command without any takes its first optional text that way
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
    """Return the topic a command belongs to: the name of its module."""
    return command.run.__module__.rsplit(".", 1)[1].replace("_", " ").capitalize()


def about_topic(command: Command) -> str:
    """Return what the command's module says about itself, in one line."""
    return (inspect.getdoc(sys.modules[command.run.__module__]) or "").split("\n")[0]
