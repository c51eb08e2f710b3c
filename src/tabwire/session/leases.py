"""Who works in which tab: at most one session, since when, and whether the tab ends with it."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tabwire.browsers.browser import BrowserTab, BrowserTabId

if TYPE_CHECKING:
    from tabwire.session.session import Session


@dataclass(frozen=True)
class Lease:
    """One tab's owner. A tab that its owner opened is closed with it; others are only let go."""

    holder: Session
    since: float
    is_opened: bool


class Leases:
    """All leases of the hub. What a leased tab opens belongs to the same session."""

    def __init__(self) -> None:
        # None: somebody let go of it, so that it does not fall back to the session of its opener.
        self._leases: dict[BrowserTabId, Lease | None] = {}

    def of(self, tab: BrowserTab) -> Lease | None:
        """Return the lease of a tab; a new tab inherits that of the tab which opened it."""
        if tab.id not in self._leases and tab.opener is not None:
            inherited = self._leases.get(tab.opener)
            if inherited is not None:
                self._leases[tab.id] = replace(inherited, since=time.time())
        return self._leases.get(tab.id)

    def take(self, tab: BrowserTab, session: Session, *, is_opened: bool = False) -> None:
        """Give a free tab to a session; one that has it already keeps it as it is."""
        known = self._leases.get(tab.id)
        if known is None or known.holder is not session:
            self._leases[tab.id] = Lease(session, time.time(), is_opened)

    def hand_over(self, tab: BrowserTab, session: Session) -> None:
        """Give a tab to another session, which closes it in the end if the first one had to."""
        known = self._leases.get(tab.id)
        self._leases[tab.id] = Lease(session, time.time(), known is not None and known.is_opened)

    def let_go(self, tab: BrowserTab) -> None:
        """Make a tab free; it stays open."""
        self._leases[tab.id] = None

    def forget(self, tab: BrowserTab) -> None:
        """Drop what is known about a tab that is gone."""
        self._leases.pop(tab.id, None)

    def end(self, session: Session) -> None:
        """End every lease of a session."""
        for tab_id, lease in tuple(self._leases.items()):
            if lease is not None and lease.holder is session:
                del self._leases[tab_id]
