"""Sessions: a list of them, and which tabs they own."""

from __future__ import annotations

from tabwire.results.result import Result


class SessionRow(Result):
    """One session."""

    session: str
    caller: str
    client: str = ""
    browser: str = ""
    tabs: tuple[str, ...] = ()
    idle_s: int = 0
    yours: bool = False


class SessionList(Result):
    """The sessions a caller may see."""

    sessions: list[SessionRow]


class Ended(Result):
    """A session that ended."""

    ended: str


class Leased(Result):
    """A tab and the session that owns it now; empty if it is free."""

    tab: str
    session: str = ""
