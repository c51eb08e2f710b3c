"""Blocking calls to the hub's command surface, for the command line and for scripts."""

from __future__ import annotations

import json

from tabwire.errors import Timeout, UnknownOutcome, error_from
from tabwire.hub_socket.connect import HubLink

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from tabwire.schemas import JsonObject

    OnProgress: TypeAlias = Callable[[JsonObject], None]

CHUNK = 256 * 1024
# The hub reports every second while a command runs: silence means that it hangs or has gone.
SILENCE_S = 30.0


class Answer:
    """A command's result as JSON, and as the text that people read; the trace only where it was asked for."""

    def __init__(self, result: JsonObject, text: str, trace: list[JsonObject] | None = None) -> None:
        self.result = result
        self.text = text
        self.trace = trace or []


class Conversation:
    """One connection, one call at a time."""

    def __init__(self, link: HubLink) -> None:
        self._socket = link.socket
        self._socket.settimeout(SILENCE_S)
        self._received = bytearray()
        self._last_id = 0
        self.is_broken = False

    def call(
        self,
        command: str,
        params: JsonObject,
        on_progress: OnProgress | None = None,
        *,
        traced: bool = False,
    ) -> Answer:
        """Run one command. An interrupted call is cancelled in the hub too."""
        self._last_id += 1
        request: JsonObject = {"id": self._last_id, "command": command, "params": params}
        try:
            self._send({**request, "trace": True} if traced else request)
            return self._wait(on_progress)
        except KeyboardInterrupt:
            self._send({"cancel": self._last_id})
            raise
        except TimeoutError as error:
            self.is_broken = True
            raise hub_silent(command) from error
        except OSError as error:
            self.is_broken = True
            raise hub_ended(command) from error

    def close(self) -> None:
        """End the connection; the hub cancels what is still under way on it."""
        self._socket.close()

    def _send(self, message: JsonObject) -> None:
        self._socket.sendall(json.dumps(message).encode("ascii") + b"\n")

    def _wait(self, on_progress: OnProgress | None) -> Answer:
        while True:
            message = json.loads(self._next_line())
            # Answers to a call that was interrupted before may still arrive.
            if message.get("id") != self._last_id:
                continue
            if "error" in message:
                raise error_from(message["error"])
            if "result" in message:
                return Answer(message["result"], message["text"], message.get("trace"))
            if on_progress is not None:
                on_progress(message["progress"])

    def _next_line(self) -> bytes:
        searched = 0
        while (end := self._received.find(b"\n", searched)) < 0:
            searched = len(self._received)
            chunk = self._socket.recv(CHUNK)
            if not chunk:
                raise ConnectionResetError
            self._received += chunk
        line = bytes(self._received[:end])
        del self._received[: end + 1]
        return line


def hub_ended(command: str) -> UnknownOutcome:
    """Return the error for a hub that went away while a command was under way."""
    return UnknownOutcome(
        f"The hub ended before it answered {command}.",
        next_step="`tabwire hub logs` may say why. The next call starts a new hub; look at the page before "
        "you repeat an action.",
    )


def hub_silent(command: str) -> Timeout:
    """Return the error for a hub that hangs."""
    return Timeout(
        f"The hub said nothing about {command} for {SILENCE_S:g} s.",
        next_step="See what it does: `tabwire hub logs`. The next call connects anew.",
    )
