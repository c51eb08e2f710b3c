"""The public MCP conformance suite against our server."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabwire import commands
from tests.conformance import fixture_commands, node
from tests.conformance.listener import open_listener

pytestmark = pytest.mark.filterwarnings("ignore::mcp.shared.exceptions.MCPDeprecationWarning")

# What can be tested of a server that has none of the suite's fixtures.
PLAIN = {
    "2025-11-25": ["server-initialize", "ping", "tools-list", "resources-list", "dns-rebinding-protection",
                   "server-sse-multiple-streams", "prompts-list"],
    "2026-07-28": ["tools-list", "resources-list", "prompts-list", "dns-rebinding-protection",
                   "server-sse-multiple-streams", "sep-2164-resource-not-found", "http-header-validation"],
}  # fmt: skip


@pytest.fixture(autouse=True)
async def suite() -> None:
    await node.install()


@pytest.mark.parametrize("revision", ["2025-11-25", "2026-07-28"])
async def test_every_required_scenario_passes(tmp_path: Path, revision: str) -> None:
    async with open_listener(tmp_path, [*commands.topics(), fixture_commands], fixtures=True) as url:
        code, output = await node.run("conformance", "server", "--url", url, "--requirements", revision)
    assert code == 0, output


@pytest.mark.parametrize("revision", ["2025-11-25", "2026-07-28"])
async def test_the_commands_as_shipped_pass_what_needs_no_fixture(tmp_path: Path, revision: str) -> None:
    async with open_listener(tmp_path, commands.topics(), fixtures=False) as url:
        for scenario in PLAIN[revision]:
            code, output = await node.run(
                "conformance", "server", "--url", url, "--scenario", scenario, "--spec-version", revision
            )
            assert code == 0, output
