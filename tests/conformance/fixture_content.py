"""Resources, prompts and kinds of content that the suite reads and tabwire itself does not offer."""

from __future__ import annotations

import base64
import json
import re
from typing import Any

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError

from tests.surfaces.small_commands import PIXEL

Context = ServerRequestContext[Any, Any]

SILENCE = base64.b64encode(
    b"RIFF" + (36).to_bytes(4, "little") + b"WAVEfmt " + (16).to_bytes(4, "little")
    + b"\x01\x00\x01\x00" + (8000).to_bytes(4, "little") * 2 + b"\x01\x00\x08\x00data" + bytes(4)
).decode()  # fmt: skip

RESOURCES: dict[str, types.TextResourceContents | types.BlobResourceContents] = {
    "test://static-text": types.TextResourceContents(
        uri="test://static-text",
        mime_type="text/plain",
        text="This is the content of the static text resource.",
    ),
    "test://static-binary": types.BlobResourceContents(
        uri="test://static-binary", mime_type="image/png", blob=PIXEL
    ),
    "test://watched-resource": types.TextResourceContents(
        uri="test://watched-resource", mime_type="text/plain", text="Watched."
    ),
}
TEMPLATE = re.compile(r"test://template/([^/]+)/data")


def text(words: str) -> types.TextContent:
    return types.TextContent(text=words)


def embedded(uri: str, mime_type: str, words: str) -> types.EmbeddedResource:
    return types.EmbeddedResource(
        resource=types.TextResourceContents(uri=uri, mime_type=mime_type, text=words)
    )


CONTENT: dict[str, list[types.ContentBlock]] = {
    "test_audio_content": [types.AudioContent(data=SILENCE, mime_type="audio/wav")],
    "test_embedded_resource": [
        embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")
    ],
    "test_multiple_content_types": [
        text("Multiple content types test:"),
        types.ImageContent(data=PIXEL, mime_type="image/png"),
        embedded("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
    ],
}


async def list_resources(ctx: Context, params: Any) -> types.ListResourcesResult:
    return types.ListResourcesResult(
        resources=[types.Resource(uri=uri, name=uri.removeprefix("test://")) for uri in RESOURCES]
    )


async def list_templates(ctx: Context, params: Any) -> types.ListResourceTemplatesResult:
    template = types.ResourceTemplate(uri_template="test://template/{id}/data", name="template")
    return types.ListResourceTemplatesResult(resource_templates=[template])


async def read_resource(ctx: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
    uri = str(params.uri)
    if uri in RESOURCES:
        return types.ReadResourceResult(contents=[RESOURCES[uri]])
    if found := TEMPLATE.fullmatch(uri):
        facts = {"id": found[1], "templateTest": True, "data": f"Data for ID: {found[1]}"}
        words = types.TextResourceContents(uri=uri, mime_type="application/json", text=json.dumps(facts))
        return types.ReadResourceResult(contents=[words])
    raise MCPError(types.INVALID_PARAMS, "Resource not found", {"uri": uri})


async def nothing_to_do(ctx: Context, params: Any) -> types.EmptyResult:
    """Accept a subscription or a log level: there is nothing that would change."""
    return types.EmptyResult()


def said(*content: types.ContentBlock) -> types.GetPromptResult:
    return types.GetPromptResult(
        messages=[types.PromptMessage(role="user", content=item) for item in content]
    )


def described(name: str, *arguments: str) -> types.Prompt:
    return types.Prompt(
        name=name,
        description="For the conformance suite.",
        arguments=[
            types.PromptArgument(name=argument, description=f"The {argument}.", required=True)
            for argument in arguments
        ],
    )


PROMPTS = [
    described("test_simple_prompt"),
    described("test_prompt_with_arguments", "arg1", "arg2"),
    described("test_prompt_with_embedded_resource", "resourceUri"),
    described("test_prompt_with_image"),
    described("test_input_required_result_prompt"),
]


async def list_prompts(ctx: Context, params: Any) -> types.ListPromptsResult:
    return types.ListPromptsResult(prompts=PROMPTS)


def prompt(name: str, given: dict[str, str]) -> types.GetPromptResult:
    """Return the prompt of that name."""
    if name == "test_simple_prompt":
        return said(text("This is a simple prompt for testing."))
    if name == "test_prompt_with_arguments":
        return said(text(f"Prompt with arguments: arg1='{given['arg1']}', arg2='{given['arg2']}'"))
    if name == "test_prompt_with_embedded_resource":
        resource = embedded(given["resourceUri"], "text/plain", "Embedded resource content for testing.")
        return said(resource, text("Please process the embedded resource above."))
    if name == "test_prompt_with_image":
        picture = types.ImageContent(data=PIXEL, mime_type="image/png")
        return said(picture, text("Please analyze the image above."))
    raise MCPError(types.INVALID_PARAMS, f"Unknown prompt: {name}")


async def complete(ctx: Context, params: types.CompleteRequestParams) -> types.CompleteResult:
    values = [word for word in ("paris", "park", "party") if word.startswith(params.argument.value)]
    return types.CompleteResult(completion=types.Completion(values=values, total=len(values), has_more=False))
