"""The page agent's description of a page, as rows and folded tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tabwire.protocol.page_agent.reading import RowBlock, TableBlock
from tabwire.rendering.memory import Seen

# Ref, role and name of elements whose refs are printed inside a text or a table row.
InnerRefs: TypeAlias = Sequence[Sequence[str]]


@dataclass(slots=True)
class Row:
    """One element, or one run of text (no ref)."""

    ref: str
    role: str
    name: str
    states: str
    top: int
    holds_frame: bool = False
    inner: InnerRefs = ()

    def seen(self, ref: str) -> Seen | None:
        """Return what a ref in this row means: the row itself, or a link in its text."""
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
        """Estimate where a row starts, assuming rows of equal height."""
        return self.top + (self.end - self.top) * row // max(1, len(self.rows) - 1)

    def seen(self, ref: str) -> Seen | None:
        """Return what a ref in a cell means."""
        return next((seen for inner in self.inner if (seen := _seen_in(inner, ref))), None)


def _seen_in(inner: InnerRefs, ref: str) -> Seen | None:
    return next((Seen(role, name) for found, role, name in inner if found == ref), None)


Block = Row | Table


def block_of(block: RowBlock | TableBlock, prefix: str) -> Block:
    """Convert a block of the page agent; refs inside text and cells already have their prefix."""
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
