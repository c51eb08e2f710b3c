"""What happened in a page and no reply has told of yet: downloads, tabs, and what its user did."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from tabwire.engines.page import PageState
from tabwire.engines.page_events import (
    DownloadEnded,
    DownloadStarted,
    PageEvent,
    PageEvents,
    PermissionDecided,
    TabOpened,
    UserInputSeen,
)

REMEMBERED = 20
USER_ACTIONS_NAMED = 3


@dataclass(frozen=True)
class Saved:
    """A finished download; `path` is empty when it failed."""

    name: str
    path: str


class UnreportedEvents:
    """Keep what happened between commands, until somebody asks or an action's reply tells it."""

    def __init__(self, events: PageEvents, state: PageState) -> None:
        self.saved: dict[str, Saved] = {}
        self.opened: list[str] = []
        self._names: dict[str, str] = {}
        self._state = state
        self._permissions: list[str] = []
        # What the user did, each thing once, the latest last.
        self._user_actions: dict[str, None] = {}
        events.subscribe(self._on)

    def told(self, downloads: Collection[str], tabs: Collection[str]) -> None:
        """Forget what a reply has told."""
        for number in downloads:
            self.saved.pop(number, None)
        self.opened = [tab for tab in self.opened if tab not in tabs]

    def take_user_actions(self) -> list[str]:
        """Return one sentence about what the user did in the page, or none, once."""
        actions, self._user_actions = list(self._user_actions), {}
        if not actions:
            return []
        earlier = ["did more"] if len(actions) > USER_ACTIONS_NAMED else []
        told = [*earlier, *actions[-USER_ACTIONS_NAMED:]]
        words = " and ".join(filter(None, (", ".join(told[:-1]), told[-1])))
        return [f"meanwhile the user {words}; look again before acting"]

    def take_permissions(self) -> list[str]:
        """Return a sentence for each permission that the page asked for, once."""
        decisions, self._permissions = self._permissions, []
        return [f"the page asked for permission: {decision}" for decision in decisions]

    def _on(self, event: PageEvent) -> None:
        if isinstance(event, UserInputSeen):
            self._on_user_input(event.action)
        elif isinstance(event, DownloadStarted):
            self._names[event.id] = event.name
        elif isinstance(event, DownloadEnded):
            self.saved[event.id] = Saved(self._names.pop(event.id, ""), event.path)
            while len(self.saved) > REMEMBERED:
                del self.saved[next(iter(self.saved))]
        elif isinstance(event, PermissionDecided):
            self._permissions = [*self._permissions, event.decision][-REMEMBERED:]
        elif isinstance(event, TabOpened):
            self.opened = [*self.opened, event.tab][-REMEMBERED:]

    def _on_user_input(self, action: str) -> None:
        """Keep what the user did; while input of our own is on its way, it is taken for ours."""
        if self._state.is_our_input_pending:
            return
        self._user_actions.pop(action, None)
        self._user_actions[action] = None
        while len(self._user_actions) > REMEMBERED:
            del self._user_actions[next(iter(self._user_actions))]
