"""What every link can do."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Protocol

from tabwire.errors import BrowserDisconnected


class LinkClosed(Exception):
    """The other end is gone."""


class LinkLost(BrowserDisconnected):
    """The link to the user's browser dropped during a request; it reconnects on its own."""


class Link(Protocol):
    """Carry whole frames, in order, both ways."""

    def send(self, frame: bytes) -> None:
        """Queue one frame; raise `LinkClosed` if the other end is gone."""

    def frames(self) -> AsyncIterator[bytes | str]:
        """Yield frames until the other end is gone."""

    async def close(self) -> None:
        """Close the link; safe to call twice."""
