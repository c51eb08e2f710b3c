"""Sessions: one row for each, and who works in which tab."""

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
    """The sessions a caller may know of."""

    sessions: list[SessionRow]


class Ended(Result):
    """A session that is over."""

    ended: str


class Leased(Result):
    """A tab and the session that works in it now; none when it is free."""

    tab: str
    session: str = ""
