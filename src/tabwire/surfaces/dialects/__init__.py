"""The names, addresses and messages of each kind of client, translated into commands."""

from __future__ import annotations

from collections.abc import Sequence

from tabwire.settings import HttpSettings
from tabwire.surfaces.dialects import alma, own
from tabwire.surfaces.dialects.dialect import Dialect, Tools


def dialects_for(settings: HttpSettings) -> list[Dialect]:
    """List the dialects that the hub speaks, in order of precedence; ours takes the rest."""
    return [alma.dialect(settings), own.DIALECT]


def tools_of(dialects: Sequence[Dialect]) -> Tools:
    """Return the tools that MCP offers: those of the first dialect that has any."""
    return next(dialect.tools for dialect in dialects if dialect.tools)
