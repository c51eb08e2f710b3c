"""`tabwire mcp-config`: configuration to paste into MCP clients."""

from __future__ import annotations

import json
import os
import shlex
import sys

from tabwire.surfaces.cli.programs import Parser

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tabwire.schemas import Json, JsonObject


def run(arguments: list[str]) -> int:
    """Print the configuration for one client or all of them."""
    parser = Parser(
        prog="tabwire mcp-config", description="Print ready-to-paste configuration for MCP clients."
    )
    parser.add_argument("client", nargs="?", choices=list(CLIENTS), help="only this client (default: all)")
    parser.add_argument(
        "--tools", metavar="LIST", default="", help="tools to offer: core, all or NAME,… (default: core)"
    )
    parser.add_argument(
        "--cdp-url", metavar="URL", default="", help="use the browser at this DevTools address"
    )
    options = parser.parse_args(arguments)
    command = [*program(), "mcp"]
    command += [f"--tools={options.tools}"] if options.tools else []
    command += [f"--cdp-url={options.cdp_url}"] if options.cdp_url else []
    home = os.environ.get("TABWIRE_HOME", "")
    names = [options.client] if options.client else list(CLIENTS)
    print("\n\n".join(CLIENTS[name](command, {"TABWIRE_HOME": home} if home else {}) for name in names))
    return 0


def program() -> list[str]:
    """Return the absolute command that starts this tabwire from any folder."""
    script = os.path.join(os.path.dirname(sys.executable), "tabwire")
    return [script] if os.access(script, os.X_OK) else [sys.executable, "-m", "tabwire"]


def _server(command: list[str], environment: dict[str, str], **more: Json) -> JsonObject:
    server: JsonObject = {**more, "command": command[0], "args": [*command[1:]]}
    return {**server, "env": {**environment}} if environment else server


def _pasted(where: str, content: JsonObject) -> str:
    return f"{where}\n{json.dumps(content, indent=2)}"


def _claude_desktop(command: list[str], environment: dict[str, str]) -> str:
    where = (
        "Claude Desktop: Settings > Developer > Edit Config (claude_desktop_config.json), "
        "then restart Claude Desktop"
    )
    return _pasted(where, {"mcpServers": {"tabwire": _server(command, environment)}})


def _claude_code(command: list[str], environment: dict[str, str]) -> str:
    variables = [word for name, value in environment.items() for word in ("--env", f"{name}={value}")]
    line = shlex.join(["claude", "mcp", "add", "tabwire", "--scope", "user", *variables, "--", *command])
    return f"Claude Code: run once\n{line}"


def _cursor(command: list[str], environment: dict[str, str]) -> str:
    return _pasted("Cursor: ~/.cursor/mcp.json", {"mcpServers": {"tabwire": _server(command, environment)}})


def _vscode(command: list[str], environment: dict[str, str]) -> str:
    where = "VS Code: .vscode/mcp.json, or the command “MCP: Open User Configuration”"
    return _pasted(where, {"servers": {"tabwire": _server(command, environment, type="stdio")}})


def _kiro(command: list[str], environment: dict[str, str]) -> str:
    where = "Kiro: ~/.kiro/settings/mcp.json"
    return _pasted(where, {"mcpServers": {"tabwire": _server(command, environment, disabled=False)}})


CLIENTS = {
    "claude-desktop": _claude_desktop,
    "claude-code": _claude_code,
    "cursor": _cursor,
    "vscode": _vscode,
    "kiro": _kiro,
}
