"""Find an installed Chrome, Chromium, Edge or Brave."""

from __future__ import annotations

import os
import shutil
import sys

from tabwire.errors import NoBrowser

ON_PATH = (
    "google-chrome-stable",
    "google-chrome",
    "chromium",
    "chromium-browser",
    "microsoft-edge-stable",
    "microsoft-edge",
    "brave-browser",
)
MAC_APPLICATIONS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "/Applications/Brave Browser.app/Contents/MacOS/Brave Browser",
)
HOW_TO_INSTALL = {
    "linux": "Install one: `apt install chromium` (Debian, Ubuntu), `dnf install chromium` (Fedora), "
    "`pacman -S chromium` (Arch)",
    "darwin": "Install one: `brew install --cask google-chrome`",
}


def find_executable(named: str = "") -> str:
    """Return the path of the browser to start: the named one, or the first one installed."""
    if named:
        found = shutil.which(os.path.expanduser(named))
        if found is None:
            raise NoBrowser(
                f"{named} does not exist (setting browser.executable).",
                next_step="Fix browser.executable in config.toml, or leave it empty.",
            )
        return found
    for name in ON_PATH:
        if found := shutil.which(name):
            return found
    for path in MAC_APPLICATIONS:
        if sys.platform == "darwin" and os.access(path, os.X_OK):
            return path
    raise NoBrowser(
        "No browser is installed (Chrome, Chromium, Edge or Brave). Chrome extension not connected.",
        next_step=f"{HOW_TO_INSTALL.get(sys.platform, 'Install Chrome')}, or set browser.executable in "
        "config.toml.",
    )
