"""`tabwire native-host`: Chrome starts it for the extension; it carries bytes between Chrome and the hub.

Nothing is understood here: the hub speaks native messaging itself. Standard output belongs to Chrome, so
whatever there is to say goes to standard error, where `chrome --enable-logging` shows it.
"""

from __future__ import annotations

import os
import sys

from tabwire.hub_socket.connect import HubUnavailable, connect, greeting_for
from tabwire.hub_socket.greeting import RELAY_SURFACE
from tabwire.places import Places
from tabwire.surfaces.stdio.pump import NO_HUB, USAGE, Pump


def run(arguments: list[str]) -> int:
    """Join the hub, starting it if there is none, and carry until one side ends."""
    if not arguments or not arguments[0].startswith("chrome-extension://"):
        print("tabwire: a browser starts this program, for its extension.", file=sys.stderr)
        return USAGE
    parent = os.getppid()
    try:
        link = connect(Places(), greeting_for(RELAY_SURFACE, origin=arguments[0]))
    except HubUnavailable as error:
        print(f"tabwire: {error.code}: {error.message} {error.next_step}".rstrip(), file=sys.stderr)
        return NO_HUB
    return Pump(link.socket, parent).run()
