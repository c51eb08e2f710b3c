"""A Chromium of our own on a DevTools pipe, spoken to without any library."""

from __future__ import annotations

import fcntl
import json
import os
import select
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.contenders import BROWSER_SWITCHES, MARK, VIEWPORT, sandbox_switches
from benchmarks.mcp_client import ServerFailed
from benchmarks.programs import CHROMIUM

# What headless Chrome keeps of a window's height for the bar about remote debugging; and with tabs and tools.
BAR_PX = 56
FRAME_PX = 143
CHROME_READS, CHROME_WRITES = 3, 4
FREE_FROM = 10
ANSWER_WITHIN_S = 30.0


class Pipe:
    """A blocking DevTools connection: frames end with a NUL byte."""

    def __init__(self, read: int, write: int) -> None:
        self._read = read
        self._write = write
        self._buffer = b""
        self._last_id = 0
        self.session = ""

    def send(self, method: str, **params: Any) -> int:
        """Send a request without waiting; return its number."""
        self._last_id += 1
        message: dict[str, Any] = {"id": self._last_id, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        return self._last_id

    def answer(self, number: int) -> dict[str, Any]:
        """Wait for the answer to one request."""
        message = self.until(lambda message: message.get("id") == number)
        if "error" in message:
            raise ServerFailed(message["error"]["message"])
        result: dict[str, Any] = message["result"]
        return result

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a request and wait for its answer."""
        return self.answer(self.send(method, **params))

    def evaluate(self, expression: str) -> Any:
        """Evaluate in the page of the present session; a promise is awaited."""
        answer = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise ServerFailed(json.dumps(answer["exceptionDetails"])[:300])
        return answer["result"].get("value")

    def attach(self, target: str) -> None:
        """Speak to one target from now on."""
        self.session = ""
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Read messages until the wanted one comes."""
        ends_at = time.monotonic() + ANSWER_WITHIN_S
        while True:
            message = self._next(ends_at)
            if wanted(message):
                return message

    def _next(self, ends_at: float) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            if not select.select([self._read], [], [], max(0.0, ends_at - time.monotonic()))[0]:
                raise ServerFailed(f"Chrome did not answer within {ANSWER_WITHIN_S:g} s")
            chunk = os.read(self._read, 1 << 20)
            if not chunk:
                raise ServerFailed("Chrome closed the pipe")
            self._buffer += chunk
        frame, _, self._buffer = self._buffer.partition(b"\0")
        message: dict[str, Any] = json.loads(frame)
        return message


class Chrome:
    """One browser process."""

    def __init__(self, folder: Path, mark: str, switches: Sequence[str] = ()) -> None:
        size = f"--window-size={VIEWPORT[0]},{VIEWPORT[1] + FRAME_PX}"
        options = ["--remote-debugging-pipe", "--headless=new", size, f"--user-data-dir={folder}"]
        command = [CHROMIUM, *options, *BROWSER_SWITCHES, *sandbox_switches(), *switches, "about:blank"]
        chrome_reads, write = map(_moved_away, os.pipe())
        read, chrome_writes = map(_moved_away, os.pipe())
        silence = _moved_away(os.open(os.devnull, os.O_RDWR))
        places = ((silence, 2), (chrome_reads, CHROME_READS), (chrome_writes, CHROME_WRITES))
        actions = [(os.POSIX_SPAWN_DUP2, ours, its) for ours, its in places]
        environ = {**os.environ, MARK: mark}
        self._pid = os.posix_spawn(CHROMIUM, command, environ, file_actions=actions)
        for descriptor in (silence, chrome_reads, chrome_writes):
            os.close(descriptor)
        self.pipe = Pipe(read, write)

    def close(self) -> None:
        """End the browser."""
        self.pipe.session = ""
        self.pipe.send("Browser.close")
        os.waitpid(self._pid, 0)


def _moved_away(descriptor: int) -> int:
    """Move a descriptor out of the way of those that Chrome expects."""
    moved = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, FREE_FROM)
    os.close(descriptor)
    return moved
