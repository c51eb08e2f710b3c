"""What a dialect is: the names and addresses of one kind of client, as a table that the surfaces read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from starlette.types import Scope

from tabwire.errors import Forbidden
from tabwire.links.link import Link
from tabwire.protocol.relay import Hello


@dataclass(frozen=True)
class Tools:
    """How MCP presents the server and names the commands."""

    server: str
    instructions: str
    prefix: str

    def name_of(self, command: str) -> str:
        """Return the tool for a command."""
        return self.prefix + command

    def command_for(self, tool: str) -> str | None:
        """Return the command behind a tool, if the name is one of this dialect."""
        return tool.removeprefix(self.prefix) if tool.startswith(self.prefix) else None


@dataclass(frozen=True)
class Rest:
    """The addresses of commands over HTTP.

    `command` runs the one that the body names; `commands` lists all, and below it each has its own address.
    `shortcuts` maps further paths and methods to commands; path and body together are the parameters.
    """

    command: str
    commands: str
    shortcuts: Mapping[str, Mapping[str, str]]


@dataclass(frozen=True)
class Translation:
    """How to work with an extension that has no greeting: its link made ours, and who it is."""

    link: Callable[[Link], Link]
    hello: Hello


@dataclass(frozen=True)
class ExtensionEntry:
    """How an extension joins by WebSocket: which sockets are its own, who may open them, what it speaks.

    Without a translation it speaks our language, greeting included. Where it enters by a secret, each
    refusal counts as a wrong guess.
    """

    path: str
    is_own: Callable[[Scope], bool]
    may_enter: Callable[[Scope], bool]
    refusal: Forbidden
    has_secret: bool = False
    translation: Translation | None = None


@dataclass(frozen=True)
class Dialect:
    """One dialect; it leaves out what its clients do not use."""

    tools: Tools | None = None
    rest: Rest | None = None
    extension: ExtensionEntry | None = None
