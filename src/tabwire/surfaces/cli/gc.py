"""`tabwire gc`: remove what a killed hub left behind."""

from __future__ import annotations

import os
import signal

from tabwire.browsers.profile_folders import remove_stale
from tabwire.places import Places
from tabwire.surfaces.cli.calling import OK
from tabwire.surfaces.cli.programs import Parser
from tabwire.surfaces.cli.ps import lost_browsers


def run(arguments: list[str]) -> int:
    """End browsers that lost their hub and remove the temporary profiles they left."""
    Parser(
        prog="tabwire gc", description="Remove what a killed hub left behind; what is in use stays."
    ).parse_args(arguments)
    places = Places()
    ended = 0
    for pid, _ in lost_browsers(places):
        os.kill(pid, signal.SIGKILL)
        ended += 1
    removed = remove_stale(places.profiles)
    print(f"{ended} browser processes ended, {removed} temporary profiles removed.")
    return OK
