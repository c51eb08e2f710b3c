"""Who works in which tab: at most one session, since when, and whether the tab ends with it."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tabwire.browsers.browser import Target, TargetId

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
        self._leases: dict[TargetId, Lease | None] = {}

    def of(self, target: Target) -> Lease | None:
        """Return the lease of a tab; a new tab inherits that of the tab which opened it."""
        if target.id not in self._leases and target.opener is not None:
            inherited = self._leases.get(target.opener)
            if inherited is not None:
                self._leases[target.id] = replace(inherited, since=time.time())
        return self._leases.get(target.id)

    def take(self, target: Target, session: Session, *, is_opened: bool = False) -> None:
        """Give a free tab to a session; one that has it already keeps it as it is."""
        known = self._leases.get(target.id)
        if known is None or known.holder is not session:
            self._leases[target.id] = Lease(session, time.time(), is_opened)

    def hand_over(self, target: Target, session: Session) -> None:
        """Give a tab to another session, which closes it in the end if the first one had to."""
        known = self._leases.get(target.id)
        self._leases[target.id] = Lease(session, time.time(), known is not None and known.is_opened)

    def let_go(self, target: Target) -> None:
        """Make a tab free; it stays open."""
        self._leases[target.id] = None

    def forget(self, target: Target) -> None:
        """Drop what is known about a tab that is gone."""
        self._leases.pop(target.id, None)

    def end(self, session: Session) -> None:
        """End every lease of a session."""
        for target_id, lease in tuple(self._leases.items()):
            if lease is not None and lease.holder is session:
                del self._leases[target_id]
