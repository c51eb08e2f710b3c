"""The rules: each looks at one thing and returns the reason to refuse, if there is one."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import urlsplit

from tabwire.callers import Caller
from tabwire.policy.decision import Request
from tabwire.policy.reasons import (
    HiddenCommand,
    MissingGrant,
    NotARegularFile,
    OutsideUploadFolders,
    ReadOnlyBrowser,
    Reason,
    SchemeNotAllowed,
)
from tabwire.registry import Command, Effect

OPEN_SCHEMES = frozenset({"http", "https"})
OPEN_PAGES = frozenset({"about:blank"})


def check_command(caller: Caller, command: Command) -> Reason | None:
    """Refuse a command that the caller was not given."""
    is_listed = not caller.commands or command.name in caller.commands
    grant = command.declaration.grant
    if is_listed and grant and not caller.grants & {grant, "*"}:
        return MissingGrant(command.name, grant)
    return None if is_listed and command.effect in caller.effects else HiddenCommand(command.name)


def check_level(request: Request) -> Reason | None:
    """Refuse to act in a browser whose user lets agents only read."""
    browser = request.browser
    if browser is None or not browser.is_read_only or request.command.effect is Effect.READ:
        return None
    return ReadOnlyBrowser(browser.name)


class AddressRule:
    """Refuse addresses that reach beyond the web: files, browser pages, scripts."""

    def __init__(self, allow_schemes: Iterable[str]) -> None:
        self._schemes = OPEN_SCHEMES | {scheme.rstrip(":").lower() for scheme in allow_schemes}

    def check(self, address: str | None) -> Reason | None:
        """Look at the scheme of one address."""
        if not address or address in OPEN_PAGES:
            return None
        scheme = urlsplit(address.strip()).scheme.lower()
        return None if scheme in self._schemes else SchemeNotAllowed(address, scheme, self._schemes)


class FileRule:
    """Refuse files outside the folders that the user named, links out of them included."""

    def __init__(self, upload_folders: Iterable[str]) -> None:
        self._folders = tuple(upload_folders)

    def check(self, path: Path) -> Reason | None:
        """Look at one file."""
        folders = tuple(Path(os.path.expanduser(folder)).resolve() for folder in self._folders)
        real = path.expanduser().resolve()
        if not any(real.is_relative_to(folder) for folder in folders):
            return OutsideUploadFolders(path, folders)
        return None if real.is_file() else NotARegularFile(path)
