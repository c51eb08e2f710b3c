"""`tabwire setup`: connect the user's own browser, step by step."""

from __future__ import annotations

import os
import sys
import time

from tabwire.browsers.native_manifests import user_places
from tabwire.errors import TabwireError
from tabwire.hub_socket.connect import HubUnavailable, connect, greeting_for
from tabwire.hub_socket.conversation import Conversation
from tabwire.hub_socket.greeting import COMMAND_SURFACE
from tabwire.places import Places
from tabwire.surfaces.cli.calling import NO_HUB
from tabwire.surfaces.cli.extension import open_page
from tabwire.surfaces.cli.native import install_all
from tabwire.surfaces.cli.printing import FAILED, show_error
from tabwire.surfaces.cli.programs import Parser
from tabwire.surfaces.cli.running_hub import CLIENT

LOOK_EVERY_S = 0.5
# With native messaging, a browser joins within seconds of loading the extension.
JOINS_WITHIN_S = 6.0


def run(arguments: list[str]) -> int:
    """Load the extension, pair it, name the browser, and check that it works."""
    parser = Parser(prog="tabwire setup", description="Connect your own browser, step by step.")
    parser.add_argument("--name", help="name for this browser")
    parser.add_argument(
        "--wait", type=float, default=600, metavar="S", help="how long to wait for the browser"
    )
    options = parser.parse_args(arguments)
    try:
        link = connect(Places(), greeting_for(COMMAND_SURFACE, client=CLIENT))
    except HubUnavailable as error:
        show_error(error.to_error())
        return NO_HUB
    conversation = Conversation(link)
    try:
        return Setup(conversation, options.wait).run(options.name or "")
    except TabwireError as error:
        return show_error(error)
    except KeyboardInterrupt:
        print("\nStopped. Run `tabwire setup` again to continue.")
        return 130
    finally:
        conversation.close()


class Setup:
    """The steps of the setup, in order."""

    def __init__(self, hub: Conversation, wait_s: float) -> None:
        self._hub = hub
        self._ends_at = time.monotonic() + wait_s

    def run(self, name: str) -> int:
        """Run the steps; return the exit code."""
        before = self._connected()
        if before:
            print(f"Already connected: {', '.join(before)}.")
        else:
            open_page()
            self._offer_native()
            if not self._pair():
                print("No browser has connected. Run `tabwire doctor` to find out why.", file=sys.stderr)
                return FAILED
        browser = self._connected()[0]
        if name and name != browser:
            self._hub.call("name_browser", {"browser": browser, "name": name})
            browser = name
        self._hub.call("use_browser", {"browser": browser})
        tabs = self._hub.call("tabs", {}).result["tabs"]
        print(f"“{browser}” is ready, with {len(tabs) if isinstance(tabs, list) else 0} open tabs.")
        return 0

    def _offer_native(self) -> None:
        missing = [p for p in user_places(os.path.expanduser("~"), os.environ) if p.problem()]
        if missing and sys.stdin.isatty():
            print("With native messaging, the browser starts the hub and pairs with it automatically.")
            install_all(missing, ask=True)

    def _pair(self) -> bool:
        """Wait for a browser to join; show a new code when the last one expires."""
        print("Waiting for the extension…")
        if self._joins_within(JOINS_WITHIN_S):
            return True
        while time.monotonic() < self._ends_at:
            offer = self._hub.call("pair_browser", {}).result
            print(f"Open the extension's popup and enter this code:  {offer['code']}")
            if self._joins_within(float(str(offer["expires_in_s"]))):
                return True
        return False

    def _joins_within(self, seconds: float) -> bool:
        ends_at = min(time.monotonic() + seconds, self._ends_at)
        while time.monotonic() < ends_at:
            if self._connected():
                return True
            time.sleep(LOOK_EVERY_S)
        return False

    def _connected(self) -> list[str]:
        rows = self._hub.call("browsers", {}).result["browsers"]
        found = [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
        return [
            str(row["browser"]) for row in found if row["kind"] == "extension" and row["state"] == "connected"
        ]
