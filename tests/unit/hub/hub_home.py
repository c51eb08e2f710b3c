"""One user's home in a test, and clients that start the echo hub in it."""

from __future__ import annotations

import fcntl
import os
import sys
import threading
from dataclasses import dataclass, field
from pathlib import Path

from tabwire.hub_socket.connect import HubLink, connect, find_hub, greeting_for
from tabwire.hub_socket.greeting import COMMAND_SURFACE, STATUS_SURFACE, Greeting
from tabwire.places import Places

ECHO_HUB = (sys.executable, str(Path(__file__).with_name("echo_hub.py")))


@dataclass
class Home:
    """One user's state folder, with ways to look at the hub in it."""

    places: Places
    links: list[HubLink] = field(default_factory=list)

    def connect(self, greeting: Greeting | None = None) -> HubLink:
        """Connect as a client does, starting the echo hub if need be."""
        link = connect(self.places, greeting or greeting_for(COMMAND_SURFACE), program=ECHO_HUB)
        self.links.append(link)
        return link

    def status(self) -> Greeting | None:
        """Ask the hub that answers now, if any."""
        link = find_hub(self.places, greeting_for(STATUS_SURFACE))
        if link is None:
            return None
        link.socket.close()
        return link.answer

    def pid(self) -> int:
        """Return the process id of the hub that answers now."""
        status = self.status()
        assert status is not None, "no hub answers"
        return int(status.get("pid"))

    def hub_ends(self, within_s: float = 15) -> bool:
        """Tell whether no hub holds the lock soon."""
        waiting = threading.Thread(target=self._wait_for_lock, daemon=True)
        waiting.start()
        waiting.join(within_s)
        return not waiting.is_alive()

    def _wait_for_lock(self) -> None:
        file = os.open(self.places.lock, os.O_RDWR | os.O_CREAT)
        fcntl.flock(file, fcntl.LOCK_EX)
        os.close(file)


def echo(link: HubLink, text: bytes) -> bytes:
    """Send a line and return what comes back."""
    link.socket.sendall(text + b"\n")
    return link.socket.recv(65536).strip()
