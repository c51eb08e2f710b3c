"""`tabwire mcp`: pass an agent's MCP messages between stdin, stdout and the hub, unchanged.

It imports only what the interpreter has already loaded, so that an agent gets its first answer a few
milliseconds after starting the process.

If the hub ends, open requests are answered with an error. The next request starts a new hub, to which the
beginning of the conversation is sent again, so the agent keeps using the same server.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # built in, but unknown to typeshed
import _socket
import _thread
import os
import sys

from tabwire.hub_socket.connect import HubUnavailable, connect, greeting_for
from tabwire.hub_socket.greeting import MCP_SURFACE
from tabwire.places import Places
from tabwire.surfaces.stdio.pump import CHUNK, HUB_ENDED_MESSAGE, NO_HUB, OK, STDERR, USAGE, Pump, write_out
from tabwire.surfaces.stdio.shim_memory import HEAD_BYTES, Memory

HELP = """\
usage: tabwire mcp [--tools core|all|NAME,…] [--browser NAME] [--cdp-url URL]

Serve MCP on standard input and output, for agents. `tabwire mcp-config` prints their configuration.

  --tools    which tools the agent sees (default: core, or `tools` in config.toml)
  --browser  use the browser with this name (see `tabwire browsers`)
  --cdp-url  use the running browser at this DevTools address (http:// or ws://)
"""


def run(arguments: list[str]) -> int:
    """Connect to the hub, starting it if needed, and pass messages until the agent ends."""
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    if arguments in (["--help"], ["-h"]):
        print(HELP, end="")
        return OK
    fields = _fields(arguments)
    if fields is None:
        print(HELP, end="", file=sys.stderr)
        return USAGE
    parent = os.getppid()
    try:
        return McpPump(_connect(fields), parent, fields).run()
    except HubUnavailable as error:
        print(f"tabwire: {error.code}: {error.message} {error.next_step}".rstrip(), file=sys.stderr)
        return NO_HUB


def _fields(arguments: list[str]) -> dict[str, str] | None:
    """Parse `--name value` and `--name=value`; None if an option is unknown or lacks its value."""
    fields: dict[str, str] = {}
    rest = list(arguments)
    while rest:
        name, has_value, value = rest.pop(0).partition("=")
        if name not in {"--tools", "--browser", "--cdp-url"} or not (has_value or rest):
            return None
        fields[name[2:].replace("-", "_")] = value if has_value else rest.pop(0)
    return fields


def _connect(fields: dict[str, str]) -> _socket.socket:
    return connect(Places(), greeting_for(MCP_SURFACE, **fields)).socket


class McpPump(Pump):
    """A pump that survives the end of the hub."""

    def __init__(self, hub: _socket.socket, parent: int, fields: dict[str, str]) -> None:
        super().__init__(hub, parent)
        self._fields = fields
        self._memory = Memory()
        self._lock = _thread.allocate_lock()
        self._needs_hub = False
        # Incomplete lines from stdin and from the hub.
        self._partial_request = b""
        self._partial_answer = b""

    def _send(self, chunk: bytes) -> None:
        *lines, self._partial_request = (self._partial_request + chunk).split(b"\n")
        for line in lines:
            with self._lock:
                if self._needs_hub:
                    self._reconnect()
                self._memory.record_request(line)
            try:
                self._hub.sendall(line + b"\n")
            except OSError:
                # The thread that reads answers notices the end of the hub and answers this line.
                continue

    def _finish(self) -> None:
        self._hub.sendall(self._partial_request)
        super()._finish()

    def _reconnect(self) -> None:
        """Start a new hub and repeat the beginning of the conversation; skip its record_answer."""
        hub = _connect(self._fields)
        if self._memory.beginning:
            hub.sendall(b"".join(line + b"\n" for line in self._memory.beginning))
            _skip_line(hub)
        self._needs_hub = False
        self._read_from(hub)

    def _on_answer(self, chunk: bytes) -> None:
        *lines, begun = (self._partial_answer + chunk).split(b"\n")
        for line in lines:
            self._memory.record_answer(line[:HEAD_BYTES])
        self._partial_answer = begun[:HEAD_BYTES]

    def _on_hub_ended(self) -> None:
        """Answer open requests with an error; the next request starts a new hub."""
        with self._lock:
            self._needs_hub = True
            write_out((b"\n" if self._partial_answer else b"") + self._memory.errors_for_open_requests())
            self._partial_answer = b""
        os.write(STDERR, HUB_ENDED_MESSAGE)


def _skip_line(hub: _socket.socket) -> None:
    """Read one line and nothing beyond it."""
    while (seen := hub.recv(CHUNK, _socket.MSG_PEEK)) and b"\n" not in seen:
        hub.recv(len(seen))
    hub.recv(seen.find(b"\n") + 1)
