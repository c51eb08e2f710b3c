"""A web site that counts how often each action reached it."""

from __future__ import annotations

from collections import Counter
from http.server import BaseHTTPRequestHandler
from urllib.parse import parse_qs, urlsplit

from tests.page_server import PageServer, send

PAGE = """<!doctype html><meta charset=utf-8><title>%(op)s</title>
<input id=name><button onclick="fetch('/hit?op=%(op)s')">Send</button>"""
ALERT = "<button onclick=\"alert('stop')\">Ask</button>"
LOOP = "<button onclick='while (true) {}'>Spin</button>"


class Site:
    """Serve the pages of a soak."""

    def __init__(self, server: PageServer) -> None:
        self.hits: Counter[str] = Counter()
        self._page = server.add_route("/soak", self._serve_page)
        server.add_route("/hit", self._count)
        self.alert = server.add_html(ALERT)
        self.loop = server.add_html(LOOP)

    def page_for(self, operation: str) -> str:
        """Return the address of a page whose button sends this operation."""
        return f"{self._page}?op={operation}"

    def _serve_page(self, request: BaseHTTPRequestHandler) -> None:
        send(request, PAGE % {"op": _op(request)})

    def _count(self, request: BaseHTTPRequestHandler) -> None:
        self.hits[_op(request)] += 1
        send(request, "counted", "text/plain")


def _op(request: BaseHTTPRequestHandler) -> str:
    return parse_qs(urlsplit(request.path).query)["op"][0]
