"""The asyncio client: any number of concurrent calls on one connection."""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Any, Self, TypeVar

from tabwire.client.commands import BrowserCommands
from tabwire.client.connecting import open_link, read_result, without_none
from tabwire.client.connection import Connection
from tabwire.results.result import Result
from tabwire.schemas import JsonObject

ResultT = TypeVar("ResultT", bound=Result)


class Browser(BrowserCommands):
    """A browser for asyncio. Use it in an `async with` block, or call `close`.

    Without a `session` name, its session is its own and ends with it. Clients with the same name share one.
    `cdp_url` uses a running browser instead of starting one.
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
        """Close the connection and cancel its calls. The next call connects again."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()

    async def call(self, command: str, **params: Any) -> JsonObject:
        """Run any command by name, including those of plug-ins, and return its result as JSON."""
        connection = await self._connected()
        return await connection.call(command, without_none(params))

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
