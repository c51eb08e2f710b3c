"""The HTTP server: all routes behind the guard, on a socket that is already bound."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import uvicorn
from starlette.applications import Starlette
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp

from tabwire.dispatch import Dispatcher
from tabwire.errors import Forbidden, Internal
from tabwire.policy.keys import KeyStore
from tabwire.protocol.relay import CONFIG_PATH, PORTS_TO_TRY
from tabwire.settings import HttpSettings
from tabwire.surfaces.dialects import tools_of
from tabwire.surfaces.dialects.dialect import Dialect
from tabwire.surfaces.http import rest
from tabwire.surfaces.http.addresses import addresses_of, is_loopback, url_of
from tabwire.surfaces.http.deadlines import DeadlineProtocol
from tabwire.surfaces.http.guard import Guard
from tabwire.surfaces.mcp.server import McpOverHttp, Release

MCP_METHODS: Final = ["GET", "POST", "DELETE"]
BACKLOG: Final = 512
MEGABYTE: Final = 1024 * 1024
WEBSOCKET_MAX_BYTES: Final = 64 * MEGABYTE
SHUTDOWN_S: Final = 3


@dataclass(frozen=True)
class Listener:
    """A bound socket, and the ports that were already taken."""

    socket: socket.socket
    host: str
    port: int
    taken: tuple[int, ...] = ()


def bind(settings: HttpSettings, keys: KeyStore) -> Listener:
    """Bind the configured port or the next free one; beyond loopback, require TLS and a key."""
    _check_exposure(settings, keys)
    wanted = settings.port
    candidates = [wanted + step for step in range(PORTS_TO_TRY) if wanted + step <= 65535] if wanted else []
    taken: list[int] = []
    for port in [*candidates, 0]:
        try:
            bound = _bind(settings.host, port)
        except OSError as error:
            if port == 0:
                raise Internal(
                    f"The hub cannot listen on {settings.host}: {error}.",
                    next_step="Change http.host in config.toml.",
                ) from error
            taken.append(port)
            continue
        return Listener(bound, settings.host, bound.getsockname()[1], tuple(taken))
    raise AssertionError("port 0 either binds or raises")


def _bind(host: str, port: int) -> socket.socket:
    (family, kind, protocol, _, address) = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    bound = socket.socket(family, kind, protocol)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
        bound.listen(BACKLOG)
        bound.setblocking(False)
    except OSError:
        bound.close()
        raise
    return bound


def _check_exposure(settings: HttpSettings, keys: KeyStore) -> None:
    if is_loopback(settings.host):
        return
    missing = [name for name in ("tls_certificate", "tls_key") if not getattr(settings, name)]
    if missing:
        raise Forbidden(
            f"http.host = {settings.host!r} would expose the hub to the network without encryption.",
            next_step=f"Set {' and '.join(f'http.{name}' for name in missing)}, or use 127.0.0.1.",
        )
    if not keys.all():
        raise Forbidden(
            f"http.host = {settings.host!r} would expose the hub to the network, but there is no key yet.",
            next_step="Create one first, on 127.0.0.1: tabwire keys create NAME",
        )


class HttpSurface:
    """The HTTP surface: MCP, REST, pages and the extension's WebSocket on one port."""

    def __init__(
        self,
        listener: Listener,
        settings: HttpSettings,
        dialects: Sequence[Dialect],
        tools: str,
        dispatcher: Dispatcher,
        keys: KeyStore,
        release: Release,
        routes: Sequence[BaseRoute] = (),
    ) -> None:
        addresses = addresses_of(settings, listener.port)
        names, max_body_bytes = tools_of(dialects), settings.max_body_mb * MEGABYTE
        self.mcp = McpOverHttp(dispatcher, names, tools, addresses, max_body_bytes, release)
        self.routes = [Route("/mcp", self.mcp, methods=MCP_METHODS), *rest.pages(), *routes]
        for dialect in dialects:
            self.routes += rest.routes(dispatcher, dialect.rest) if dialect.rest else []
        self.guard = Guard(
            _application(self.mcp, self.routes),
            keys=keys,
            addresses=addresses,
            max_body_bytes=max_body_bytes,
            public=rest.PUBLIC | {CONFIG_PATH},
            extensions=[dialect.extension for dialect in dialects if dialect.extension],
        )
        self.url = url_of(settings, listener.port)
        self._listener = listener
        self._server = HttpServer(self.guard, settings)

    async def serve(self) -> None:
        """Serve until `stop` is called."""
        await self._server.serve(sockets=[self._listener.socket])

    async def started(self) -> None:
        """Wait until requests are answered."""
        await self._server.answering.wait()

    def stop(self) -> None:
        """Stop open requests and let `serve` return."""
        self.guard.exchanges.stop_all()
        self._server.should_exit = True


def _application(mcp: McpOverHttp, routes: list[BaseRoute]) -> Starlette:
    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with mcp.running():
            yield

    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers=rest.exception_handlers())
    # A redirect would answer requests for routes that do not exist.
    app.router.redirect_slashes = False
    return app


def _config(app: ASGIApp, settings: HttpSettings) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=DeadlineProtocol,
        ws="websockets-sansio",
        ws_max_size=WEBSOCKET_MAX_BYTES,
        ws_per_message_deflate=False,
        log_config=None,
        log_level="warning",  # below it, uvicorn logs WebSocket addresses with their secrets
        access_log=False,
        server_header=False,
        proxy_headers=False,
        lifespan="on",
        timeout_graceful_shutdown=SHUTDOWN_S,
        ssl_certfile=settings.tls_certificate or None,
        ssl_keyfile=settings.tls_key or None,
    )


class HttpServer(uvicorn.Server):
    """A server that leaves signals to the hub and reports when it is ready."""

    def __init__(self, app: ASGIApp, settings: HttpSettings) -> None:
        super().__init__(_config(app, settings))
        self.answering = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then report it."""
        await super().startup(sockets)
        self.answering.set()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave the signals alone."""
        yield
