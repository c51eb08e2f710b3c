"""Manifests of native messaging hosts: where browsers look for them, and what is wrong with ours."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass

from tabwire.protocol.relay import EXTENSION_ORIGIN, NATIVE_HOST

FILE_NAME = f"{NATIVE_HOST}.json"

# browser: user-data folder, system-wide folder
LINUX = {
    "chrome": (".config/google-chrome", "/etc/opt/chrome/native-messaging-hosts"),
    "chromium": (".config/chromium", "/etc/chromium/native-messaging-hosts"),
    "edge": (".config/microsoft-edge", "/etc/opt/edge/native-messaging-hosts"),
    "brave": (".config/BraveSoftware/Brave-Browser", "/etc/opt/chrome/native-messaging-hosts"),
}
_MAC_USER = "Library/Application Support"
MAC = {
    "chrome": (f"{_MAC_USER}/Google/Chrome", "/Library/Google/Chrome/NativeMessagingHosts"),
    "chromium": (f"{_MAC_USER}/Chromium", "/Library/Application Support/Chromium/NativeMessagingHosts"),
    "edge": (f"{_MAC_USER}/Microsoft Edge", "/Library/Microsoft/Edge/NativeMessagingHosts"),
    "brave": (
        f"{_MAC_USER}/BraveSoftware/Brave-Browser",
        "/Library/Google/Chrome/NativeMessagingHosts",
    ),
}
# Windows has no folders for this: a registry key names the file.
WINDOWS_KEYS = {
    "chrome": r"Software\Google\Chrome\NativeMessagingHosts",
    "chromium": r"Software\Chromium\NativeMessagingHosts",
    "edge": r"Software\Microsoft\Edge\NativeMessagingHosts",
    "brave": r"Software\BraveSoftware\Brave-Browser\NativeMessagingHosts",
}


@dataclass(frozen=True)
class Place:
    """One place where a browser looks. `path` is the manifest; `key` is the registry key on Windows."""

    browser: str
    path: str
    key: str = ""

    def problem(self) -> str:
        """Describe what keeps the host from starting; empty if nothing does."""
        registered = _registered(self.key) if self.key else self.path
        if not registered or not os.path.exists(registered):
            return "not installed"
        return manifest_problem(registered)


def user_places(home: str, environ: Mapping[str, str], platform: str = sys.platform) -> list[Place]:
    """List the places of this user's browsers; one that was never started has none."""
    if platform == "win32":
        folder = os.path.join(environ.get("LOCALAPPDATA", home), "tabwire")
        return [
            Place(browser, os.path.join(folder, FILE_NAME), rf"{key}\{NATIVE_HOST}")
            for browser, key in WINDOWS_KEYS.items()
        ]
    return [place_in(browser, folder) for browser, folder in user_data_folders(home, platform).items()]


def user_data_folders(home: str, platform: str = sys.platform) -> dict[str, str]:
    """Return where this user's browsers keep their profiles."""
    known = MAC if platform == "darwin" else LINUX
    found = {browser: os.path.join(home, folder) for browser, (folder, _) in known.items()}
    return {browser: folder for browser, folder in found.items() if os.path.isdir(folder)}


def place_in(browser: str, user_data_dir: str) -> Place:
    """Return the place for one user-data folder."""
    folder = os.path.join(os.path.abspath(user_data_dir), "NativeMessagingHosts")
    return Place(browser, os.path.join(folder, FILE_NAME))


def system_places(platform: str = sys.platform) -> list[Place]:
    """List the system-wide places, each once."""
    known = MAC if platform == "darwin" else LINUX
    folders = {folder: browser for browser, (_, folder) in reversed(known.items())}
    return [Place(browser, os.path.join(folder, FILE_NAME)) for folder, browser in folders.items()]


def manifest(launcher: str) -> str:
    """Return the manifest that lets only our extension start the launcher."""
    facts = {
        "name": NATIVE_HOST,
        "description": "Connects the tabwire extension to the tabwire hub.",
        "path": launcher,
        "type": "stdio",
        "allowed_origins": [f"{EXTENSION_ORIGIN}/"],
    }
    return json.dumps(facts, indent=2) + "\n"


def manifest_problem(path: str) -> str:
    """Describe what is wrong with a manifest; Chrome only says “not found”."""
    try:
        with open(path, encoding="utf-8") as text:
            facts = json.load(text)
        launcher, origins = str(facts["path"]), list(facts["allowed_origins"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        return f"the manifest cannot be read: {error}"
    if f"{EXTENSION_ORIGIN}/" not in origins:
        return f"it is for another extension ({', '.join(map(str, origins))})"
    if not os.path.isabs(launcher):
        return f"its path is not absolute: {launcher}"
    if not os.path.exists(launcher):
        return f"its program does not exist: {launcher}"
    if not os.access(launcher, os.X_OK):
        return f"its program is not executable: {launcher}"
    return ""


def install(place: Place, launcher: str) -> None:
    """Write the manifest, and on Windows the key that names it."""
    os.makedirs(os.path.dirname(place.path), exist_ok=True)
    with open(place.path, "w", encoding="utf-8") as file:
        file.write(manifest(launcher))
    if place.key:
        _register(place.key, place.path)


def uninstall(place: Place) -> bool:
    """Remove the manifest; return whether there was one."""
    if place.key:
        _unregister(place.key)
    try:
        os.unlink(place.path)
    except FileNotFoundError:
        return False
    return True


def launcher_script(python: str, tabwire_home: str, platform: str = sys.platform) -> str:
    """Return a script that starts the host with this Python in any environment."""
    if platform == "win32":
        home = f"@set TABWIRE_HOME={tabwire_home}\r\n" if tabwire_home else ""
        return f'{home}@"{python}" -P -m tabwire native-host %*\r\n'
    home = f"export TABWIRE_HOME={_quoted(tabwire_home)}\n" if tabwire_home else ""
    return f'#!/bin/sh\n{home}exec {_quoted(python)} -P -m tabwire native-host "$@"\n'


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def _registered(key: str) -> str:
    """Return the path of the manifest in the registry, or an empty string."""
    if sys.platform == "win32":
        import winreg

        try:
            return str(winreg.QueryValue(winreg.HKEY_CURRENT_USER, key))
        except OSError:
            return ""
    return ""


def _register(key: str, path: str) -> None:
    if sys.platform == "win32":
        import winreg

        winreg.SetValue(winreg.HKEY_CURRENT_USER, key, winreg.REG_SZ, path)


def _unregister(key: str) -> None:
    if sys.platform == "win32":
        import contextlib
        import winreg

        with contextlib.suppress(OSError):
            winreg.DeleteKey(winreg.HKEY_CURRENT_USER, key)
