"""A hub program with the real life cycle around the simplest work: it sends back what it gets.

Run like `tabwire hub run`; ECHO_BUILD and ECHO_PROTOCOL choose the versions it claims to have.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tabwire import __version__
from tabwire.hub.listener import Client
from tabwire.hub.program import run
from tabwire.hub_socket.greeting import PROTOCOL
from tabwire.places import Places
from tabwire.settings import Settings


class Echo:
    """Work that needs no browser. A line "work N" keeps a command under way for N seconds."""

    http = "http://127.0.0.1:7890"

    def __init__(self) -> None:
        self.notes: list[str] = ["a note for the user"]
        self.running = 0

    def is_needed(self) -> bool:
        return False

    async def serve(self, client: Client) -> None:
        while line := await client.reader.readline():
            if line.startswith(b"work "):
                await self._work(float(line.split()[1]))
            client.writer.write(line)
            await client.writer.drain()

    async def _work(self, duration_s: float) -> None:
        self.running += 1
        try:
            await asyncio.sleep(duration_s)
        finally:
            self.running -= 1

    def refuse_new(self) -> None:
        pass

    async def make_room(self) -> None:
        pass


@asynccontextmanager
async def open_echo(places: Places, settings: Settings) -> AsyncIterator[Echo]:
    if settings.tools == "broken":
        raise RuntimeError("the work cannot be opened")
    yield Echo()


if __name__ == "__main__":
    sys.exit(
        run(
            [argument for argument in sys.argv[1:] if argument not in {"hub", "run"}],
            lambda: open_echo,
            build=os.environ.get("ECHO_BUILD", __version__),
            protocol=int(os.environ.get("ECHO_PROTOCOL", PROTOCOL)),
        )
    )
