"""Downloads and tabs of a page that no reply has told of yet."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from tabwire.engines.page import DownloadEnded, DownloadStarted, PageEvent, PageEvents, TabOpened

REMEMBERED = 20


@dataclass(frozen=True)
class Saved:
    """A finished download; `path` is empty when it failed."""

    name: str
    path: str


class News:
    """Keep what happened between commands, until somebody asks or an action's reply tells it."""

    def __init__(self, events: PageEvents) -> None:
        self.saved: dict[str, Saved] = {}
        self.opened: list[str] = []
        self._names: dict[str, str] = {}
        events.subscribe(self._on)

    def told(self, downloads: Collection[str], tabs: Collection[str]) -> None:
        """Forget what a reply has told."""
        for number in downloads:
            self.saved.pop(number, None)
        self.opened = [target for target in self.opened if target not in tabs]

    def _on(self, event: PageEvent) -> None:
        if isinstance(event, DownloadStarted):
            self._names[event.id] = event.name
        elif isinstance(event, DownloadEnded):
            self.saved[event.id] = Saved(self._names.pop(event.id, ""), event.path)
            while len(self.saved) > REMEMBERED:
                del self.saved[next(iter(self.saved))]
        elif isinstance(event, TabOpened):
            self.opened = [*self.opened, event.target][-REMEMBERED:]
