"""A small MCP client over stdio that measures: exact times, exact bytes, no library in between."""

from __future__ import annotations

import json
import os
import select
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ANSWER_WITHIN_S = 60.0
END_WITHIN_S = 10.0
PROTOCOL = "2025-06-18"


class ServerFailed(Exception):
    """The server ended, was silent for too long, or refused a request."""


@dataclass(frozen=True)
class Reply:
    """What a tool call gave back, what it was asked, and how long it took."""

    text: str
    asked: str
    ms: float
    image_bytes: int = 0


@dataclass
class McpClient:
    """One server process and the conversation with it."""

    command: list[str]
    environ: dict[str, str]
    folder: Path
    replies: list[Reply] = field(default_factory=list)

    def start(self) -> float:
        """Start the process and initialize it; return the milliseconds that took."""
        started = time.perf_counter()
        self._errors = (self.folder / "stderr.txt").open("ab")
        self.process = subprocess.Popen(
            self.command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            cwd=self.folder,
            env=self.environ,
            bufsize=0,
        )
        self._buffer = b""
        self._last_id = 0
        who = {"name": "tabwire-bench", "version": "1"}
        self.request("initialize", {"protocolVersion": PROTOCOL, "capabilities": {}, "clientInfo": who})
        took_ms = (time.perf_counter() - started) * 1000
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return took_ms

    def tools(self) -> list[Any]:
        """Return the whole tool list, as the server sent it."""
        found: list[Any] = []
        params: dict[str, Any] = {}
        while True:
            answer = self.request("tools/list", params)
            found += answer["tools"]
            if not answer.get("nextCursor"):
                return found
            params = {"cursor": answer["nextCursor"]}

    def call(self, tool: str, **arguments: Any) -> Reply:
        """Call a tool; a failure it reports is raised."""
        started = time.perf_counter()
        result = self.request("tools/call", {"name": tool, "arguments": arguments})
        ms = (time.perf_counter() - started) * 1000
        content = result.get("content", [])
        text = "\n".join(part["text"] for part in content if part["type"] == "text")
        if result.get("isError"):
            raise ServerFailed(f"{tool}: {text[:300]}")
        images = sum(len(part["data"]) for part in content if part["type"] == "image")
        asked = json.dumps({"name": tool, "arguments": arguments}, separators=(",", ":"), ensure_ascii=False)
        reply = Reply(text, asked, ms, images * 3 // 4)
        self.replies.append(reply)
        return reply

    def request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Send one request and wait for its answer; say no to what the server asks meanwhile."""
        self._last_id += 1
        number = self._last_id
        self._send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        ends_at = time.monotonic() + ANSWER_WITHIN_S
        while True:
            message = json.loads(self._line(ends_at))
            if message.get("id") == number and "method" not in message:
                if "error" in message:
                    raise ServerFailed(f"{method}: {message['error']['message'][:300]}")
                result: dict[str, Any] = message["result"]
                return result
            if "id" in message and "method" in message:
                refusal = {"code": -32601, "message": "not supported"}
                self._send({"jsonrpc": "2.0", "id": message["id"], "error": refusal})

    def stop(self) -> None:
        """Close the server's input and wait until it has ended."""
        if self.process.stdin:
            self.process.stdin.close()
        try:
            self.process.wait(END_WITHIN_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._errors.close()

    def _send(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
        except OSError as error:
            raise ServerFailed(f"the server does not read any more: {error}") from error

    def _line(self, ends_at: float) -> bytes:
        assert self.process.stdout is not None
        descriptor = self.process.stdout.fileno()
        while b"\n" not in self._buffer:
            if not select.select([descriptor], [], [], max(0.0, ends_at - time.monotonic()))[0]:
                raise ServerFailed(f"no answer within {ANSWER_WITHIN_S:g} s")
            chunk = os.read(descriptor, 1 << 20)
            if not chunk:
                raise ServerFailed("the server ended; its last words are in stderr.txt")
            self._buffer += chunk
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line
