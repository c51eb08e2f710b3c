"""Tools that ask the client: by a request (2025-11-25), or by a result to come back with (2026-07-28)."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp.shared.message import ServerMessageMetadata

Context = ServerRequestContext[Any, Any]
Answer = types.CallToolResult | types.InputRequiredResult

SECRET = b"only for tests"


def done(words: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(text=words)])


def form(**properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties)}


def elicit(message: str, **properties: dict[str, Any]) -> types.ElicitRequest:
    params = types.ElicitRequestFormParams(message=message, requested_schema=form(**properties))
    return types.ElicitRequest(params=params)


def sample(words: str, max_tokens: int = 100) -> types.CreateMessageRequest:
    message = types.SamplingMessage(role="user", content=types.TextContent(text=words))
    return types.CreateMessageRequest(
        params=types.CreateMessageRequestParams(messages=[message], max_tokens=max_tokens)
    )


STRING = {"type": "string"}
ASK_NAME = elicit("What is your name?", name=STRING)
ASK_COLOUR = elicit("Step 2: What is your favorite color?", color=STRING)
ASK_ROOTS = types.ListRootsRequest()

DEFAULTS: dict[str, dict[str, Any]] = {
    "name": {"type": "string", "default": "John Doe"},
    "age": {"type": "integer", "default": 30},
    "score": {"type": "number", "default": 95.5},
    "status": {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
    "verified": {"type": "boolean", "default": True},
}
OPTIONS = ["option1", "option2", "option3"]
TITLED = [
    {"const": "value1", "title": "First Option"},
    {"const": "value2", "title": "Second Option"},
    {"const": "value3", "title": "Third Option"},
]
ENUMS: dict[str, dict[str, Any]] = {
    "untitledSingle": {"type": "string", "enum": OPTIONS},
    "titledSingle": {"type": "string", "oneOf": TITLED},
    "legacyEnum": {
        "type": "string",
        "enum": ["opt1", "opt2", "opt3"],
        "enumNames": ["Option One", "Option Two", "Option Three"],
    },
    "untitledMulti": {"type": "array", "items": {"type": "string", "enum": OPTIONS}},
    "titledMulti": {"type": "array", "items": {"anyOf": TITLED}},
}


async def ask_by_form(ctx: Context, message: str, **properties: dict[str, Any]) -> Answer:
    """Ask the user through the client, within the call."""
    answer = await ctx.session.elicit_form(message, form(**properties), ctx.request_id)
    return done(f"Elicitation completed: action={answer.action}, content={answer.content}")


async def elicitation(ctx: Context, params: types.CallToolRequestParams) -> Answer:
    message = str((params.arguments or {})["message"])
    return await ask_by_form(ctx, message, username=STRING, email=STRING)


async def elicitation_with_defaults(ctx: Context, params: types.CallToolRequestParams) -> Answer:
    return await ask_by_form(ctx, "Please check", **DEFAULTS)


async def elicitation_with_enums(ctx: Context, params: types.CallToolRequestParams) -> Answer:
    return await ask_by_form(ctx, "Please choose", **ENUMS)


async def sampling(ctx: Context, params: types.CallToolRequestParams) -> Answer:
    words = str((params.arguments or {})["prompt"])
    within = ServerMessageMetadata(related_request_id=ctx.request_id)
    answer = await ctx.session.send_request(sample(words), types.CreateMessageResult, metadata=within)
    return done(f"LLM response: {getattr(answer.content, 'text', answer.content)}")


def seal(state: str) -> str:
    return f"{state}.{hmac.new(SECRET, state.encode(), hashlib.sha256).hexdigest()}"


def unseal(sealed: str | None) -> str:
    state = (sealed or "").rpartition(".")[0]
    if not hmac.compare_digest(seal(state), sealed or ""):
        raise MCPError(types.INVALID_PARAMS, "requestState was changed")
    return state


def ask(state: str | None = None, **requests: types.InputRequest) -> types.InputRequiredResult:
    return types.InputRequiredResult(
        input_requests=requests or None, request_state=seal(state) if state is not None else None
    )


def accepted(params: types.InputResponseRequestParams, name: str) -> dict[str, Any] | None:
    """Return what the user filled in, or None when that is missing or no form."""
    answer = (params.input_responses or {}).get(name)
    return dict(answer.content or {}) if isinstance(answer, types.ElicitResult) else None


async def name_needed(ctx: Context, params: types.CallToolRequestParams) -> Answer:
    given = accepted(params, "user_name")
    return done(f"Hello, {given['name']}!") if given and "name" in given else ask(user_name=ASK_NAME)


async def sampling_needed(ctx: Context, params: types.CallToolRequestParams) -> Answer:
    answer = (params.input_responses or {}).get("capital_question")
    if answer is None:
        return ask(capital_question=sample("What is the capital of France?"))
    return done(str(getattr(getattr(answer, "content", None), "text", answer)))


async def roots_needed(ctx: Context, params: types.CallToolRequestParams) -> Answer:
    answer = (params.input_responses or {}).get("client_roots")
    if not isinstance(answer, types.ListRootsResult):
        return ask(client_roots=ASK_ROOTS)
    return done(", ".join(str(root.uri) for root in answer.roots) or "no roots")


async def state_needed(ctx: Context, params: types.CallToolRequestParams) -> Answer:
    if params.input_responses is None:
        return ask("confirming", confirm=elicit("Please confirm", ok={"type": "boolean"}))
    unseal(params.request_state)
    return done("state-ok")


async def several_needed(ctx: Context, params: types.CallToolRequestParams) -> Answer:
    wanted: dict[str, types.InputRequest] = {
        "user_name": ASK_NAME,
        "greeting": sample("Generate a greeting", 50),
        "client_roots": ASK_ROOTS,
    }
    if set(wanted) - set(params.input_responses or {}):
        return ask("several", **wanted)
    unseal(params.request_state)
    return done("All inputs received.")


async def rounds_needed(ctx: Context, params: types.CallToolRequestParams) -> Answer:
    if params.request_state is None:
        return ask("round 1", step1=elicit("Step 1: What is your name?", name=STRING))
    if unseal(params.request_state) == "round 1":
        return (
            ask("round 2", step2=ASK_COLOUR) if accepted(params, "step1") else ask("round 1", step1=ASK_NAME)
        )
    return done("Thank you.") if accepted(params, "step2") else ask("round 2", step2=ASK_COLOUR)


async def only_what_the_client_can(ctx: Context, params: types.CallToolRequestParams) -> Answer:
    can = ctx.session.client_capabilities or types.ClientCapabilities()
    wanted: dict[str, types.InputRequest] = {}
    if can.elicitation is not None:
        wanted["user_name"] = ASK_NAME
    if can.sampling is not None:
        wanted["greeting"] = sample("Generate a greeting", 50)
    if can.roots is not None:
        wanted["client_roots"] = ASK_ROOTS
    return ask(None, **wanted) if wanted and not params.input_responses else done("Nothing to ask.")


async def sampling_required(ctx: Context, params: types.CallToolRequestParams) -> Answer:
    can = ctx.session.client_capabilities
    if can is None or can.sampling is None:
        needed: dict[str, Any] = {"requiredCapabilities": {"sampling": {}}}
        raise MCPError(types.MISSING_REQUIRED_CLIENT_CAPABILITY, "This tool needs sampling", needed)
    return done("Sampling is possible.")


QUESTIONS = {
    "test_elicitation": elicitation,
    "test_elicitation_sep1034_defaults": elicitation_with_defaults,
    "test_elicitation_sep1330_enums": elicitation_with_enums,
    "test_sampling": sampling,
    "test_input_required_result_elicitation": name_needed,
    "test_input_required_result_sampling": sampling_needed,
    "test_input_required_result_list_roots": roots_needed,
    "test_input_required_result_request_state": state_needed,
    "test_input_required_result_tampered_state": state_needed,
    "test_input_required_result_multiple_inputs": several_needed,
    "test_input_required_result_multi_round": rounds_needed,
    "test_input_required_result_capabilities": only_what_the_client_can,
    "test_missing_capability": sampling_required,
    "test_streaming_elicitation": name_needed,
}
