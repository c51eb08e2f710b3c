"""`tabwire extension`: find and load the browser extension."""

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
1. Open chrome://extensions in your browser (in Edge: edge://extensions).
2. Turn “Developer mode” on and leave it on; otherwise the browser disables the extension.
3. Choose “Load unpacked” and select this folder:
     {folder}
"""


def run(arguments: list[str]) -> int:
    """Run `tabwire extension`."""
    parser = Parser(prog="tabwire extension", description="Find and load the browser extension.")
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    actions.add_parser("path", help="print the extension's folder")
    actions.add_parser("open", help="open the browser's extensions page and print the steps")
    action = parser.parse_args(arguments).action
    return {"path": _path, "open": open_page}[action]()


def extension_folder() -> str:
    """Return the folder to load."""
    return str(folder().parent)


def _path() -> int:
    print(extension_folder())
    return 0


def open_page() -> int:
    """Print the steps, and open the browser's extensions page if there is a display."""
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
