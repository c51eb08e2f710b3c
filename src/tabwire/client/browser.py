"""The client for asyncio: any number of calls at once on one connection."""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Any, Self, TypeVar

from tabwire.client.commands import BrowserCommands
from tabwire.client.connecting import given, open_link, read_result
from tabwire.client.connection import Connection
from tabwire.results.result import Result
from tabwire.schemas import JsonObject

ResultT = TypeVar("ResultT", bound=Result)


class Browser(BrowserCommands):
    """A browser for asyncio. Use it in an `async with` block, or `close` it.

    Without a `session` name it has a session of its own, which ends with it; under a name it shares that
    session with everyone who gives the same one. `cdp_url` uses a running browser instead of our own.
    """

    def __init__(self, session: str = "", *, cdp_url: str = "") -> None:
        self._session = session
        self._cdp_url = cdp_url
        self._connecting = asyncio.Lock()
        self._connection: Connection | None = None

    async def __aenter__(self) -> Self:
        await self._connected()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """End the connection; what it has under way is cancelled. The next call would connect anew."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()

    async def call(self, command: str, **params: Any) -> JsonObject:
        """Run any command by its name, such as one of a plug-in, and return its result as JSON."""
        connection = await self._connected()
        return await connection.call(command, given(params))

    async def _connected(self) -> Connection:
        async with self._connecting:
            if self._connection is not None and self._connection.is_broken:
                await self.close()
            if self._connection is None:
                link = await asyncio.to_thread(open_link, self._session, self._cdp_url)
                self._connection = await Connection.open(link)
            return self._connection

    async def _call(self, command: str, result: type[ResultT], params: dict[str, Any]) -> ResultT:
        return read_result(command, result, await self.call(command, **params))
