"""How the pages of a user's browser are handled: by the debugger, or quietly by content scripts."""

from __future__ import annotations

from typing import Literal

from tabwire.engines.refusals import reason_of
from tabwire.errors import UnsupportedByEngine
from tabwire.protocol.refusals import Refusal

EngineChoice = Literal["auto", "debugger", "scripting"]

# Here the debugger is out of the question, but scripts are not.
QUIET_ONLY = {Refusal.FOREIGN_FRAME, Refusal.QUIET_MODE_CHOSEN}


def may_be_quiet(error: UnsupportedByEngine) -> bool:
    """Tell whether a page that refused the debugger can still be handled quietly."""
    return reason_of(error) in QUIET_ONLY
