"""A browser that someone else started with remote debugging on."""

from __future__ import annotations

import asyncio
import json
import urllib.error
import urllib.request
from dataclasses import dataclass
from urllib.parse import urlsplit

from tabwire.browsers.devtools import DevToolsBrowser
from tabwire.errors import NoBrowser, TabwireError
from tabwire.links.link import LinkClosed
from tabwire.links.socket import SocketLink

HOW = (
    "Start the browser with --remote-debugging-port=9222 and a --user-data-dir of its own, "
    "and check the address."
)
ANSWER_MAX = 1 << 20


@dataclass
class AttachedBrowser:
    """A browser we only borrow: closing lets go of it and ends nothing."""

    browser: DevToolsBrowser

    async def close(self) -> None:
        """Let go of the browser."""
        await self.browser.close()


async def attach(name: str, url: str, *, timeout_s: float) -> AttachedBrowser:
    """Attach by a DevTools address: `ws://…`, or `http://…` whose /json/version names the socket."""
    socket_url = url
    if urlsplit(url).scheme in {"http", "https"}:
        socket_url = await asyncio.to_thread(_find_socket, url, timeout_s)
    elif urlsplit(url).scheme not in {"ws", "wss"}:
        raise NoBrowser(f"{url} is no DevTools address.", next_step="Give http://HOST:PORT or ws://….")
    return await attach_socket(url, socket_url, timeout_s=timeout_s, name=name)


async def attach_socket(url: str, socket_url: str, *, timeout_s: float, name: str = "") -> AttachedBrowser:
    """Attach to a DevTools socket; `url` is what the caller knows the browser by."""
    try:
        link = await SocketLink.open(socket_url, timeout_s=timeout_s)
    except LinkClosed as error:
        raise NoBrowser(f"No browser answers at {url}: {error}.", next_step=HOW) from error
    browser = DevToolsBrowser(name or url, "attached", link, attach_all=False)
    try:
        async with asyncio.timeout(timeout_s):
            await browser.start()
    except (TabwireError, TimeoutError) as error:
        await browser.close()
        raise NoBrowser(f"The browser at {url} does not answer.", next_step=HOW) from error
    return AttachedBrowser(browser)


def _find_socket(url: str, timeout_s: float) -> str:
    address = url.rstrip("/") + "/json/version"
    try:
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(
            address, timeout=timeout_s
        ) as reply:
            return str(json.loads(reply.read(ANSWER_MAX))["webSocketDebuggerUrl"])
    except (OSError, ValueError, KeyError, urllib.error.URLError) as error:
        raise NoBrowser(f"No browser answers at {address}: {error}.", next_step=HOW) from error
