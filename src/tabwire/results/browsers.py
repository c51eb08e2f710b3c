"""Browsers: a list of them, and what was done to one."""

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
    """Connected and paired browsers."""

    browsers: list[BrowserRow]


class Chosen(Result):
    """The browser a session works in from now on."""

    browser: str


class ClosedBrowser(Result):
    """A browser that was closed."""

    closed: str


class Code(Result):
    """A code that pairs one browser."""

    code: str
    expires_in_s: int


class Forgotten(Result):
    """A browser that is no longer paired."""

    forgotten: str
