"""`tabwire hub`: start, stop and inspect the hub."""

from __future__ import annotations

import os
import select
import sys
import time

from tabwire import __version__
from tabwire.hub_socket.connect import HubUnavailable, connect, find_hub, greeting_for
from tabwire.hub_socket.greeting import STATUS_SURFACE, STOP_SURFACE, Greeting
from tabwire.hub_socket.lock import take_lock
from tabwire.places import Places
from tabwire.surfaces.cli.calling import NO_HUB, OK
from tabwire.surfaces.cli.printing import FAILED, plain, show_error
from tabwire.surfaces.cli.programs import Parser

STOP_DEADLINE_S = 15.0
LOOK_AGAIN_S = 0.05
FOLLOW_EVERY_S = 0.3


def run(arguments: list[str]) -> int:
    """Run `tabwire hub`."""
    parser = Parser(prog="tabwire hub", description="Start, stop or inspect the hub.")
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    actions.add_parser("start", help="start the hub unless it is running, and print its address")
    actions.add_parser(
        "stop", help="give commands a few seconds to finish, then end the hub and its browsers"
    )
    actions.add_parser("status", help="show whether a hub is running, its version, address and clients")
    logs = actions.add_parser("logs", help="print the end of the log")
    logs.add_argument("-f", "--follow", action="store_true", help="keep printing new lines")
    logs.add_argument("-n", "--lines", type=int, default=50, help="number of lines (default: 50)")
    actions.add_parser("run", help="run the hub in this terminal until Ctrl-C")
    options = parser.parse_args(arguments)
    places = Places()
    try:
        if options.action == "logs":
            return _logs(places, options.lines, follow=options.follow)
        return {"start": _start, "stop": stop_hub, "status": _status}[options.action](places)
    except HubUnavailable as error:
        show_error(error.to_error())
        return NO_HUB


def _start(places: Places) -> int:
    link = connect(places, greeting_for(STATUS_SURFACE))
    link.socket.close()
    print(_described(link.answer))
    return OK


def _status(places: Places) -> int:
    link = find_hub(places, greeting_for(STATUS_SURFACE))
    if link is None:
        print("No hub is running. Any command starts it, or run `tabwire hub start`.")
        return FAILED
    link.socket.close()
    print(_described(link.answer))
    print(f"{link.answer.get('clients')} clients, {link.answer.get('running')} running commands")
    return OK


def stop_hub(places: Places) -> int:
    """Ask the hub to end, and wait until it and everything it started are gone."""
    link = find_hub(places, greeting_for(STOP_SURFACE))
    if link is None:
        print("No hub is running.")
        return OK
    link.socket.close()
    ends_at = time.monotonic() + STOP_DEADLINE_S
    while time.monotonic() < ends_at:
        # The hub holds the lock until everything it started has ended.
        lock = take_lock(places.lock)
        if lock is not None:
            lock.release()
            print("The hub has stopped.")
            return OK
        time.sleep(LOOK_AGAIN_S)
    pid = link.answer.get("pid")
    print(f"The hub (process {pid}) did not stop within {STOP_DEADLINE_S:g} s.", file=sys.stderr)
    print(f"See `tabwire hub logs`, or end it with `kill -9 {pid}`.", file=sys.stderr)
    return FAILED


def _described(answer: Greeting) -> str:
    lines = [f"tabwire hub {answer.build} on {answer.get('http')}, process {answer.get('pid')}"]
    lines.append(f"running since {answer.get('started')}")
    if answer.build != __version__:
        lines.append(f"This command line is tabwire {__version__}.")
    lines += [f"Note: {note}" for note in answer.get("notes").splitlines()]
    return "\n".join(lines)


def _logs(places: Places, count: int, *, follow: bool) -> int:
    try:
        log = open(places.log, encoding="utf-8", errors="replace")  # noqa: SIM115  (followed below)
    except FileNotFoundError:
        print(f"There is no log yet: {places.log}", file=sys.stderr)
        return FAILED
    with log:
        for line in log.readlines()[-count:]:
            print(plain(line.rstrip("\n")))
        while follow:
            line = log.readline()
            if line:
                print(plain(line.rstrip("\n")), flush=True)
            elif os.stat(places.log).st_ino != os.fstat(log.fileno()).st_ino:
                return _logs(places, count, follow=True)
            else:
                select.select([], [], [], FOLLOW_EVERY_S)
    return OK
