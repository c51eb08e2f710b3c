"""The result of filling in a form."""

from __future__ import annotations

from tabwire.results.acting import Acted
from tabwire.results.result import Result


class Filled(Result):
    """One result for each field, in order."""

    fields: tuple[Acted, ...]

    def to_text(self) -> str:
        """Return one line or more for each field."""
        return "\n".join(field.to_text() for field in self.fields)
