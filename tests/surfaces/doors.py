"""The HTTP doors on a free port, with real parts and the small commands behind them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import httpx2
from starlette.routing import BaseRoute, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from tests.surfaces.small_commands import SmallCommands

from tabwire.app import build_hub_state
from tabwire.commands import keys, status
from tabwire.dispatch import Dispatcher
from tabwire.places import Places
from tabwire.policy.keys import KeyStore
from tabwire.policy.policy import Policy
from tabwire.registry import Registry
from tabwire.settings import load
from tabwire.surfaces.dialects import dialects_for
from tabwire.surfaces.http.server import HttpSurface, bind

MODERN = "2026-07-28"
LEGACY = "2025-11-25"


async def _greet(socket: WebSocket) -> None:
    await socket.accept()
    await socket.send_text("hello")
    with suppress(WebSocketDisconnect):
        await socket.receive_text()


# A socket that greets whoever the guard lets through.
GREETING = WebSocketRoute("/ws/test", _greet)


@dataclass
class Doors:
    """Running doors, and what a test needs to knock at them."""

    http: HttpSurface
    keys: KeyStore
    dispatcher: Dispatcher
    small: SmallCommands
    port: int
    key: str

    @property
    def url(self) -> str:
        """Return the address."""
        return self.http.url

    def client(self, key: str | None = None) -> httpx2.AsyncClient:
        """Return an HTTP client that shows a key; an empty one shows none."""
        shown = self.key if key is None else key
        headers = {"authorization": f"Bearer {shown}"} if shown else {}
        return httpx2.AsyncClient(base_url=self.url, headers=headers, timeout=20)

    async def raw(self, request: bytes) -> bytes:
        """Send bytes as they are and return all that comes back."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(request)
        answer = await reader.read()
        writer.close()
        return answer


@asynccontextmanager
async def open_doors(
    folder: Path, routes: tuple[BaseRoute, ...] = (), environ: Mapping[str, str] | None = None
) -> AsyncIterator[Doors]:
    """Serve the small commands and the keys' own over HTTP while the body runs."""
    places = Places({"TABWIRE_HOME": str(folder)})
    places.prepare()
    settings = load(Path("/nonexistent"), {"TABWIRE_HTTP_PORT": "0", **(environ or {})})
    small = SmallCommands()
    hub = build_hub_state(places, settings, _registry(small))
    dispatcher = Dispatcher(hub, Policy(settings.policy))
    listener = bind(settings.http, hub.keys)
    http = HttpSurface(
        listener,
        settings.http,
        dialects_for(settings.http),
        settings.tools,
        dispatcher,
        hub.keys,
        hub.sessions.release,
        routes,
    )
    serving = asyncio.create_task(http.serve())
    await http.started()
    try:
        yield Doors(http, hub.keys, dispatcher, small, listener.port, hub.keys.create("test"))
    finally:
        http.stop()
        await serving
        await hub.sessions.close()
        hub.keys.close()


def _registry(small: SmallCommands) -> Registry:
    registry = small.registry()
    registry.add_module(keys)
    registry.add_module(status)
    return registry
