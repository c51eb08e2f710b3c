"""Tabs: one row for each, and what became of one."""

from __future__ import annotations

from tabwire.results.result import Result


class TabRow(Result):
    """One tab in a list."""

    tab: str
    title: str
    url: str
    current: bool


class TabList(Result):
    """The tabs a session may use."""

    tabs: list[TabRow]

    def to_text(self) -> str:
        """Return one TOON table; empty lists say so."""
        from toon_format import encode

        if not self.tabs:
            return "No tabs are open. `navigate` or `new_tab` opens one."
        return encode({"tabs": [row.model_dump() for row in self.tabs]})


class Opened(Result):
    """A tab that is open and current."""

    tab: str
    url: str
    title: str


class Closed(Result):
    """A tab that is gone."""

    closed: str
