"""The web server of the benchmark's pages, and a line to each open page that tells its state.

Each contender has a host name of its own (`c1.localhost`), so the server knows whose page is on a line.
What a page tells on its line comes from the page itself and not through the contender that drives it.
"""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from dataclasses import dataclass
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from benchmarks.pages import PAGES, SCRIPT, message

SLOW_S = 0.1
STATE_WITHIN_S = 5.0


@dataclass(frozen=True)
class PageState:
    """What a page says about itself."""

    path: str
    out: str
    values: dict[str, str]
    viewport: tuple[int, int]


class BenchServer:
    """Serve the pages in a thread of their own."""

    def __init__(self, seed: int) -> None:
        self._html = {
            **{name: make(seed) for name, make in PAGES.items()},
            "account": message("Account", "Welcome back, Ada"),
            "thanks": message("Thanks", "Application received"),
        }
        self._lines: dict[str, WebSocket] = {}
        self._heard: dict[str, asyncio.Queue[dict[str, Any]]] = {}
        self._opened: dict[str, asyncio.Event] = {}
        self.received: dict[str, dict[str, str]] = {}
        self._loop = asyncio.new_event_loop()
        self._server = uvicorn.Server(
            uvicorn.Config(self._app(), host="127.0.0.1", port=0, log_level="error", lifespan="off")
        )
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> BenchServer:
        self._started = threading.Event()
        self._thread.start()
        self._started.wait(10)
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join(5)

    def url(self, who: str, page: str) -> str:
        """Return the address of a page for one contender."""
        return f"http://{who}.localhost:{self.port}/{page}"

    def state(self, who: str) -> PageState:
        """Ask the page that this contender opened last what it shows."""
        answer = asyncio.run_coroutine_threadsafe(self._ask(who), self._loop).result(STATE_WITHIN_S)
        return PageState(answer["path"], answer["out"], answer["values"], tuple(answer["viewport"]))

    async def _ask(self, who: str) -> dict[str, Any]:
        async with asyncio.timeout(STATE_WITHIN_S):
            await self._opened.setdefault(who, asyncio.Event()).wait()
            await self._lines[who].send_text("?")
            return await self._heard[who].get()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._serve())

    async def _serve(self) -> None:
        # Only a socket that is named TCP is freed of Nagle's algorithm, which would hold small answers back.
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.bind(("127.0.0.1", 0))
        self.port: int = listener.getsockname()[1]
        self._started.set()
        await self._server.serve([listener])

    def _app(self) -> Starlette:
        return Starlette(
            routes=[
                Route("/page.js", lambda _: Response(SCRIPT, media_type="text/javascript")),
                Route("/slow", _slow),
                Route("/order", self._order, methods=["POST"]),
                Route("/login", self._login, methods=["POST"]),
                Route("/apply", self._apply, methods=["POST"]),
                Route("/{page}", self._page),
                WebSocketRoute("/line", self._line),
            ]
        )

    async def _page(self, request: Request) -> Response:
        html = self._html.get(request.path_params["page"])
        if html is None:
            return PlainTextResponse("no such page", 404)
        # The page before is on its way out: whoever asks from now on wants to hear of this one.
        self._opened.setdefault(_who(request), asyncio.Event()).clear()
        return HTMLResponse(html)

    async def _order(self, request: Request) -> Response:
        self.received[_who(request)] = {"order": (await request.body()).decode()}
        return PlainTextResponse("Order 4711 placed")

    async def _login(self, request: Request) -> Response:
        self.received[_who(request)] = await _fields(request)
        return RedirectResponse("/account", 303)

    async def _apply(self, request: Request) -> Response:
        self.received[_who(request)] = await _fields(request)
        return RedirectResponse("/thanks", 303)

    async def _line(self, line: WebSocket) -> None:
        await line.accept()
        who = _who(line)
        self._lines[who] = line
        self._heard[who] = asyncio.Queue()
        opened = self._opened.setdefault(who, asyncio.Event())
        opened.set()
        try:
            while True:
                self._heard[who].put_nowait(json.loads(await line.receive_text()))
        except WebSocketDisconnect:
            if self._lines.get(who) is line:
                opened.clear()


async def _slow(request: Request) -> Response:
    await asyncio.sleep(SLOW_S)
    return PlainTextResponse("fetch done")


async def _fields(request: Request) -> dict[str, str]:
    """Read a sent form; multipart is not used by the pages."""
    from urllib.parse import parse_qsl

    return dict(parse_qsl((await request.body()).decode(), keep_blank_values=True))


def _who(connection: Request | WebSocket) -> str:
    return connection.headers["host"].partition(".")[0]
