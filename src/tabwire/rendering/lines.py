"""Blocks as TOON text, cut to a token budget at row boundaries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from tabwire.rendering import toon
from tabwire.rendering.blocks import Block, InnerRefs, Table
from tabwire.rendering.tokens import estimate

ELEMENT_COLUMNS = ("ref", "role", "name", "states")
HEAD_TOKENS = 14


@dataclass(frozen=True, slots=True)
class Section:
    """A stretch of rows with the same columns: elements, or one folded table (its ref is the name)."""

    name: str
    columns: tuple[str, ...]


@dataclass(frozen=True)
class Line:
    """One row, printed only when somebody reads that far."""

    section: Section
    cells: Sequence[str]
    top: int
    printed: Callable[[Sequence[str]], str]
    # The first ref that is printed in the row, if there is any.
    first_ref: str

    @cached_property
    def text(self) -> str:
        """Return the row as TOON."""
        return self.printed([toon.clean(cell) for cell in self.cells])

    @cached_property
    def tokens(self) -> int:
        """Return what the row costs."""
        return estimate(self.text)


@dataclass(frozen=True, slots=True)
class Rest:
    """About how many elements of a document were not read yet, and how those before them were read."""

    document: str
    mode: str
    elements: int


@dataclass(slots=True)
class Rendering:
    """A page as lines, ready to be cut; `rest` is what was not read of it."""

    facts: dict[str, str]
    lines: list[Line]
    height: int
    rest: Rest | None = None

    @property
    def head_tokens(self) -> int:
        """Return what the lines before the first row cost."""
        return sum(estimate(toon.field(name, text)) for name, text in self.facts.items())


def lines_of(blocks: Iterable[Block]) -> Iterator[Line]:
    """Lay blocks out as lines, in order."""
    stretches = 0
    section: Section | None = None
    for block in blocks:
        if isinstance(block, Table):
            yield from _table_lines(block)
            section = None
            continue
        if section is None:
            stretches += 1
            section = Section(f"elements{stretches}" if stretches > 1 else "elements", ELEMENT_COLUMNS)
        cells = (block.ref, block.role, block.name, block.states)
        yield Line(section, cells, block.top, toon.row, block.ref or _first(block.inner))


def _table_lines(table: Table) -> Iterator[Line]:
    section = Section(table.ref, tuple(map(toon.clean, table.columns)))
    for at, cells in enumerate(table.rows):
        yield Line(section, cells, table.top_of(at), toon.data_row, _first(table.inner[at]))


def _first(inner: InnerRefs) -> str:
    return inner[0][0] if inner else ""


def start_in_view(lines: Sequence[Line], height: int) -> int:
    """Return the first line that is not above the viewport."""
    for at, line in enumerate(lines):
        if 0 <= line.top < height:
            return at
    return 0


def cut(lines: Sequence[Line], start: int, budget: int) -> int:
    """Return the end of the longest stretch from `start` that fits; at least one line."""
    spent = 0
    section = None
    for at in range(start, len(lines)):
        line = lines[at]
        spent += line.tokens + (HEAD_TOKENS if line.section is not section else 0)
        section = line.section
        if spent > budget and at > start:
            return at
    return len(lines)


def text_of(lines: Sequence[Line]) -> list[str]:
    """Return lines as TOON tables, each opened by its head."""
    printed = []
    for section, group in groupby(lines, key=lambda line: line.section):
        rows = [line.text for line in group]
        printed.append(toon.head(section.name, len(rows), section.columns))
        printed.extend(rows)
    return printed
