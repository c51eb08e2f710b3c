"""Typed JSON between Python and JavaScript: `page_width` in Python is `pageWidth` in JavaScript.

Objects are dataclasses, short arrays are named tuples. A field with a default may be absent.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from typing import Any, Literal, TypeAlias, TypeVar, get_args, get_origin

Decode: TypeAlias = Callable[[Any], Any]
T = TypeVar("T")
_UNIONS = (types.UnionType, typing.Union)


def camel_case(name: str) -> str:
    """Return a name as JavaScript spells it."""
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)


def is_tuple_class(kind: object) -> bool:
    """Return whether a type is a named tuple, which becomes an array."""
    return isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")


def is_optional(field: Field[Any]) -> bool:
    """Return whether a field may be absent."""
    return field.default is not MISSING or field.default_factory is not MISSING


def encode(value: Any) -> Any:
    """Return a value as plain JSON data."""
    if is_dataclass(value) and not isinstance(value, type):
        return {camel_case(field.name): encode(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, list | tuple):
        return [encode(item) for item in value]
    return value


def decode(kind: type[T], raw: Any) -> T:
    """Return plain JSON data as its declared type."""
    make = decoder(typing.cast(Any, kind))
    return typing.cast(T, make(raw) if make else raw)


@cache
def decoder(kind: Any) -> Decode | None:
    """Return a function that turns plain JSON data into this type; None if the data is the value."""
    origin, inside = get_origin(kind), get_args(kind)
    if is_dataclass(kind):
        return _object_decoder(typing.cast(type, kind))
    if is_tuple_class(kind):
        return lambda raw: kind(*raw)
    if origin is list:
        return _each(decoder(inside[0]))
    if origin is dict:
        return _values(decoder(inside[1]))
    if origin in _UNIONS:
        return _union_decoder(tuple(part for part in inside if part is not types.NoneType))
    if kind is types.NoneType:
        return _nothing
    if kind in (Any, str, int, float, bool) or origin is Literal:
        return None
    raise TypeError(f"{kind} cannot be sent as JSON.")


def _nothing(_: Any) -> None:
    """Read an answer that tells nothing."""


def _each(decode: Decode | None) -> Decode | None:
    return decode and (lambda raw: [decode(item) for item in raw])


def _values(decode: Decode | None) -> Decode | None:
    return decode and (lambda raw: {key: decode(item) for key, item in raw.items()})


def _union_decoder(parts: tuple[Any, ...]) -> Decode | None:
    """Decode by shape: at most one part is an object, and at most one an array."""
    decoders = {list if is_tuple_class(part) or get_origin(part) is list else dict: decoder(part)
                for part in parts if decoder(part)}  # fmt: skip
    if not decoders:
        return None

    def decode(raw: Any) -> Any:
        found = decoders.get(type(raw))
        return found(raw) if found else raw

    return decode


def _object_decoder(kind: type) -> Decode:
    hints = typing.get_type_hints(kind)
    read = [(field.name, camel_case(field.name), decoder(hints[field.name])) for field in fields(kind)]
    required = [item for item, field in zip(read, fields(kind), strict=True) if not is_optional(field)]
    optional = [item for item, field in zip(read, fields(kind), strict=True) if is_optional(field)]

    def decode(raw: Any) -> Any:
        values = {name: make(raw[key]) if make else raw[key] for name, key, make in required}
        for name, key, make in optional:
            if key in raw:
                values[name] = make(raw[key]) if make else raw[key]
        return kind(**values)

    return decode
