"""Commands as MCP tools."""

from __future__ import annotations

import mcp_types as types
import pytest
from tests.conformance import node

from tabwire import commands
from tabwire.registry import Command, Effect, Registry
from tabwire.surfaces.dialects.own import TOOLS
from tabwire.surfaces.mcp.tool_list import commands_to_list, tool_of

TOKENS_MAX = 2000


def shipped() -> list[Command]:
    return list(Registry(commands.topics()))


async def test_the_default_list_costs_at_most_two_thousand_tokens() -> None:
    core = types.ListToolsResult(
        tools=[tool_of(command, TOOLS) for command in commands_to_list(shipped(), "core", TOOLS)]
    )
    on_the_wire = core.model_dump_json(by_alias=True, exclude_none=True, include={"tools"})
    assert await node.count_tokens(on_the_wire) <= TOKENS_MAX


@pytest.mark.parametrize("command", shipped(), ids=lambda command: command.name)
def test_a_tool_is_described_and_says_whether_it_only_reads(command: Command) -> None:
    tool = tool_of(command, TOOLS)
    assert tool.name == f"browser_{command.name}"
    assert tool.description
    assert tool.input_schema["type"] == "object"
    assert bool(tool.annotations and tool.annotations.read_only_hint) == (command.effect is Effect.READ)
    assert set(tool.input_schema["properties"]) == set(command.known)


def test_a_list_is_the_core_everything_or_by_name() -> None:
    named = commands_to_list(shipped(), "navigate, browser_click", TOOLS)
    assert {command.name for command in named} == {"navigate", "click"}
    assert len(commands_to_list(shipped(), "all", TOOLS)) == len(shipped())
    assert all(command.declaration.core for command in commands_to_list(shipped(), "core", TOOLS))
