"""What came of filling in a form."""

from __future__ import annotations

from tabwire.results.acting import Acted
from tabwire.results.result import Result


class Filled(Result):
    """One reply for each field, in order."""

    fields: tuple[Acted, ...]

    def to_text(self) -> str:
        """Return the replies one below the other."""
        return "\n".join(field.to_text() for field in self.fields)
