"""Everything the conformance suite expects of a server, added to ours. Only tests load it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.subscriptions import (
    InMemorySubscriptionBus,
    ListenHandler,
    PromptsListChanged,
    ToolsListChanged,
)

from tabwire.names import TOOL_PREFIX
from tests.conformance import fixture_content as content
from tests.conformance.fixture_questions import QUESTIONS, accepted, ask, done, elicit

Context = ServerRequestContext[Any, Any]
Answer = types.CallToolResult | types.InputRequiredResult
Tool = Callable[[Context, types.CallToolRequestParams], Awaitable[Answer]]

ARGUMENTS = {"test_elicitation": "message", "test_sampling": "prompt"}


class Fixtures:
    """The suite's tools: those of the registry under their bare names, the others as functions."""

    def __init__(self, server: Server[Any]) -> None:
        self._list: Any = server.get_request_handler("tools/list")
        self._call: Any = server.get_request_handler("tools/call")
        self._bus = InMemorySubscriptionBus()
        self.listen = ListenHandler(self._bus)
        self._tools: dict[str, Tool] = {
            **QUESTIONS,
            "test_tool_with_logging": self._log,
            "test_logging_tool": self._log,
            "test_trigger_tool_change": self._change_tools,
            "test_trigger_prompt_change": self._change_prompts,
        }
        handlers: tuple[tuple[str, type[types.RequestParams], Any], ...] = (
            ("tools/list", types.PaginatedRequestParams, self.list_tools),
            ("tools/call", types.CallToolRequestParams, self.call_tool),
            ("resources/list", types.PaginatedRequestParams, content.list_resources),
            ("resources/templates/list", types.PaginatedRequestParams, content.list_templates),
            ("resources/read", types.ReadResourceRequestParams, content.read_resource),
            ("resources/subscribe", types.SubscribeRequestParams, content.nothing_to_do),
            ("resources/unsubscribe", types.UnsubscribeRequestParams, content.nothing_to_do),
            ("prompts/list", types.PaginatedRequestParams, content.list_prompts),
            ("prompts/get", types.GetPromptRequestParams, self.get_prompt),
            ("completion/complete", types.CompleteRequestParams, content.complete),
            ("logging/setLevel", types.SetLevelRequestParams, content.nothing_to_do),
            ("subscriptions/listen", types.SubscriptionsListenRequestParams, self.listen),
        )
        for method, params, handler in handlers:
            server.add_request_handler(method, params, handler)

    async def list_tools(self, ctx: Context, params: types.PaginatedRequestParams) -> types.ListToolsResult:
        ours: types.ListToolsResult = await self._list.handler(ctx, params)
        named = [tool.model_copy(update={"name": _bare(tool.name)}) for tool in ours.tools]
        theirs = [_described(name) for name in (*self._tools, *content.CONTENT)]
        return ours.model_copy(update={"tools": [*named, *theirs]})

    async def call_tool(self, ctx: Context, params: types.CallToolRequestParams) -> Answer:
        if params.name in content.CONTENT:
            return types.CallToolResult(content=content.CONTENT[params.name])
        if params.name in self._tools:
            return await self._tools[params.name](ctx, params)
        name = TOOL_PREFIX + params.name if params.name.startswith("test_") else params.name
        result: types.CallToolResult = await self._call.handler(ctx, params.model_copy(update={"name": name}))
        return result

    async def get_prompt(
        self, ctx: Context, params: types.GetPromptRequestParams
    ) -> types.GetPromptResult | types.InputRequiredResult:
        if params.name != "test_input_required_result_prompt":
            return content.prompt(params.name, params.arguments or {})
        given = accepted(params, "user_context")
        if given is None:
            return ask(user_context=elicit("What context should the prompt use?", context={"type": "string"}))
        return content.said(types.TextContent(text=str(given.get("context"))))

    async def _log(self, ctx: Context, params: types.CallToolRequestParams) -> Answer:
        for words in ("Tool execution started", "Tool processing data", "Tool execution completed"):
            await ctx.session.send_log_message("info", words, related_request_id=ctx.request_id)
        return done("Logged.")

    async def _change_tools(self, ctx: Context, params: types.CallToolRequestParams) -> Answer:
        await self._bus.publish(ToolsListChanged())
        return done("Changed.")

    async def _change_prompts(self, ctx: Context, params: types.CallToolRequestParams) -> Answer:
        await self._bus.publish(PromptsListChanged())
        return done("Changed.")


def _bare(name: str) -> str:
    return name.removeprefix(TOOL_PREFIX) if name.startswith(f"{TOOL_PREFIX}test_") else name


def _described(name: str) -> types.Tool:
    argument = ARGUMENTS.get(name)
    schema: dict[str, Any] = {"type": "object", "properties": {}}
    if argument:
        schema = {"type": "object", "properties": {argument: {"type": "string"}}, "required": [argument]}
    return types.Tool(name=name, description="For the conformance suite.", input_schema=schema)
