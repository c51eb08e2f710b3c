"""How the pages of a user's browser are handled: by the debugger, or in quiet mode by content scripts."""

from __future__ import annotations

from typing import Literal

from tabwire.engines.refusals import reason_of
from tabwire.errors import UnsupportedByEngine
from tabwire.protocol.refusals import Refusal

EngineChoice = Literal["auto", "debugger", "scripting"]

# The debugger is not possible, but content scripts are.
QUIET_ONLY = {Refusal.FOREIGN_FRAME, Refusal.QUIET_MODE_CHOSEN}


def may_be_quiet(error: UnsupportedByEngine) -> bool:
    """Return whether a page that refused the debugger still works in quiet mode."""
    return reason_of(error) in QUIET_ONLY
