"""How the pages of a user's browser are handled: by the debugger, or by content scripts (quiet mode)."""

from __future__ import annotations

from typing import Literal

from tabwire.engines.refusals import reason_of
from tabwire.errors import UnsupportedByEngine
from tabwire.protocol.refusals import Refusal

EngineChoice = Literal["auto", "debugger", "scripting"]

# The debugger is not possible, but content scripts are.
SCRIPTING_ONLY = {Refusal.FOREIGN_FRAME, Refusal.QUIET_MODE_CHOSEN}


def may_use_scripting(error: UnsupportedByEngine) -> bool:
    """Return whether a page that refused the debugger can still be handled by content scripts."""
    return reason_of(error) in SCRIPTING_ONLY
