"""Our MCP door for a client that cannot send a key: a listener adds it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import ModuleType

from starlette.types import ASGIApp, Receive, Scope, Send

from tabwire.app import build_hub_state
from tabwire.dispatch import Dispatcher
from tabwire.places import Places
from tabwire.policy.policy import Policy
from tabwire.registry import Registry
from tabwire.settings import Settings
from tabwire.surfaces.dialects import dialects_for
from tabwire.surfaces.http.server import HttpServer, HttpSurface, bind
from tests.conformance.fixtures import Fixtures


class KeyAdder:
    """Put a key on every request before the guard sees it."""

    def __init__(self, app: ASGIApp, key: str) -> None:
        self._app = app
        self._header = (b"authorization", f"Bearer {key}".encode())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            scope = {**scope, "headers": [*scope["headers"], self._header]}
        await self._app(scope, receive, send)


@asynccontextmanager
async def open_listener(folder: Path, commands: list[ModuleType], *, fixtures: bool) -> AsyncIterator[str]:
    """Serve these commands, with or without the suite's own fixtures; yield the address of `/mcp`."""
    places = Places({"TABWIRE_HOME": str(folder)})
    places.prepare()
    settings = Settings.model_validate({"http": {"port": 0}})
    hub = build_hub_state(places, settings, Registry(commands))
    dispatcher = Dispatcher(hub, Policy(settings.policy))
    bound = bind(settings.http, hub.keys)
    dialects = dialects_for(settings.http)
    doors = HttpSurface(bound, settings.http, dialects, "core", dispatcher, hub.keys, hub.sessions.release)
    added = Fixtures(doors.mcp.server) if fixtures else None
    app = KeyAdder(doors.guard, hub.keys.create("suite"))
    server = HttpServer(app, settings.http)
    serving = asyncio.create_task(server.serve([bound.socket]))
    await server.answering.wait()
    try:
        yield f"http://127.0.0.1:{bound.port}/mcp"
    finally:
        if added:
            added.listen.close()
        doors.guard.exchanges.stop_all()
        server.should_exit = True
        await serving
        await hub.sessions.close()
        hub.keys.close()
