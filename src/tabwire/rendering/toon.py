"""TOON as snapshots need it: one quoting rule for cells, tables line by line."""

from __future__ import annotations

import re
from collections.abc import Sequence

_PLAIN = re.compile(r"(?![-# \t])[^\x00-\x1f:\",\\\[\]{}]*(?<![ \t])")
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
_CANONICAL_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,14})(?:\.\d{0,5}[1-9])?")
_LITERALS = frozenset({"", "true", "false", "null"})
_ESCAPED = re.compile(r'[\x00-\x1f"\\]')
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*")
_SURROGATES = re.compile("[\ud800-\udfff]")


def _escape(found: re.Match[str]) -> str:
    character = found.group()
    return _ESCAPES.get(character) or f"\\u{ord(character):04x}"


def quoted(text: str) -> str:
    """Return text as a quoted TOON string."""
    return f'"{_ESCAPED.sub(_escape, text)}"'


def cell(text: str) -> str:
    """Return text as a cell or value, quoted only if TOON requires it."""
    if text in _LITERALS or not _PLAIN.fullmatch(text) or _NUMBER.fullmatch(text):
        return quoted(text)
    return text


def key(text: str) -> str:
    """Return text as a key or column name."""
    return text if _KEY.fullmatch(text) else quoted(text)


def row(cells: Sequence[str]) -> str:
    """Return one row of a table, indented."""
    return "  " + ",".join(map(cell, cells))


def data_row(cells: Sequence[str]) -> str:
    """Return one row of data; numbers stay unquoted."""
    return "  " + ",".join(text if _CANONICAL_NUMBER.fullmatch(text) else cell(text) for text in cells)


def head(name: str, count: int, columns: Sequence[str]) -> str:
    """Return the first line of a table."""
    return f"{key(name)}[{count}]{{{','.join(map(key, columns))}}}:"


def field(name: str, text: str) -> str:
    """Return one field of an object."""
    return f"{key(name)}: {cell(text)}"


def clean(text: str) -> str:
    """Replace unpaired surrogates, which cannot be encoded."""
    return text if text.isascii() else _SURROGATES.sub("\ufffd", text)
