"""`tabwire native-host`: started by Chrome for the extension; passes bytes between Chrome and the hub.

The hub itself implements native messaging. Standard output belongs to Chrome, so messages go to standard
error, where `chrome --enable-logging` shows them.
"""

from __future__ import annotations

import os
import sys

from tabwire.hub_socket.connect import HubUnavailable, connect, greeting_for
from tabwire.hub_socket.greeting import RELAY_SURFACE
from tabwire.places import Places
from tabwire.surfaces.stdio.pump import NO_HUB, USAGE, Pump


def run(arguments: list[str]) -> int:
    """Connect to the hub, starting it if needed, and pass bytes until one side ends."""
    if not arguments or not arguments[0].startswith("chrome-extension://"):
        print("tabwire: this program is started by a browser for its extension.", file=sys.stderr)
        return USAGE
    parent = os.getppid()
    try:
        link = connect(Places(), greeting_for(RELAY_SURFACE, origin=arguments[0]))
    except HubUnavailable as error:
        print(f"tabwire: {error.code}: {error.message} {error.next_step}".rstrip(), file=sys.stderr)
        return NO_HUB
    return Pump(link.socket, parent).run()
