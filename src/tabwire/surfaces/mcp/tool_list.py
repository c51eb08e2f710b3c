"""Commands as MCP tools, in as few tokens as possible: every agent pays for the whole list."""

from __future__ import annotations

import json
from typing import Final, cast

import mcp_types as types

from tabwire.registry import Command, Effect
from tabwire.schemas import Json, JsonObject
from tabwire.surfaces.dialects.dialect import Tools

# Limits that the error of a wrong call explains.
_OMITTED: Final = frozenset({"minLength", "maxLength", "minItems", "maxItems", "pattern", "format"})
_SELF_EXPLANATORY: Final = "tab"


def tool_of(command: Command, names: Tools) -> types.Tool:
    """Describe a command as an MCP tool."""
    return types.Tool(
        name=names.name_of(command.name),
        description=command.help,
        input_schema=cast(JsonObject, _brief(command.input_schema)),
        annotations=_annotations(command.effect),
    )


def _annotations(effect: Effect) -> types.ToolAnnotations | None:
    """Return what differs from the protocol's defaults: a tool acts, destroys, and reaches the open world."""
    if effect is Effect.READ:
        return types.ToolAnnotations(read_only_hint=True)
    return types.ToolAnnotations(open_world_hint=False) if effect is Effect.ADMIN else None


def _brief(schema: Json) -> Json:
    """Omit from a schema what a caller does not need."""
    if isinstance(schema, list):
        return [_brief(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {
        key: value
        for key, value in schema.items()
        if key not in _OMITTED and not _is_false_default(key, value)
    }
    properties = kept.pop("properties", None)
    brief = {key: _brief(value) for key, value in kept.items()}
    if isinstance(properties, dict):
        brief["properties"] = {name: _brief_parameter(name, item) for name, item in properties.items()}
    return brief


def _is_false_default(key: str, value: Json) -> bool:
    return key == "default" and value is False


def _brief_parameter(name: str, schema: Json) -> Json:
    brief = _brief(schema)
    if name == _SELF_EXPLANATORY and isinstance(brief, dict):
        brief.pop("description", None)
    return brief


def unquoted(command: Command, given: JsonObject) -> JsonObject:
    """Parse values that models put in quotes ("3" for 3, "[…]" for a list) where no string is expected."""
    known = cast(JsonObject, command.input_schema["properties"])
    return {name: _unquoted(known.get(name), value) for name, value in given.items()}


def _unquoted(schema: Json, value: Json) -> Json:
    if not isinstance(value, str) or _takes_string(schema):
        return value
    try:
        return cast(Json, json.loads(value))
    except (ValueError, RecursionError):
        return value


def _takes_string(schema: Json) -> bool:
    if not isinstance(schema, dict):
        return True
    choices = schema.get("anyOf")
    if isinstance(choices, list):
        return any(_takes_string(choice) for choice in choices)
    return schema.get("type", "string") == "string"


def commands_to_list(commands: list[Command], tools: str, names: Tools) -> list[Command]:
    """Choose the commands to list as tools: `core`, `all`, or names of commands or tools."""
    if tools == "all":
        return commands
    if tools == "core":
        return [command for command in commands if command.declaration.core]
    given = [name.strip() for name in tools.split(",")]
    wanted = {names.command_for(name) or name for name in given}
    return [command for command in commands if command.name in wanted]
