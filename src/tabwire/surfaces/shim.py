"""`tabwire mcp`: carry bytes between an agent's stdin and stdout and the hub's local socket.

It understands nothing of what it carries. It imports only what the interpreter has at hand, so that an
agent gets its first answer a few milliseconds after it started the process.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # built in, but unknown to typeshed
import _socket
import _thread
import os
import select
import sys

from tabwire.hub.connect import HubUnavailable, connect, greeting_for
from tabwire.hub.greeting import MCP_DOOR
from tabwire.places import Places

CHUNK = 65536
STDIN, STDOUT, STDERR = 0, 1, 2
# Wrappers such as npx keep stdin open when the agent dies: then only the change of parent tells.
PARENT_CHECK_MS = 2000
# An agent that has closed stdin may still read the answers to its last requests.
LAST_ANSWERS_S = 2.0

OK, HUB_ENDED, USAGE, NO_HUB = 0, 1, 2, 3

HUB_ENDED_MESSAGE = (
    b"tabwire: the hub ended; `tabwire hub logs` may say why. "
    b"Start this MCP server again and it starts a new hub.\n"
)

HELP = """\
usage: tabwire mcp [--tools core|all|NAME,…] [--browser NAME] [--cdp-url URL]

Serve MCP on standard input and output. An agent starts this; `tabwire mcp-config` shows how.

  --tools    which tools the agent sees (default: core, or `tools` in config.toml)
  --browser  use the browser of this name (`tabwire browsers` lists them)
  --cdp-url  use this running browser (http:// or ws:// address of its DevTools) instead of starting one
"""


def run(arguments: list[str]) -> int:
    """Connect to the hub, starting it if there is none, and pump until one side ends."""
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
        link = connect(Places(), greeting_for(MCP_DOOR, **fields))
    except HubUnavailable as error:
        print(f"tabwire: {error.code}: {error.message} {error.next_step}".rstrip(), file=sys.stderr)
        return NO_HUB
    return Pump(link.socket, parent).run()


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


class Pump:
    """Both directions: stdin in the main thread, stdout in another, so that neither holds up the other."""

    def __init__(self, hub: _socket.socket, parent: int) -> None:
        self._hub = hub
        self._parent = parent
        self._stdin_ended = False
        self._answers_ended = _thread.allocate_lock()

    def run(self) -> int:
        """Carry until stdin ends or the parent process is gone; the thread watches for the hub's end."""
        self._answers_ended.acquire()
        _thread.start_new_thread(self._carry_answers, ())
        if self._carry_requests():
            self._answers_ended.acquire(timeout=LAST_ANSWERS_S)
        return OK

    def _carry_requests(self) -> bool:
        """Copy stdin to the hub; true when answers may still come, false when nobody is there to read."""
        poll = select.poll()
        poll.register(STDIN, select.POLLIN)
        while True:
            if not poll.poll(PARENT_CHECK_MS):
                if os.getppid() != self._parent:
                    return False
                continue
            chunk = os.read(STDIN, CHUNK)
            try:
                if not chunk:
                    self._stdin_ended = True
                    self._hub.shutdown(_socket.SHUT_WR)
                    return True
                self._hub.sendall(chunk)
            except OSError:
                return True

    def _carry_answers(self) -> None:
        """Copy the hub's bytes to stdout; end the process when the hub ends before stdin does."""
        while chunk := self._next_answer():
            try:
                while chunk:
                    chunk = chunk[os.write(STDOUT, chunk) :]
            except OSError:
                os._exit(OK)
        if not self._stdin_ended:
            os.write(STDERR, HUB_ENDED_MESSAGE)
            os._exit(HUB_ENDED)
        self._answers_ended.release()

    def _next_answer(self) -> bytes:
        try:
            return self._hub.recv(CHUNK)
        except OSError:
            return b""
