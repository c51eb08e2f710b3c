"""One connection to the hub's command surface, shared by concurrent calls."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from dataclasses import dataclass
from typing import cast

from tabwire.errors import error_from
from tabwire.hub_socket.connect import HubLink
from tabwire.hub_socket.conversation import SILENCE_S, hub_ended, hub_not_responding
from tabwire.schemas import JsonObject

# Full-page pictures are the longest answers; the hub never sends a longer line.
LINE_MAX = 64 * 1024 * 1024


@dataclass(frozen=True)
class _Call:
    """A call that waits for its answer, and its timeout."""

    command: str
    answer: asyncio.Future[JsonObject]
    timeout: asyncio.Timeout


class Connection:
    """Match answers with calls. Close it after use."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._calls: dict[int, _Call] = {}
        self._last_id = 0
        self._listening = asyncio.create_task(self._listen())

    @classmethod
    async def open(cls, link: HubLink) -> Connection:
        """Take over a connected link."""
        taken = socket.socket(fileno=link.socket.detach())
        taken.setblocking(False)
        return cls(*await asyncio.open_unix_connection(sock=taken, limit=LINE_MAX))

    @property
    def is_broken(self) -> bool:
        """Return whether the hub is gone."""
        return self._listening.done()

    async def call(self, command: str, params: JsonObject) -> JsonObject:
        """Run one command; cancelling the call cancels it in the hub too."""
        self._last_id += 1
        request_id = self._last_id
        try:
            async with asyncio.timeout(SILENCE_S) as timeout:
                answer: asyncio.Future[JsonObject] = asyncio.get_running_loop().create_future()
                self._calls[request_id] = _Call(command, answer, timeout)
                await self._send({"id": request_id, "command": command, "params": params}, command)
                return await answer
        except TimeoutError as error:
            raise hub_not_responding(command) from error
        except asyncio.CancelledError:
            self._write({"cancel": request_id})
            raise
        finally:
            del self._calls[request_id]

    async def close(self) -> None:
        """Close the connection and fail its open calls."""
        self._listening.cancel()
        await asyncio.gather(self._listening, return_exceptions=True)
        self._writer.close()
        with contextlib.suppress(OSError):
            await self._writer.wait_closed()

    async def _send(self, message: JsonObject, command: str) -> None:
        if self.is_broken:
            raise hub_ended(command)
        try:
            self._write(message)
            await self._writer.drain()
        except OSError as error:
            raise hub_ended(command) from error

    def _write(self, message: JsonObject) -> None:
        self._writer.write(json.dumps(message).encode("ascii") + b"\n")

    async def _listen(self) -> None:
        try:
            with contextlib.suppress(OSError, ValueError):
                while line := await self._reader.readline():
                    self._receive(json.loads(line))
        finally:
            for call in self._calls.values():
                if not call.answer.done():
                    call.answer.set_exception(hub_ended(call.command))

    def _receive(self, message: JsonObject) -> None:
        call = self._calls.get(cast(int, message.get("id")))
        # Ignore the answer to a cancelled call.
        if call is None or call.answer.done():
            return
        if "error" in message:
            call.answer.set_exception(error_from(cast(JsonObject, message["error"])))
        elif "result" in message:
            call.answer.set_result(cast(JsonObject, message["result"]))
        else:
            call.timeout.reschedule(asyncio.get_running_loop().time() + SILENCE_S)
