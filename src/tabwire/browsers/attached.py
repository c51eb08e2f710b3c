"""A browser that someone else started with remote debugging on."""

from __future__ import annotations

import asyncio
import json
import urllib.error
import urllib.request
from urllib.parse import urlsplit

from tabwire.browsers.consent import answered_by_user, is_consent, open_with_consent
from tabwire.browsers.devtools import DevToolsBrowser
from tabwire.browsers.source import OWN_BROWSER, Source, Start, Wanted, wait
from tabwire.errors import NoBrowser, TabwireError
from tabwire.links.link import Link, LinkClosed
from tabwire.links.socket import SocketLink
from tabwire.settings import BrowserSettings

HOW_TO_ENABLE = (
    "Start the browser with --remote-debugging-port=9222 and a --user-data-dir of its own, "
    "and check the address."
)
ANSWER_MAX = 1 << 20


class AttachedSource(Source):
    """Browsers at a DevTools address, or running ones whose user allows remote debugging."""

    def __init__(self, settings: BrowserSettings) -> None:
        self._settings = settings

    async def find(self, wanted: Wanted) -> Start | None:
        """Return how to attach to the address of the caller, or else to the one of the settings."""
        address = wanted.address or self._settings.cdp_url
        if not address or wanted.name not in ("", OWN_BROWSER):
            return None
        return Start(
            address,
            lambda: attach(address, timeout_s=self._settings.start_timeout_s),
            answered_by_user if is_consent(address) else wait,
        )


async def attach(address: str, *, timeout_s: float) -> DevToolsBrowser:
    """Attach to a running browser: `http://…`, `ws://…`, or `chrome:` for one whose user is asked."""
    link = await (open_with_consent(address) if is_consent(address) else _open(address, timeout_s))
    browser = DevToolsBrowser(address, "attached", link, attach_all=False)
    try:
        async with asyncio.timeout(timeout_s):
            await browser.start()
            await browser.follow_downloads()
    except (TabwireError, TimeoutError) as error:
        await browser.close()
        raise NoBrowser(f"The browser at {address} does not answer.", next_step=HOW_TO_ENABLE) from error
    return browser


async def _open(address: str, timeout_s: float) -> Link:
    scheme = urlsplit(address).scheme
    if scheme not in {"http", "https", "ws", "wss"}:
        raise NoBrowser(f"{address} is not a DevTools address.", next_step="Give http://HOST:PORT or ws://….")
    is_socket = scheme in {"ws", "wss"}
    socket_url = address if is_socket else await asyncio.to_thread(_find_socket, address, timeout_s)
    try:
        return await SocketLink.open(socket_url, timeout_s=timeout_s)
    except LinkClosed as error:
        raise NoBrowser(f"No browser answers at {address}: {error}.", next_step=HOW_TO_ENABLE) from error


def _find_socket(address: str, timeout_s: float) -> str:
    version = address.rstrip("/") + "/json/version"
    try:
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(
            version, timeout=timeout_s
        ) as reply:
            return str(json.loads(reply.read(ANSWER_MAX))["webSocketDebuggerUrl"])
    except (OSError, ValueError, KeyError, urllib.error.URLError) as error:
        raise NoBrowser(f"No browser answers at {version}: {error}.", next_step=HOW_TO_ENABLE) from error
