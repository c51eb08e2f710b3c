"""`tabwire extension`: where the extension lies, and how to load it."""

from __future__ import annotations

import os
import subprocess
import sys

from tabwire.browsers.executables import find_executable
from tabwire.engines.page_agent import folder
from tabwire.errors import TabwireError
from tabwire.surfaces.cli.printing import FAILED
from tabwire.surfaces.cli.programs import Parser

STEPS = """\
1. In your browser open  chrome://extensions  (in Edge: edge://extensions).
2. Turn “Developer mode” on, and leave it on: without it the browser turns the extension off again.
3. Choose “Load unpacked” and this folder:
     {folder}
"""


def run(arguments: list[str]) -> int:
    """Do what `tabwire extension …` asks for."""
    parser = Parser(prog="tabwire extension", description="Find and load the browser extension.")
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    actions.add_parser("path", help="print the extension's folder")
    actions.add_parser("open", help="open the browser's page for extensions, and say what to do there")
    action = parser.parse_args(arguments).action
    return {"path": _path, "open": open_page}[action]()


def extension_folder() -> str:
    """Return the folder to load."""
    return str(folder().parent)


def _path() -> int:
    print(extension_folder())
    return 0


def open_page() -> int:
    """Open the browser's page for extensions where there is a display; print the steps in any case."""
    print(STEPS.format(folder=extension_folder()))
    if sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return 0
    try:
        subprocess.Popen(
            [find_executable(), "chrome://extensions"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except (OSError, TabwireError) as error:
        print(f"The browser could not be opened: {error}", file=sys.stderr)
        return FAILED
    return 0
