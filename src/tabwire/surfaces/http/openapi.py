"""OpenAPI 3.1, derived from the commands a caller may see."""

from __future__ import annotations

from typing import Any, Final

from pydantic.json_schema import JsonSchemaMode, models_json_schema

from tabwire import __version__
from tabwire.names import KEY_START, SESSION_NAME
from tabwire.registry import Command
from tabwire.surfaces.dialects.dialect import Rest

REF: Final = "#/components/schemas/{model}"

# JSON Schema documents are open dictionaries that only readers of OpenAPI interpret.
Schema = dict[str, Any]
Refs = dict[tuple[Any, JsonSchemaMode], Schema]

ERROR: Final[Schema] = {
    "type": "object",
    "required": ["code", "message", "next_step", "data"],
    "properties": {
        "code": {"type": "string", "description": "Stable; see the error reference."},
        "message": {"type": "string", "description": "What went wrong and why."},
        "next_step": {"type": "string", "description": "What to do about it."},
        "data": {"type": "object", "description": "Data that helps to recover, such as candidates."},
    },
}
SESSION: Final[Schema] = {
    "type": "string",
    "pattern": SESSION_NAME,
    "description": "Work in the session with this name; default: the session of your key.",
}
FAILED: Final[Schema] = {
    "description": "The command failed or was refused.",
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
}


def document(commands: list[Command], rest: Rest) -> Schema:
    """Describe the whole API for a caller who sees these commands."""
    refs, schemas = _schemas(commands)
    by_name = {command.name: command for command in commands}
    paths: dict[str, Schema] = {
        "/health": {"get": _health()},
        rest.commands: {"get": _listing()},
        rest.command: {"post": _any_command(commands, refs)},
    }
    for command in commands:
        paths[f"{rest.commands}/{command.name}"] = {"post": _operation(command, refs)}
    for path, known in rest.shortcuts.items():
        operations = {
            method.lower(): _shortcut(method, path, by_name[name], refs)
            for method, name in known.items()
            if name in by_name
        }
        if operations:
            paths[path] = operations
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "tabwire",
            "version": __version__,
            "description": "Use a real browser from any program. One operation per command. An acting "
            "command also takes `operation_id`: repeated with the same id, it acts "
            "once and returns the first result; `operation` tells whether it ran.",
        },
        "security": [{"key": []}],
        "paths": paths,
        "components": {
            "schemas": {**schemas, "Error": ERROR},
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer", "bearerFormat": f"{KEY_START}…"}},
        },
    }


def _schemas(commands: list[Command]) -> tuple[Refs, dict[str, Schema]]:
    wanted: list[tuple[Any, JsonSchemaMode]] = []
    for command in commands:
        wanted += [(command.arguments, "validation"), (command.result, "serialization")]
    refs, definitions = models_json_schema(wanted, ref_template=REF)
    return {**refs}, definitions.get("$defs", {})


def _operation(command: Command, refs: Refs) -> Schema:
    return {
        "operationId": command.name,
        "summary": command.summary,
        "description": command.help,
        "tags": [command.effect.value],
        "parameters": [{"name": "session", "in": "query", "schema": SESSION}],
        "requestBody": _body(refs[command.arguments, "validation"]),
        "responses": _responses(refs[command.result, "serialization"]),
    }


def _shortcut(method: str, path: str, command: Command, refs: Refs) -> Schema:
    operation = {**_operation(command, refs), "operationId": f"{method.lower()}_{command.name}"}
    names = [part.strip("{}") for part in path.split("/") if part.startswith("{")]
    properties = command.arguments.model_json_schema()["properties"] if names else {}
    operation["parameters"] = [
        {"name": name, "in": "path", "required": True, "schema": properties[name]} for name in names
    ]
    if method != "POST":
        del operation["requestBody"]
    return operation


def _any_command(commands: list[Command], refs: Refs) -> Schema:
    choices = [
        {
            "type": "object",
            "title": command.name,
            "required": ["command", *(["params"] if _needs_parameters(command) else [])],
            "additionalProperties": False,
            "properties": {
                "command": {"const": command.name},
                "params": refs[command.arguments, "validation"],
                "session": SESSION,
            },
        }
        for command in commands
    ]
    return {
        "operationId": "run_command",
        "summary": "Run any command by name.",
        "tags": ["any"],
        "requestBody": _body({"oneOf": choices}),
        "responses": _responses({"type": "object"}),
    }


def _needs_parameters(command: Command) -> bool:
    return any(field.is_required() for field in command.arguments.model_fields.values())


def _body(schema: Schema) -> Schema:
    return {"required": True, "content": {"application/json": {"schema": schema}}}


def _responses(result: Schema) -> Schema:
    schema = {
        "type": "object",
        "required": ["result", "text"],
        "properties": {
            "result": result,
            "text": {"type": "string", "description": "The result as a short text."},
        },
    }
    done = {"description": "Done.", "content": {"application/json": {"schema": schema}}}
    return {"200": done, "default": FAILED}


def _health() -> Schema:
    schema = {"type": "object", "required": ["status"], "properties": {"status": {"const": "ok"}}}
    done = {"description": "The hub is running.", "content": {"application/json": {"schema": schema}}}
    return {
        "operationId": "health",
        "summary": "Check that the hub is running.",
        "security": [],
        "responses": {"200": done, "default": FAILED},
    }


def _listing() -> Schema:
    item = {"type": "object", "required": ["name", "help", "effect", "core", "input_schema", "output_schema"]}
    schema = {
        "type": "object",
        "required": ["commands"],
        "properties": {"commands": {"type": "array", "items": item}},
    }
    done = {"description": "Done.", "content": {"application/json": {"schema": schema}}}
    return {
        "operationId": "list_commands",
        "summary": "List the commands you may use.",
        "responses": {"200": done, "default": FAILED},
    }
