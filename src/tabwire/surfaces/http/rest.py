"""REST: the commands over plain HTTP. Every error is JSON with a matching status."""

from __future__ import annotations

import difflib
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from importlib import resources
from typing import Annotated, Any, Final, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import from_json, to_json
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive

from tabwire.callers import Caller
from tabwire.dispatch import Dispatcher
from tabwire.errors import Internal, InvalidParams, TabwireError, UnknownCommand
from tabwire.names import SESSION_NAME, command_name
from tabwire.registry import Command
from tabwire.surfaces.dialects.dialect import Rest
from tabwire.surfaces.http.exchanges import ClientGone, run_unless_gone
from tabwire.surfaces.http.guard import CALLER, retry_after
from tabwire.surfaces.http.openapi import document
from tabwire.surfaces.rendering import text_of

CLIENT_CLOSED_REQUEST: Final = 499

PAGES: Final = {
    "/docs": ("docs.html", "text/html"),
    "/docs/docs.css": ("docs.css", "text/css"),
    "/docs/docs.js": ("docs.js", "text/javascript"),
    "/welcome": ("welcome.html", "text/html"),
    "/welcome/welcome.css": ("welcome.css", "text/css"),
    "/welcome/welcome.js": ("welcome.js", "text/javascript"),
}
PUBLIC: Final = frozenset({"/health", *PAGES})

Model = TypeVar("Model", bound=BaseModel)
SessionName = Annotated[str, Field(pattern=SESSION_NAME)]


class CommandRequest(BaseModel):
    """The body of a request that names its command."""

    model_config = ConfigDict(extra="forbid")

    command: str
    params: dict[str, Any] = {}  # the command's own model checks what is inside
    session: SessionName = ""


class _Query(BaseModel):
    """The query of a request for a named command."""

    model_config = ConfigDict(extra="forbid")

    session: SessionName = ""


def pages() -> list[Route]:
    """Return the public routes."""
    files = [Route(path, partial(page, name, kind)) for path, (name, kind) in PAGES.items()]
    return [Route("/health", health), *files]


def routes(dispatcher: Dispatcher, rest: Rest) -> list[Route]:
    """Return the routes to the commands, at the addresses of one dialect."""
    api = _Api(dispatcher, rest)
    shortcuts = rest.shortcuts.items()
    return [
        Route("/openapi.json", api.openapi),
        Route(rest.command, api.command, methods=["POST"]),
        Route(rest.commands, api.commands),
        Route(f"{rest.commands}/{{name}}", api.named_command, methods=["POST"]),
        *(Route(path, partial(api.shortcut, known), methods=[*known]) for path, known in shortcuts),
    ]


async def health(request: Request) -> Response:
    """Return that the hub is running, and nothing else."""
    return _json({"status": "ok"})


async def page(name: str, kind: str, request: Request) -> Response:
    """Return one static file."""
    found = resources.files("tabwire.surfaces.http") / "pages" / name
    return Response(found.read_bytes(), media_type=kind)


class _Api:
    def __init__(self, dispatcher: Dispatcher, rest: Rest) -> None:
        self._dispatcher = dispatcher
        self._rest = rest

    async def command(self, request: Request) -> Response:
        asked = _parse(CommandRequest, await _body(request))
        return await self._run(request, asked.command, asked.params, asked.session)

    async def named_command(self, request: Request) -> Response:
        query = _parse(_Query, dict(request.query_params))
        return await self._run(request, request.path_params["name"], await _body(request), query.session)

    async def shortcut(self, commands: Mapping[str, str], request: Request) -> Response:
        method = "GET" if request.method == "HEAD" else request.method
        body = await _body(request) if method == "POST" else {}
        return await self._run(request, commands[method], {**body, **request.path_params})

    async def commands(self, request: Request) -> Response:
        return _json({"commands": [_description(item) for item in self._visible(request)]})

    async def openapi(self, request: Request) -> Response:
        return _json(document(self._visible(request), self._rest))

    async def _run(self, request: Request, name: str, params: object, session: str = "") -> Response:
        caller = _caller(request)
        caller = caller.in_session(session) if session else caller
        call = self._dispatcher.call(caller, command_name(name), params)
        try:
            result = await run_unless_gone(_disconnected(request.receive), call)
        except UnknownCommand as error:
            raise self._unknown(request, name) from error
        except ClientGone:
            return Response(status_code=CLIENT_CLOSED_REQUEST)
        return _json({"result": result, "text": text_of(result)})

    def _visible(self, request: Request) -> list[Command]:
        return self._dispatcher.visible(_caller(request))

    def _unknown(self, request: Request, name: str) -> UnknownCommand:
        """Return the same error for a missing command and for one this caller may not see."""
        known = [command.name for command in self._visible(request)]
        near = difflib.get_close_matches(command_name(name), known, 3)
        hint = f" Did you mean {', '.join(near)}?" if near else ""
        return UnknownCommand(
            f'There is no command "{name[:80]}".{hint}',
            next_step=f"GET {self._rest.commands} lists every command.",
            candidates=near,
        )


def _description(command: Command) -> dict[str, object]:
    return {
        "name": command.name,
        "help": command.help,
        "effect": command.effect,
        "core": command.declaration.core,
        "input_schema": command.input_schema,
        "output_schema": command.output_schema,
    }


def _caller(request: Request) -> Caller:
    caller: Caller = request.scope[CALLER]
    return caller


async def _disconnected(receive: Receive) -> None:
    """Return when the client closes the connection."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _body(request: Request) -> dict[str, Any]:
    """Read a JSON object strictly: no NaN, no invalid UTF-8, limited nesting."""
    try:
        parsed = from_json(await request.body(), allow_inf_nan=False)
    except ValueError as error:
        raise InvalidParams(
            f"The body is not valid JSON: {error}.", next_step="Send a JSON object."
        ) from error
    if not isinstance(parsed, dict):
        raise InvalidParams("The body must be a JSON object.", next_step='For example: {"command": "tabs"}.')
    return parsed


def _parse(model: type[Model], raw: Mapping[str, object]) -> Model:
    try:
        return model.model_validate(raw)
    except ValidationError as error:
        known = ", ".join(model.model_fields)
        problems = [f'"{".".join(map(str, item["loc"]))}": {item["msg"]}' for item in error.errors()]
        raise InvalidParams(f"{'; '.join(problems)}.", next_step=f"Allowed: {known}.") from error


def _json(content: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    body = to_json(content, inf_nan_mode="null")
    return Response(body, status, headers=headers, media_type="application/json")


def failure(error: TabwireError, status: int = 0) -> Response:
    """Return an error as JSON, with the status of its code."""
    headers = {"retry-after": retry_after(error)} if "retry_after_s" in error.data else None
    return _json(error.facts(), status or error.http_status, headers)


Handlers = dict[Any, Callable[[Request, Exception], Awaitable[Response]]]  # Starlette's own type


def exception_handlers() -> Handlers:
    """Return the handler for each kind of failure."""
    return {
        TabwireError: _on_error,
        HTTPException: _on_http_exception,
        ClientDisconnect: _on_disconnect,
        Exception: _on_unexpected_error,
    }


async def _on_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, TabwireError)
    return failure(error)


async def _on_http_exception(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    headers = dict(error.headers or {})
    if error.status_code == 405 and request.method == "OPTIONS":
        return Response(status_code=204, headers=headers)
    where = request.url.path[:200]
    known: TabwireError
    if error.status_code == 405:
        known = InvalidParams(
            f"{request.method} is not allowed at {where}.", next_step=f"Use {headers.get('Allow', 'GET')}."
        )
    else:
        known = UnknownCommand(f"Nothing found at {where}.", next_step="See /docs for all routes.")
    return _json(known.facts(), error.status_code, headers)


async def _on_disconnect(request: Request, error: Exception) -> Response:
    return Response(status_code=CLIENT_CLOSED_REQUEST)


async def _on_unexpected_error(request: Request, error: Exception) -> Response:
    return failure(Internal(f"The request failed inside tabwire: {type(error).__name__}."))
