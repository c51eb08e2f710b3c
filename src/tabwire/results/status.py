"""The hub and its browsers."""

from __future__ import annotations

from tabwire.results.result import Result


# A `BrowserRow` would cost every agent more tokens, and `name` is public.
class BrowserSummary(Result):
    """One browser in a list."""

    name: str
    kind: str
    version: str
    tabs: int


class Status(Result):
    """The hub and its browsers. How many sessions there are is told to all, whose they are is not."""

    version: str
    uptime_s: int
    http: str
    running: int
    sessions: int
    browsers: list[BrowserSummary]
