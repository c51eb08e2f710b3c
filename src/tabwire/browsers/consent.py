"""A Chrome whose user allowed remote debugging in chrome://inspect: it asks them at each connection."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable

from tabwire.browsers.browser import Browser
from tabwire.browsers.native_manifests import LINUX, MAC
from tabwire.errors import NoBrowser
from tabwire.links.link import Link, LinkClosed
from tabwire.links.socket import HandshakeRefused, SocketLink

SCHEME = "chrome:"
# People need time to find the dialog; Chrome holds the connection open for as long as it shows.
CONSENT_WITHIN_S = 120.0
# Within the deadline of a command, so that its caller learns what is waited for.
ANSWER_WITHIN_S = 20.0
PORT_FILE = "DevToolsActivePort"
HOW_TO_ENABLE = (
    "Open chrome://inspect/#remote-debugging in that browser and tick “Allow remote debugging for this "
    "browser instance”. A profile folder of your own is named as chrome:/path/to/folder."
)


def is_consent(address: str) -> bool:
    """Tell whether an address means a running Chrome that asks its user: `chrome:` or `chrome:FOLDER`."""
    return address.startswith(SCHEME)


async def open_with_consent(address: str) -> Link:
    """Connect to the user's running Chrome; wait until they press Allow."""
    socket_url = find_socket(address.removeprefix(SCHEME), os.path.expanduser("~"))
    try:
        return await SocketLink.open(socket_url, timeout_s=CONSENT_WITHIN_S)
    except HandshakeRefused as error:
        raise NoBrowser(
            "The user did not allow remote debugging.",
            next_step="Ask them before you try again: each try shows the dialog anew.",
        ) from error
    except LinkClosed as error:
        raise NoBrowser(f"No browser answers at {address}: {error}.", next_step=HOW_TO_ENABLE) from error


async def answered_by_user(opening: Awaitable[Browser], within_s: float = ANSWER_WITHIN_S) -> Browser:
    """Wait a while for the user's answer; the dialog stays, so the caller may come back for it."""
    try:
        async with asyncio.timeout(within_s):
            return await opening
    except TimeoutError as error:
        raise NoBrowser(
            "Chrome is asking the user whether to allow remote debugging.",
            next_step="Ask the user to press Allow in the browser, then call again.",
        ) from error


def find_socket(folder: str, home: str, platform: str = sys.platform) -> str:
    """Return the DevTools address that Chrome left in its profile folder."""
    known = MAC if platform == "darwin" else LINUX
    folders = [folder] if folder else [os.path.join(home, below) for below, _ in known.values()]
    for place in folders:
        try:
            with open(os.path.join(os.path.expanduser(place), PORT_FILE), encoding="ascii") as file:
                port, path = file.read().split()
        except (OSError, ValueError):
            continue
        return f"ws://127.0.0.1:{int(port)}{path}"
    raise NoBrowser(
        f"No running Chrome allows remote debugging (looked for {PORT_FILE} in {', '.join(folders)}).",
        next_step=HOW_TO_ENABLE,
    )
