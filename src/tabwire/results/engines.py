"""How a tab is handled."""

from __future__ import annotations

from tabwire.results.result import Result


class Handled(Result):
    """The engine of a tab from now on."""

    tab: str
    engine: str
