"""The whole hub at work."""

from __future__ import annotations

from tabwire.results.result import Result


class BrowserActivity(Result):
    """One browser."""

    browser: str
    kind: str
    state: str
    tabs: int
    pid: int = 0


class SessionActivity(Result):
    """One session."""

    session: str
    caller: str
    client: str
    browser: str
    tabs: int
    idle_s: int
    is_connected: bool


class CallActivity(Result):
    """One call under way."""

    call: int
    command: str
    session: str
    tab: str
    seconds: float


class ErrorActivity(Result):
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
    running: list[CallActivity]
    errors: list[ErrorActivity]
