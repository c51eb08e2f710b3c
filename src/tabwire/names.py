"""Names and numbers that callers rely on. The command line imports this: it must stay light."""

from __future__ import annotations

DEFAULT_PORT = 7890
TOOL_PREFIX = "browser_"
KEY_START = "bby_"
SESSION_NAME = r"^[A-Za-z0-9._-]{1,64}$"
KEY_NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"


def command_name(given: str) -> str:
    """Return the name of the command that is meant; that of its MCP tool is understood too."""
    return given.removeprefix(TOOL_PREFIX)
