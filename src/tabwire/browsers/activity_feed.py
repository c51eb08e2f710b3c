"""What the extension is told of agents at work, for its popup and its log."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from tabwire.protocol.relay import RelayObject, encode

# Commands come faster than anybody reads, and each message would get in the way of the next command.
SHOW_EVERY_S = 0.4
ACTIONS_MAX = 200


class ActivityFeed:
    """Who works in which tab and what was done, told a few times a second; what nobody heard is kept."""

    def __init__(self, tell: Callable[[bytes], bool], offered_tab: Callable[[], int | None]) -> None:
        self._tell = tell
        self._offered_tab = offered_tab
        self._agents: dict[int, RelayObject] = {}
        self._done: deque[RelayObject] = deque(maxlen=ACTIONS_MAX)
        self._timer: asyncio.TimerHandle | None = None

    def note(self, tab: int, agent: str, command: str, since_ms: int) -> None:
        """Note that an agent works on a command in a tab, or rests there."""
        self._agents[tab] = {"name": agent, "tabId": tab, "command": command, "since": since_ms}
        self._show_soon()

    def note_done(self, done: RelayObject) -> None:
        """Note what was done."""
        self._done.append(done)
        self._show_soon()

    def forget(self, tab: int) -> None:
        """Note that no agent works in this tab any more."""
        if self._agents.pop(tab, None):
            self._show_soon()

    def show(self) -> None:
        """Tell everything now."""
        self.rest()
        facts = {"agents": list(self._agents.values()), "offeredTab": self._offered_tab()}
        if self._tell(encode({"type": "activity", **facts, "done": list(self._done)})):
            self._done.clear()

    def rest(self) -> None:
        """Tell nothing more before there is news."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _show_soon(self) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(SHOW_EVERY_S, self.show)
