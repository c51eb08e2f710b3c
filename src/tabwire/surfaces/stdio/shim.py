"""`tabwire mcp`: carry an agent's MCP conversation between its stdin and stdout and the hub.

It changes nothing of what it carries. It imports only what the interpreter has at hand, so that an
agent gets its first answer a few milliseconds after it started the process.

When the hub ends, requests under way are answered with an error, and the next one goes to a new hub, which
hears the beginning of the conversation first: the agent goes on with the same server.
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

Serve MCP on standard input and output. An agent starts this; `tabwire mcp-config` shows how.

  --tools    which tools the agent sees (default: core, or `tools` in config.toml)
  --browser  use the browser of this name (`tabwire browsers` lists them)
  --cdp-url  use this running browser (http:// or ws:// address of its DevTools) instead of starting one
"""


def run(arguments: list[str]) -> int:
    """Connect to the hub, starting it if there is none, and pump until the agent ends."""
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
        return McpPump(_dial(fields), parent, fields).run()
    except HubUnavailable as error:
        print(f"tabwire: {error.code}: {error.message} {error.next_step}".rstrip(), file=sys.stderr)
        return NO_HUB


def _fields(arguments: list[str]) -> dict[str, str] | None:
    """Read `--name value` and `--name=value`; nothing when an argument is unknown or lacks its value."""
    fields: dict[str, str] = {}
    rest = list(arguments)
    while rest:
        name, has_value, value = rest.pop(0).partition("=")
        if name not in {"--tools", "--browser", "--cdp-url"} or not (has_value or rest):
            return None
        fields[name[2:].replace("-", "_")] = value if has_value else rest.pop(0)
    return fields


def _dial(fields: dict[str, str]) -> _socket.socket:
    return connect(Places(), greeting_for(MCP_SURFACE, **fields)).socket


class McpPump(Pump):
    """A pump that outlives the hub."""

    def __init__(self, hub: _socket.socket, parent: int, fields: dict[str, str]) -> None:
        super().__init__(hub, parent)
        self._fields = fields
        self._memory = Memory()
        self._turn = _thread.allocate_lock()
        self._needs_hub = False
        # The lines that are under way, from stdin and from the hub.
        self._asking = b""
        self._answering = b""

    def _send(self, chunk: bytes) -> None:
        *lines, self._asking = (self._asking + chunk).split(b"\n")
        for line in lines:
            with self._turn:
                if self._needs_hub:
                    self._go_on()
                self._memory.ask(line)
            try:
                self._hub.sendall(line + b"\n")
            except OSError:
                # The hub's end is noticed where its answers are read, and the line answered there.
                continue

    def _finish(self) -> None:
        self._hub.sendall(self._asking)
        super()._finish()

    def _go_on(self) -> None:
        """Tell a new hub how the conversation began; the agent has had the answer to that before."""
        hub = _dial(self._fields)
        if self._memory.beginning:
            hub.sendall(b"".join(line + b"\n" for line in self._memory.beginning))
            _skip_line(hub)
        self._needs_hub = False
        self._follow(hub)

    def _heard(self, chunk: bytes) -> None:
        *lines, begun = (self._answering + chunk).split(b"\n")
        for line in lines:
            self._memory.answer(line[:HEAD_BYTES])
        self._answering = begun[:HEAD_BYTES]

    def _hub_ended(self) -> None:
        """Answer what the hub left unanswered; the next request starts another."""
        with self._turn:
            self._needs_hub = True
            write_out((b"\n" if self._answering else b"") + self._memory.owed())
            self._answering = b""
        os.write(STDERR, HUB_ENDED_MESSAGE)


def _skip_line(hub: _socket.socket) -> None:
    """Read one line and not a byte more."""
    while (seen := hub.recv(CHUNK, _socket.MSG_PEEK)) and b"\n" not in seen:
        hub.recv(len(seen))
    hub.recv(seen.find(b"\n") + 1)
