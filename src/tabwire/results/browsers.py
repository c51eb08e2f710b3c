"""Browsers: one row for each, and what became of one."""

from __future__ import annotations

from tabwire.results.result import Result


class BrowserRow(Result):
    """One browser."""

    browser: str
    kind: str
    version: str = ""
    extension: str = ""
    profile: str = ""
    account: str = ""
    tabs: int = 0
    state: str = "connected"


class BrowserList(Result):
    """The browsers there are, and those that may join."""

    browsers: list[BrowserRow]


class Chosen(Result):
    """The browser a session works in from now on."""

    browser: str


class ClosedBrowser(Result):
    """A browser that was ended."""

    closed: str


class Code(Result):
    """A code that lets one browser join."""

    code: str
    expires_in_s: int


class Forgotten(Result):
    """A browser that may join no more."""

    forgotten: str
