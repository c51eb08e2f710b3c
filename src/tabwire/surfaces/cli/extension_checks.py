"""Checks of `tabwire doctor` for the user's own browsers: find out why one is not connected."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import urlsplit

from tabwire import __version__
from tabwire.browsers.native_manifests import place_in, system_places, user_places
from tabwire.errors import NoBrowser, VersionMismatch
from tabwire.hub_socket.connect import find_hub, greeting_for
from tabwire.hub_socket.conversation import Conversation
from tabwire.hub_socket.greeting import COMMAND_SURFACE
from tabwire.places import Places
from tabwire.protocol.relay import USUAL_PORTS
from tabwire.schemas import JsonObject
from tabwire.surfaces.cli.running_hub import CLIENT

RELOAD = "Open chrome://extensions, turn on “Developer mode” and the extension, and press its reload arrow."


def check_native_host() -> str:
    """Check every manifest that lets a browser start the hub; Chrome reports any mistake as “not found”."""
    places = [*user_places(os.path.expanduser("~"), os.environ), *system_places()]
    wrong = [
        f"{place.path}: {problem}"
        for place in places
        if (problem := place.problem()) not in ("", "not installed")
    ]
    if wrong:
        raise NoBrowser(
            f"Native messaging is broken: {'; '.join(wrong)}.",
            next_step="Run `tabwire native install` again.",
        )
    good = [place.browser for place in places if not place.problem()]
    other = [folder for folder in running_profiles() if place_in("", folder).problem()] if good else []
    note = f"; missing in the profile folder of a running browser: {', '.join(other)}" if other else ""
    if good:
        return f"installed for {', '.join(dict.fromkeys(good))}{note}"
    return "not installed (optional): `tabwire native install` lets browsers start the hub"


def check_extension(places: Places) -> str:
    """Check that the user's browsers are connected, or find out why not."""
    link = find_hub(places, greeting_for(COMMAND_SURFACE, client=CLIENT))
    if link is None:
        return "skipped: no hub is running"
    conversation = Conversation(link)
    try:
        rows = conversation.call("browsers", {}).result["browsers"]
    finally:
        conversation.close()
    found = [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    return explain([row for row in found if row["kind"] == "extension"], link.answer.get("http"))


def explain(rows: list[JsonObject], http: str) -> str:
    """Describe the state of each browser, or raise what needs attention."""
    old = [row for row in rows if row.get("extension") and row["extension"] != __version__]
    if old:
        raise VersionMismatch(
            f"The extension in {_names(old)} is version {old[0]['extension']}, the hub is {__version__}.",
            next_step=RELOAD,
        )
    here = [row for row in rows if row["state"] != "not connected"]
    if here:
        return "; ".join(f"{row['browser']}: {row['state']}" for row in here)
    if not rows:
        return "no browser is paired (optional): `tabwire setup` connects your own"
    port = urlsplit(http).port or 0
    if port not in USUAL_PORTS:
        raise NoBrowser(
            f"The hub listens on {http}, which the extension does not try by itself.",
            next_step=f"Enter {http} as the hub address in the extension's options, or free port "
            f"{USUAL_PORTS[0]}.",
        )
    if running_profiles():
        raise NoBrowser(
            f"{_names(rows)} is paired and a browser is running, but its extension does not answer.",
            next_step=RELOAD,
        )
    return f"{_names(rows)}: paired, but the browser is not running"


def _names(rows: Iterable[JsonObject]) -> str:
    return ", ".join(str(row["browser"]) for row in rows)


def running_profiles() -> list[str]:
    """List the profile folders of running browsers; only Linux makes this easy."""
    if sys.platform != "linux":
        return []
    found: set[str] = set()
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = file.read_bytes().decode(errors="replace").split("\0")
        except OSError:
            continue
        if any(word.startswith("--type=") for word in words) or not _is_browser(words[0]):
            continue
        given = [word.partition("=")[2] for word in words if word.startswith("--user-data-dir=")]
        found.add(given[-1] if given else _default_profile(words[0]))
    return sorted(found - {""})


def _is_browser(program: str) -> bool:
    name = os.path.basename(program)
    return any(known in name for known in ("chrome", "chromium", "msedge", "brave"))


def _default_profile(program: str) -> str:
    folder = "chromium" if "chromium" in program else "google-chrome"
    path = os.path.expanduser(f"~/.config/{folder}")
    return path if os.path.isdir(path) else ""
