"""`tabwire ps`: the processes of tabwire, including browsers whose hub is gone."""

from __future__ import annotations

import os
from pathlib import Path

from tabwire.browsers.profile_folders import is_owned, temporary_profiles
from tabwire.errors import TabwireError
from tabwire.hub_socket.connect import HubUnavailable
from tabwire.places import Places
from tabwire.surfaces.cli.calling import NO_HUB, OK
from tabwire.surfaces.cli.printing import show_error
from tabwire.surfaces.cli.programs import Parser
from tabwire.surfaces.cli.running_hub import open_conversation, table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

SWITCH = "--user-data-dir="


def run(arguments: list[str]) -> int:
    """List the hub, its browsers, and orphaned browsers."""
    Parser(prog="tabwire ps", description="List the processes that belong to tabwire.").parse_args(arguments)
    places = Places()
    try:
        rows = [*_of_hub(places), *_orphans(places)]
    except HubUnavailable as error:
        show_error(error.to_error())
        return NO_HUB
    except TabwireError as error:
        return show_error(error)
    if not rows:
        print("No tabwire process is running.")
        return OK
    print("\n".join(table(("PID", "WHAT", "NAME", "TABS", "MB"), rows)))
    return OK


def _of_hub(places: Places) -> Iterator[tuple[Any, ...]]:
    conversation = open_conversation(places)
    if conversation is None:
        return
    try:
        facts: Any = conversation.call("activity", {}).result
    finally:
        conversation.close()
    yield facts["pid"], "hub", facts["version"], "", _memory_mb(facts["pid"])
    for row in facts["browsers"]:
        if row["pid"]:
            yield row["pid"], f"browser ({row['state']})", row["browser"], row["tabs"], _memory_mb(row["pid"])


def _orphans(places: Places) -> Iterator[tuple[Any, ...]]:
    for pid, folder in orphaned_browsers(places):
        yield pid, "browser without a hub", os.path.basename(folder), "", _memory_mb(pid)


def orphaned_browsers(places: Places) -> Iterator[tuple[int, str]]:
    """Find processes that use a temporary profile whose hub is gone."""
    abandoned = {path for path in temporary_profiles(places.profiles) if not is_owned(path)}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if entry.stat().st_uid != os.getuid():
                continue
            words = (entry / "cmdline").read_bytes().decode(errors="replace").split("\0")
        except OSError:
            continue
        folder = next((word.removeprefix(SWITCH) for word in words if word.startswith(SWITCH)), "")
        if folder in abandoned:
            yield int(entry.name), folder


def _memory_mb(pid: int) -> int:
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return 0
    return round(pages * os.sysconf("SC_PAGE_SIZE") / 1e6)
