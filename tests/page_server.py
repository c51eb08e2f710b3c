"""A web server for test pages: HTML given by tests, and the files below tests/pages."""

from __future__ import annotations

import asyncio
import ssl
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

FOLDER = Path(__file__).parent / "pages"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
}

Route = Callable[[BaseHTTPRequestHandler], None]


class _Server(ThreadingHTTPServer):
    """A server that is not surprised when a browser hangs up, or is killed."""

    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class PageServer:
    """Serve on an ephemeral loopback port; 127.0.0.1 and localhost are two origins of it."""

    def __init__(self, encryption: ssl.SSLContext | None = None) -> None:
        self._pages: dict[str, str] = {}
        self._routes: dict[str, Route] = {}
        self._numbers = count(1)
        pages = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                pages.answer(self)

            do_POST = do_GET

            def log_message(self, format: str, *args: object) -> None:
                return

        self._server = _Server(("127.0.0.1", 0), Handler)
        if encryption:
            self._server.socket = encryption.wrap_socket(self._server.socket, server_side=True)
        self.port = self._server.server_port

    def __enter__(self) -> Self:
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def url(self, path: str, host: str = "127.0.0.1") -> str:
        """Return the address of a path on this server."""
        return f"http://{host}:{self.port}{path}"

    def add_html(self, html: str, *, host: str = "127.0.0.1") -> str:
        """Serve this HTML under a new address and return it."""
        path = f"/page{next(self._numbers)}"
        is_whole = html.lstrip()[:9].lower() == "<!doctype"
        self._pages[path] = html if is_whole else f"<!doctype html><meta charset=utf-8>{html}"
        return self.url(path, host)

    def add_route(self, path: str, route: Route) -> str:
        """Answer requests for `path` with a function; return the address."""
        self._routes[path] = route
        return self.url(path)

    def noticed(self, path: str) -> asyncio.Event:
        """Answer requests for `path` with nothing; return an event that is set by the first of them."""
        event = asyncio.Event()
        loop = asyncio.get_running_loop()

        def notice(request: BaseHTTPRequestHandler) -> None:
            loop.call_soon_threadsafe(event.set)
            send(request, "", "text/plain")

        self.add_route(path, notice)
        return event

    @contextmanager
    def hold(self, path: str, body: str = "", kind: str = TYPES[".html"]) -> Iterator[asyncio.Event]:
        """Answer requests for `path` only after the block; yield an event that the first of them sets."""
        asked, is_over = asyncio.Event(), threading.Event()
        loop = asyncio.get_running_loop()

        def wait(request: BaseHTTPRequestHandler) -> None:
            loop.call_soon_threadsafe(asked.set)
            is_over.wait()
            send(request, body, kind)

        self.add_route(path, wait)
        try:
            yield asked
        finally:
            is_over.set()

    def add_slow_answers(self) -> None:
        """Serve what the pages below tests/pages ask for, as a server that takes some time."""
        self.add_route("/slow", late(0.1, "fetched"))
        self.add_route("/more", late(0.05, "more"))
        self.add_route("/poll", late(0.02, "polled"))
        self.add_route("/module.js", late(0.05, "export const text = 'module'", TYPES[".js"]))

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        """Answer one request."""
        path = urlsplit(request.path).path
        file = (FOLDER / path.lstrip("/")).resolve()
        if path in self._routes:
            self._routes[path](request)
        elif path in self._pages:
            send(request, self._pages[path])
        elif file.is_relative_to(FOLDER) and file.is_file():
            send(request, file.read_text(encoding="utf-8"), TYPES.get(file.suffix, "text/plain"))
        else:
            send(request, "not found", "text/plain", status=404)


def send(
    request: BaseHTTPRequestHandler, body: str | bytes, kind: str = TYPES[".html"], *, status: int = 200
) -> None:
    """Send a whole answer."""
    content = body.encode() if isinstance(body, str) else body
    request.send_response(status)
    request.send_header("Content-Type", kind)
    request.send_header("Content-Length", str(len(content)))
    request.end_headers()
    request.wfile.write(content)


def be_slow(seconds: float) -> None:
    """Let a request wait, as a server does that has much to do."""
    time.sleep(seconds)


def late(server_takes_s: float, body: str, kind: str = "text/plain") -> Route:
    """Return a route that answers after some time, as a slow server does."""

    def answer(request: BaseHTTPRequestHandler) -> None:
        be_slow(server_takes_s)
        send(request, body, kind)

    return answer
