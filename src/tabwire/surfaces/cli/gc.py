"""`tabwire gc`: clean up after a killed hub."""

from __future__ import annotations

import os
import signal

from tabwire.browsers.profile_folders import remove_stale
from tabwire.places import Places
from tabwire.surfaces.cli.calling import OK
from tabwire.surfaces.cli.programs import Parser
from tabwire.surfaces.cli.ps import orphaned_browsers


def run(arguments: list[str]) -> int:
    """End orphaned browsers and remove their temporary profiles."""
    Parser(
        prog="tabwire gc", description="Clean up after a killed hub. Nothing in use is touched."
    ).parse_args(arguments)
    places = Places()
    ended = 0
    for pid, _ in orphaned_browsers(places):
        os.kill(pid, signal.SIGKILL)
        ended += 1
    removed = remove_stale(places.profiles)
    print(f"{ended} browser processes ended, {removed} temporary profiles removed.")
    return OK
