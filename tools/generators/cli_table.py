"""The command table of the command line."""

from __future__ import annotations

import json
from typing import Any

from generators.parameters import Parameter, parameters_of, topic_of
from tabwire.registry import Command
from tabwire.results.result import Image

KINDS = {"string": "text", "integer": "integer", "number": "number", "boolean": "flag"}


def render(commands: list[Command]) -> str:
    """Return the table as JSON."""
    return json.dumps([_entry(command) for command in commands], indent=1, ensure_ascii=False) + "\n"


def _entry(command: Command) -> dict[str, Any]:
    return {
        "name": command.name,
        "topic": topic_of(command),
        "summary": command.summary,
        "help": command.help,
        "parameters": [_parameter(parameter) for parameter in parameters_of(command)],
        "has_picture": any(field.annotation is Image for field in command.result.model_fields.values()),
    }


def _parameter(parameter: Parameter) -> dict[str, Any]:
    schema = parameter.schema
    items = schema.get("items", {})
    row: dict[str, Any] = {
        "name": parameter.name,
        "kind": _kind(schema),
        "help": parameter.help,
        "required": parameter.required,
        "positional": parameter.positional,
    }
    if parameter.default is not None:
        row["default"] = parameter.default
    if "enum" in schema:
        row["choices"] = schema["enum"]
    elif "enum" in items:
        row["choices"] = items["enum"]
    if "path" in {schema.get("format"), items.get("format")}:
        row["is_path"] = True
    return row


def _kind(schema: dict[str, Any]) -> str:
    if schema.get("type") == "array":
        return "objects" if schema.get("items", {}).get("type") == "object" else "list"
    if schema.get("type") == "object" and "properties" not in schema:
        return "pairs"
    return KINDS.get(schema.get("type", ""), "json")
