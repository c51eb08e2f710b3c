"""What the page agent sends about a page, as rows and folded tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tabwire.protocol.page_agent.reading import RowBlock, TableBlock
from tabwire.rendering.memory import Seen

# Ref, role and name of the elements whose refs are printed inside a text or a row of a table.
InnerRefs: TypeAlias = Sequence[Sequence[str]]


@dataclass(slots=True)
class Row:
    """One element, or one stretch of text (no ref)."""

    ref: str
    role: str
    name: str
    states: str
    top: int
    holds_frame: bool = False
    inner: InnerRefs = ()

    def seen(self, ref: str) -> Seen | None:
        """Return what a ref on this row stands for: the row itself, or a link in its text."""
        if self.ref == ref:
            return Seen(self.role, self.name)
        return _seen_in(self.inner, ref)


@dataclass(slots=True)
class Table:
    """A repeated structure, folded."""

    ref: str
    role: str
    columns: list[str]
    rows: list[list[str]]
    inner: Sequence[InnerRefs]
    top: int
    end: int

    def top_of(self, row: int) -> int:
        """Estimate where a row begins: rows are taken to be of one height."""
        return self.top + (self.end - self.top) * row // max(1, len(self.rows) - 1)

    def seen(self, ref: str) -> Seen | None:
        """Return what a ref in a cell stands for."""
        return next((seen for inner in self.inner if (seen := _seen_in(inner, ref))), None)


def _seen_in(inner: InnerRefs, ref: str) -> Seen | None:
    return next((Seen(role, name) for found, role, name in inner if found == ref), None)


Block = Row | Table


def block_of(block: RowBlock | TableBlock, prefix: str) -> Block:
    """Return a block of the page agent's answer; inside text and cells refs carry their prefix already."""
    if isinstance(block, TableBlock):
        return Table(
            prefix + block.ref,
            block.role,
            block.columns,
            block.rows,
            block.inner,
            int(block.top),
            int(block.end),
        )
    ref, role, name, states, top, holds_frame, inner = block
    return Row(prefix + ref if ref else "", role, name, states, int(top), holds_frame, inner)
