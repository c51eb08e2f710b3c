"""What agents do in the user's browser, sent to the extension for its popup and its log."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from tabwire.protocol.relay import RelayObject, encode

# Commands come faster than anybody reads, and each message would get in the way of the next command.
SEND_EVERY_S = 0.4
ACTIONS_MAX = 200


class ActivityFeed:
    """Send who works in which tab and what was done, a few times a second; keep it while there is no link."""

    def __init__(self, send: Callable[[bytes], bool], offered_tab: Callable[[], int | None]) -> None:
        self._send = send
        self._offered_tab = offered_tab
        self._agents: dict[int, RelayObject] = {}
        self._done: deque[RelayObject] = deque(maxlen=ACTIONS_MAX)
        self._timer: asyncio.TimerHandle | None = None

    def note(self, tab: int, agent: str, command: str, since_ms: int) -> None:
        """Note that an agent works on a command in a tab, or is idle there."""
        self._agents[tab] = {"name": agent, "tabId": tab, "command": command, "since": since_ms}
        self._send_soon()

    def note_done(self, done: RelayObject) -> None:
        """Note what was done."""
        self._done.append(done)
        self._send_soon()

    def forget(self, tab: int) -> None:
        """Note that no agent works in this tab any more."""
        if self._agents.pop(tab, None):
            self._send_soon()

    def send_now(self) -> None:
        """Send everything now."""
        self.cancel()
        facts = {"agents": list(self._agents.values()), "offeredTab": self._offered_tab()}
        if self._send(encode({"type": "activity", **facts, "done": list(self._done)})):
            self._done.clear()

    def cancel(self) -> None:
        """Send nothing until something new is noted."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _send_soon(self) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(SEND_EVERY_S, self.send_now)
