"""`tabwire top`: show the activity of the hub, live."""

from __future__ import annotations

import select
import sys

from tabwire.errors import TabwireError
from tabwire.hub_socket.connect import HubUnavailable
from tabwire.places import Places
from tabwire.surfaces.cli.calling import NO_HUB, OK
from tabwire.surfaces.cli.printing import FAILED, plain, show_error
from tabwire.surfaces.cli.programs import Parser
from tabwire.surfaces.cli.running_hub import open_conversation, span, table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

EVERY_S = 1.0
RECENT_ERRORS = 5
HOME_AND_CLEAR = "\x1b[H\x1b[2J"


def run(arguments: list[str]) -> int:
    """Show the hub until Ctrl-C, or once if the output is not a terminal."""
    parser = Parser(prog="tabwire top", description="Show browsers, sessions and running calls, live.")
    parser.add_argument("--once", action="store_true", help="show it once and exit")
    once = parser.parse_args(arguments).once or not sys.stdout.isatty()
    try:
        return _show(once=once)
    except HubUnavailable as error:
        show_error(error.to_error())
        return NO_HUB
    except TabwireError as error:
        return show_error(error)


def _show(*, once: bool) -> int:
    conversation = open_conversation(Places())
    if conversation is None:
        print("No hub is running. Any command starts it, or run `tabwire hub start`.")
        return FAILED
    try:
        while True:
            facts: Any = conversation.call("activity", {}).result
            text = "\n".join(plain(line) for line in page(facts))
            print(text if once else f"{HOME_AND_CLEAR}{text}", flush=True)
            if once:
                return OK
            select.select([], [], [], EVERY_S)
    finally:
        conversation.close()


def page(facts: dict[str, Any]) -> list[str]:
    """Return the lines of the overview."""
    running = [call for call in facts["running"] if call["command"] != "activity"]
    return [
        f"tabwire {facts['version']}  up {span(facts['uptime_s'])}  {facts['memory_mb']:.0f} MB  "
        f"{facts['open_files']} files  {facts['calls_done']} calls, {facts['calls_failed']} failed",
        "",
        *table(
            ("BROWSER", "KIND", "STATE", "TABS", "PID"),
            [
                (row["browser"], row["kind"], row["state"], row["tabs"], row["pid"])
                for row in facts["browsers"]
            ],
        ),
        "",
        *table(
            ("SESSION", "CLIENT", "BROWSER", "TABS", "IDLE", "CONNECTED"),
            [
                (
                    row["session"],
                    row["client"] or row["caller"],
                    row["browser"],
                    row["tabs"],
                    span(row["idle_s"]),
                    "yes" if row["is_connected"] else "no",
                )
                for row in facts["sessions"]
            ],
        ),
        "",
        *table(
            ("CALL", "COMMAND", "SESSION", "TAB", "SECONDS"),
            [(row["call"], row["command"], row["session"], row["tab"], row["seconds"]) for row in running],
        ),
        "",
        *table(
            ("ERROR AT", "COMMAND", "SESSION", "CODE"),
            [
                (row["at"], row["command"], row["session"], row["code"])
                for row in facts["errors"][-RECENT_ERRORS:]
            ],
        ),
    ]
