"""JSON types, and JSON Schema in its shortest form: every agent pays for every token of a tool list."""

from __future__ import annotations

from typing import Any, TypeAlias, cast

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
JsonObject: TypeAlias = "dict[str, Json]"

# Pydantic's generated schema is typed as dict[str, Any]; this module is the boundary that narrows it.
_NOISE = {"title", "additionalProperties"}


def compact(schema: dict[str, Any]) -> JsonObject:
    """Drop titles, nulls and empty defaults, and inline `$defs`."""
    definitions = schema.get("$defs", {})
    short = cast(JsonObject, _shorten(schema, definitions))
    short.setdefault("type", "object")
    short.setdefault("properties", {})
    return short


def _shorten(node: Any, definitions: dict[str, Any]) -> Any:
    if isinstance(node, list):
        return [_shorten(item, definitions) for item in node]
    if not isinstance(node, dict):
        return node
    node = _without_null(node)
    if "$ref" in node:
        target = definitions[node["$ref"].rsplit("/", 1)[1]]
        return _shorten({**target, **{k: v for k, v in node.items() if k != "$ref"}}, definitions)
    kept = {key: value for key, value in node.items() if not _is_noise(key, value)}
    return {
        key: {name: _shorten(item, definitions) for name, item in value.items()}
        if key == "properties"
        else _shorten(value, definitions)
        for key, value in kept.items()
        if key != "$defs"
    }


def _without_null(node: dict[str, Any]) -> dict[str, Any]:
    """Turn "X or null, default null" into "X": leaving the parameter out means the same."""
    choices = [choice for choice in node.get("anyOf", []) if choice != {"type": "null"}]
    if len(choices) == len(node.get("anyOf", [])):
        return node
    rest = {key: value for key, value in node.items() if key not in {"anyOf", "default"}}
    return {**choices[0], **rest} if len(choices) == 1 else {"anyOf": choices, **rest}


def _is_noise(key: str, value: Any) -> bool:
    return (key in _NOISE and not isinstance(value, dict)) or (key == "default" and value in (None, "", []))
