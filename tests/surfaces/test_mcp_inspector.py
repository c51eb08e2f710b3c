"""The MCP Inspector's command line against our doors, as a user would run it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.conformance import node
from tests.surfaces.doors import Doors, open_doors

TABWIRE = str(Path(sys.executable).with_name("tabwire"))


async def inspect(*arguments: str, **environ: str) -> tuple[int, Any]:
    """Run the Inspector and return its exit code and the result it printed."""
    await node.install()
    code, output = await node.run(
        "mcp-inspector", "--cli", "--format", "json", "--stored-auth-only", *arguments,
        MCP_INSPECTOR_SECRET_STORE="memory", **environ,
    )  # fmt: skip
    start = output.find("{")
    return code, json.loads(output[start:]).get("result", output) if start >= 0 else output


@pytest.fixture
async def doors(tmp_path: Path):
    async with open_doors(tmp_path) as running:
        yield running


def config(doors: Doors, era: str, folder: Path) -> str:
    """Write a configuration file of the Inspector."""
    server = {
        "type": "streamable-http",
        "url": f"{doors.url}/mcp",
        "headers": {"Authorization": f"Bearer {doors.key}"},
        "protocolEra": era,
    }
    file = folder / "inspector.json"
    file.write_text(json.dumps({"mcpServers": {"tabwire": server}}))
    return str(file)


@pytest.mark.parametrize("era", ["legacy", "modern", "auto"])
async def test_the_inspector_lists_and_calls_over_http(doors: Doors, era: str, tmp_path: Path) -> None:
    where = ["--config", config(doors, era, tmp_path), "--server", "tabwire"]
    code, listing = await inspect(*where, "--method", "tools/list", HOME=str(tmp_path))
    assert code == 0, listing
    assert "browser_echo" in {tool["name"] for tool in listing["tools"]}
    call = ["--method", "tools/call", "--tool-name", "browser_echo", "--tool-args-json", '{"text": "012"}']
    code, answer = await inspect(*where, *call, HOME=str(tmp_path))
    assert code == 0, answer
    assert answer["content"][0]["text"] == 'said: "012"'


async def test_the_inspector_is_turned_away_without_a_key(doors: Doors, tmp_path: Path) -> None:
    where = [f"{doors.url}/mcp", "--transport", "http"]
    code, _ = await inspect(*where, "--method", "tools/list", HOME=str(tmp_path))
    assert code != 0


async def test_the_inspector_lists_and_calls_over_stdio(new_user: Any, tmp_path: Path) -> None:
    user = new_user()
    environ = {**user.environ, "HOME": str(tmp_path)}
    code, listing = await inspect("--method", "tools/list", "--", TABWIRE, "mcp", **environ)
    assert code == 0, listing
    assert "browser_navigate" in {tool["name"] for tool in listing["tools"]}
    call = ["--method", "tools/call", "--tool-name", "browser_status"]
    code, answer = await inspect(*call, "--", TABWIRE, "mcp", **environ)
    assert code == 0, answer
    assert "version" in answer["content"][0]["text"]
