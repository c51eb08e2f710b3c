"""The surface for the command line and the Python client: one JSON object per line on the local socket.

    →  {"id": 1, "command": "click", "params": {"target": "e3"}}
    ←  {"id": 1, "progress": {"elapsed_s": 1.0, "total_s": 30.0, "message": "…"}}
    ←  {"id": 1, "result": {…}, "text": "…"}      or      {"id": 1, "error": {"code": …, "message": …, …}}
    →  {"cancel": 1}

A request with `"trace": true` gets `"trace": [{"name": …, "start_ms": …, "took_ms": …}, …]` with its result.
Any number of calls may run at once. A cancelled call gets no answer. Closing the connection cancels all of
its calls.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from typing import cast

from tabwire.callers import Caller
from tabwire.dispatch import Dispatcher
from tabwire.errors import Internal, InvalidParams, TabwireError
from tabwire.names import command_name
from tabwire.schemas import Json, JsonObject
from tabwire.surfaces.lines import MAX_LINE_BYTES, Line, LineTooLong, lines
from tabwire.surfaces.rendering import text_of
from tabwire.trace import span, tracing

log = logging.getLogger("tabwire.wire")

EXAMPLE = 'Send one JSON object per line: {"id": 1, "command": "click", "params": {"target": "e3"}}.'


async def serve(
    dispatcher: Dispatcher, caller: Caller, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    """Serve one client until it disconnects, then cancel its running calls."""
    async with asyncio.TaskGroup() as calls:
        conversation = _Conversation(dispatcher, caller, writer, calls)
        try:
            with contextlib.suppress(ConnectionError):
                async for line in lines(reader):
                    await conversation.receive(line)
        finally:
            conversation.cancel_all()


class _Conversation:
    """The calls of one connection."""

    def __init__(
        self,
        dispatcher: Dispatcher,
        caller: Caller,
        writer: asyncio.StreamWriter,
        calls: asyncio.TaskGroup,
    ) -> None:
        self._dispatcher = dispatcher
        self._caller = caller
        self._writer = writer
        self._tasks = calls
        self._running: dict[Json, asyncio.Task[None]] = {}

    async def receive(self, line: Line) -> None:
        """Start the call that one line requests; answer an invalid line with an error."""
        request_id: Json = None
        try:
            message = _parse(line)
            if "cancel" in message:
                self._cancel(message["cancel"])
                return
            request_id = _id_of(message)
            if request_id in self._running:
                raise InvalidParams(f"A call with id {request_id!r} is still running.", next_step=EXAMPLE)
            command = message.get("command")
            if not isinstance(command, str):
                raise InvalidParams('"command" must be the name of a command.', next_step=EXAMPLE)
        except InvalidParams as error:
            await self._send({"id": request_id, "error": cast(JsonObject, error.facts())})
            return
        task = self._tasks.create_task(self._answer(request_id, command_name(command), message))
        self._running[request_id] = task
        task.add_done_callback(lambda _: self._running.pop(request_id, None))

    def cancel_all(self) -> None:
        """Cancel every call, because the client has left."""
        for task in self._running.values():
            task.cancel()

    def _cancel(self, request_id: Json) -> None:
        """Cancel one call; ignore a call that has just ended."""
        task = self._running.get(request_id) if isinstance(request_id, int | str) else None
        if task is not None:
            task.cancel()

    async def _answer(self, request_id: Json, command: str, message: JsonObject) -> None:
        async def report(elapsed_s: float, total_s: float, message: str) -> None:
            progress: JsonObject = {"elapsed_s": elapsed_s, "total_s": total_s, "message": message}
            await self._send({"id": request_id, "progress": progress})

        try:
            with tracing() if message.get("trace") is True else contextlib.nullcontext() as trace:
                result = await self._dispatcher.call(self._caller, command, message.get("params", {}), report)
                with span("render"):
                    answer: JsonObject = {"result": result.model_dump(mode="json"), "text": text_of(result)}
            if trace is not None:
                answer["trace"] = cast(Json, trace.facts())
            await self._send({"id": request_id, **answer})
        except TabwireError as error:
            await self._send({"id": request_id, "error": cast(JsonObject, error.facts())})
        except Exception as error:
            log.exception("the answer to %s could not be sent", command)
            failure = Internal(f"The answer to {command} could not be sent: {error}")
            await self._send({"id": request_id, "error": cast(JsonObject, failure.facts())})

    async def _send(self, message: JsonObject) -> None:
        """Send one line in a single write, so that lines of several calls never mix."""
        line = json.dumps(message, ensure_ascii=False, default=str).encode("utf-8", "replace")
        # The reading side notices that a client has left.
        with contextlib.suppress(OSError):
            self._writer.write(line + b"\n")
            await self._writer.drain()


def _parse(line: Line) -> JsonObject:
    if isinstance(line, LineTooLong):
        raise InvalidParams(
            f"A line may have at most {MAX_LINE_BYTES} bytes.", next_step="Send a shorter line."
        )
    try:
        message = json.loads(line, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise InvalidParams(f"The line is not JSON: {str(error)[:200]}.", next_step=EXAMPLE) from error
    if not isinstance(message, dict):
        raise InvalidParams("The line is not a JSON object.", next_step=EXAMPLE)
    return message


def _refuse_constant(name: str) -> Json:
    raise ValueError(f"{name} is not a JSON number")


def _id_of(message: JsonObject) -> int | str:
    request_id = message.get("id")
    if isinstance(request_id, bool) or not isinstance(request_id, int | str):
        raise InvalidParams('"id" must be a number or a string.', next_step=EXAMPLE)
    return request_id
