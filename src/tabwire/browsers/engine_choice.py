"""How the pages of a user's browser are handled: by the debugger, or quietly by content scripts."""

from __future__ import annotations

from typing import Literal

from tabwire.errors import UnsupportedByEngine

EngineChoice = Literal["auto", "debugger", "scripting"]

# Chrome's and the extension's words when the debugger is out of the question but scripts are not.
QUIET_ONLY = ("different extension", "another extension", "quiet mode")


def may_be_quiet(error: UnsupportedByEngine) -> bool:
    """Tell whether a page that refused the debugger can still be handled quietly."""
    words = error.message.lower()
    return any(reason in words for reason in QUIET_ONLY)
