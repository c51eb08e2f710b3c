"""A dialect: the names and addresses of one kind of client, as a table that the surfaces read."""

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
        """Return the command for a tool of this dialect; None for other names."""
        return tool.removeprefix(self.prefix) if tool.startswith(self.prefix) else None


@dataclass(frozen=True)
class Rest:
    """The addresses of commands over HTTP.

    `command` runs the command named in the body; `commands` lists all, and each has its own address below it.
    `shortcuts` maps other paths and methods to commands; path and body together are the parameters.
    """

    command: str
    commands: str
    shortcuts: Mapping[str, Mapping[str, str]]


@dataclass(frozen=True)
class Translation:
    """How to use an extension without a greeting: a link that translates, and its identity."""

    link: Callable[[Link], Link]
    hello: Hello


@dataclass(frozen=True)
class ExtensionEntry:
    """How an extension joins by WebSocket: which sockets are its own, who may open them, its protocol.

    Without a translation it uses our protocol, greeting included. If `has_secret`, each refusal counts as a
    wrong key.
    """

    path: str
    is_own: Callable[[Scope], bool]
    may_connect: Callable[[Scope], bool]
    refusal: Forbidden
    has_secret: bool = False
    translation: Translation | None = None


@dataclass(frozen=True)
class Dialect:
    """One dialect; parts that its clients do not use are None."""

    tools: Tools | None = None
    rest: Rest | None = None
    extension: ExtensionEntry | None = None
