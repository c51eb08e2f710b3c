"""A TCP proxy that can stop carrying bytes without closing anything, as a sleeping machine does."""

from __future__ import annotations

import asyncio
from typing import Self


class SilentProxy:
    """Carry connections to the local port `port`; after `fall_silent` those that are open carry nothing."""

    def __init__(self) -> None:
        self.port = 0
        self._generation = 0
        self._carrying: set[asyncio.Task[None]] = set()
        self.carried = asyncio.Event()
        self._has_spoken = asyncio.Event()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for task in self._carrying:
            task.cancel()

    @property
    def host(self) -> str:
        """Return the name and port to use instead of the hub's."""
        return f"127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    def fall_silent(self) -> None:
        """Carry nothing more on the connections that are open now."""
        self._generation += 1

    async def next_word(self) -> None:
        """Wait until the browser sends something more."""
        self._has_spoken.clear()
        await self._has_spoken.wait()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        to_hub, from_hub = await asyncio.open_connection("127.0.0.1", self.port)
        ways = ((reader, from_hub, self._has_spoken), (to_hub, writer, asyncio.Event()))
        for source, sink, moved in ways:
            task = asyncio.create_task(self._carry(source, sink, moved, self._generation))
            self._carrying.add(task)

    async def _carry(
        self,
        source: asyncio.StreamReader,
        sink: asyncio.StreamWriter,
        moved: asyncio.Event,
        generation: int,
    ) -> None:
        while chunk := await source.read(65536):
            if generation == self._generation:
                moved.set()
                self.carried.set()
                sink.write(chunk)
        if generation == self._generation:
            sink.close()
