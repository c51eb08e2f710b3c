"""The whole hub at work."""

from __future__ import annotations

from tabwire.results.browsers import BrowserRow
from tabwire.results.operations import CallRow
from tabwire.results.result import Result


class BrowserActivity(BrowserRow):
    """One browser: whether it answers, and its process; `browsers` tells its profile and account."""

    pid: int = 0


# A `SessionRow` but for its tabs: `tabs` is public as a number here.
class SessionActivity(Result):
    """One session."""

    session: str
    caller: str
    client: str
    browser: str
    tabs: int
    idle_s: int
    is_connected: bool


class ErrorRow(Result):
    """One failure of late."""

    at: str
    command: str
    session: str
    code: str


class Activity(Result):
    """The hub at this moment."""

    version: str
    pid: int
    uptime_s: int
    memory_mb: float
    open_files: int
    calls_done: int
    calls_failed: int
    browsers: list[BrowserActivity]
    sessions: list[SessionActivity]
    running: list[CallRow]
    errors: list[ErrorRow]
