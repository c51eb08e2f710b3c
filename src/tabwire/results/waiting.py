"""What was waited for."""

from __future__ import annotations

from tabwire.results.result import Result


class Waited(Result):
    """What was waited for and is there now."""

    found: str
    url: str

    def to_text(self) -> str:
        """Return one line."""
        return f"there: {self.found} ({self.url})"


class Downloaded(Result):
    """A finished download; without a path it failed."""

    name: str
    path: str


class TabFound(Result):
    """A tab that the page opened."""

    tab: str
    url: str
