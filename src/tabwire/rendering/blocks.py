"""What the page agent sends about a page, as rows and folded tables."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from tabwire.rendering.memory import Seen

_LAST_REF = re.compile(r" (?:f\d+)?e\d+\b.*$")


@dataclass(slots=True)
class Row:
    """One element, or one stretch of text (no ref)."""

    ref: str
    role: str
    name: str
    states: str
    top: int
    holds_frame: bool = False

    def seen(self, ref: str) -> Seen | None:
        """Return what a ref on this row stands for: the row itself, or a link in its text."""
        if self.ref:
            return Seen(self.role, self.name) if self.ref == ref else None
        found = re.search(rf"([^\[\]]*)(?: |\[){ref}[\] ]", self.name)
        return Seen("link", found.group(1).strip()) if found else None


@dataclass(slots=True)
class Table:
    """A repeated structure, folded."""

    ref: str
    role: str
    columns: list[str]
    rows: list[list[str]]
    top: int
    end: int

    def top_of(self, row: int) -> int:
        """Estimate where a row begins: rows are taken to be of one height."""
        return self.top + (self.end - self.top) * row // max(1, len(self.rows) - 1)

    def seen(self, ref: str) -> Seen | None:
        """Return what a ref in a cell stands for; the column's name tells the role."""
        own = re.compile(rf"(.*?) ?\b{ref}\b")
        for row in self.rows:
            for column, cell in zip(self.columns, row, strict=True):
                found = own.match(cell) if ref in cell else None
                if found:
                    return Seen(self._told(column, row), found.group(1))
        return None

    def _told(self, column: str, row: list[str]) -> str:
        """Return a column's name for one row: "Buy {Article}" names what that row says under "Article"."""
        for other, cell in zip(self.columns, row, strict=True):
            column = column.replace(f"{{{other}}}", _LAST_REF.sub("", cell))
        return column


Block = Row | Table


def parse_block(raw: Any, prefix: str) -> Block:
    """Read one block of the agent's answer; inside text and cells refs carry their prefix already."""
    if isinstance(raw, dict):
        ref = prefix + raw["ref"]
        return Table(ref, raw["role"], raw["columns"], raw["rows"], raw["top"], raw["end"])
    ref, role, name, states, top, *rest = raw
    return Row(prefix + ref if ref else "", role, name, states, top, bool(rest))
