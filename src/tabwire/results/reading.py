"""What is on a page: snapshots, search, text, data."""

from __future__ import annotations

import json
from typing import Annotated, Any

from pydantic import Field

from tabwire.results.result import Result


class Snapshot(Result):
    """A page as TOON, or the part of it that fitted; `cursor` continues it."""

    url: str
    title: str
    text: str
    cursor: str = ""
    notes: tuple[str, ...] = ()

    def to_text(self) -> str:
        """Return the page itself, and what happened to it meanwhile."""
        from toon_format import encode

        if not self.notes:
            return self.text
        return f"{self.text}\n{encode({'notes': '; '.join(self.notes)})}"


class FoundRow(Result):
    """One element or line that fits a search."""

    ref: str
    role: str
    name: str
    states: str = ""
    where: str = ""


class FoundRows(Result):
    """What a search found; `total` counts also what is not listed."""

    found: list[FoundRow]
    total: int

    def to_text(self) -> str:
        """Return one TOON table, or say that there is nothing."""
        from toon_format import encode

        if not self.found:
            return "Nothing on the page matches."
        left = {"left": f"{self.total - len(self.found)} more; search for something narrower"}
        rows = {"found": [row.model_dump() for row in self.found]}
        return encode({**rows, **(left if self.total > len(self.found) else {})})


class PageText(Result):
    """Readable text, or the part of it that fitted; `cursor` continues it."""

    url: str
    title: str
    text: str
    cursor: str = ""
    is_cut: Annotated[bool, Field(description="The page is too large to be read to its end.")] = False

    def to_text(self) -> str:
        """Return the text, and at its end how to go on."""
        if not self.text:
            return "There is no text."
        more = f"\n\n(more: cursor {self.cursor})" if self.cursor else ""
        return f"{self.text}{more}" + (
            "\n\n(the page is too large: read its parts by target)" if self.is_cut else ""
        )


class Extracted(Result):
    """Data of a page: `records` that were asked for, or all `tables`; `total` counts what there is.

    What did not fit is brought by `cursor`, with the same parameters.
    """

    records: list[dict[str, Any]] | None = None
    tables: list[dict[str, Any]] | None = None
    total: int
    cursor: str = ""

    def to_text(self) -> str:
        """Return the data as JSON, and below it how to go on."""
        data = self.records if self.records is not None else self.tables
        more = f"\n(more: cursor {self.cursor})" if self.cursor else ""
        return json.dumps(data, ensure_ascii=False) + more


class Html(Result):
    """Compact HTML of an element and the path that leads to it."""

    path: str
    html: str
    cut: bool = False

    def to_text(self) -> str:
        """Return the path, the HTML and whether it was cut."""
        lines = [f"in {self.path}"] if self.path else []
        lines.append(self.html)
        if self.cut:
            lines.append("… cut; ask for a smaller target or more max_tokens")
        return "\n".join(lines)
