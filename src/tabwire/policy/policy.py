"""The one choke point: every command from every surface passes `Policy.authorize` before it runs."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import urlsplit

from tabwire.callers import Caller
from tabwire.errors import Forbidden, UnknownCommand
from tabwire.policy.rates import RateLimit
from tabwire.registry import Arguments, Command
from tabwire.settings import PolicySettings

OPEN_SCHEMES = frozenset({"http", "https"})
OPEN_PAGES = frozenset({"about:blank"})


class Policy:
    """Decide what a caller may see and do; hold no state but the rate of requests."""

    def __init__(self, settings: PolicySettings) -> None:
        self._settings = settings
        self._schemes = OPEN_SCHEMES | {scheme.rstrip(":").lower() for scheme in settings.allow_schemes}
        self._rate = RateLimit(settings.rate_limit, settings.rate_window_s)

    def may_see(self, caller: Caller, command: Command) -> bool:
        """Tell whether the command exists for this caller at all."""
        return (
            command.effect in caller.effects
            and (not caller.commands or command.name in caller.commands)
            and self._has_grant(caller, command)
        )

    def check_command(self, caller: Caller, command: Command) -> None:
        """Refuse a command that the caller was not given; a hidden one looks like an unknown one."""
        if self.may_see(caller, command):
            return
        if not self._has_grant(caller, command) and (not caller.commands or command.name in caller.commands):
            raise Forbidden(
                f"{command.name} needs the grant “{command.declaration.grant}”, which this key lacks.",
                next_step=f"The user can create a key with it: tabwire keys create NAME "
                f"--grant {command.declaration.grant}",
            )
        raise UnknownCommand(f'There is no command "{command.name}".')

    def authorize(self, caller: Caller, command: Command, arguments: Arguments) -> None:
        """Refuse the request unless the caller may use these addresses and files, and not too often."""
        if not caller.is_local:
            self._rate.spend(caller.name)
        for name in command.declaration.opens:
            self.check_address(getattr(arguments, name))
        for name in command.declaration.reads_files:
            self._check_files(getattr(arguments, name))

    def check_address(self, address: str | None) -> None:
        """Refuse addresses that reach beyond the web: files, browser pages, scripts."""
        if not address or address in OPEN_PAGES:
            return
        scheme = urlsplit(address.strip()).scheme.lower()
        if scheme in self._schemes:
            return
        allowed = ", ".join(f"{name}:" for name in sorted(self._schemes))
        raise Forbidden(
            f'Opening "{scheme}:" addresses is not allowed ({address[:200]}).',
            next_step=f"Allowed: {allowed} and about:blank. The user can add a scheme to "
            "policy.allow_schemes in config.toml.",
            scheme=scheme,
        )

    def _has_grant(self, caller: Caller, command: Command) -> bool:
        grant = command.declaration.grant
        return not grant or grant in caller.grants or "*" in caller.grants

    def _check_files(self, paths: Iterable[Path]) -> None:
        roots = [Path(os.path.expanduser(root)).resolve() for root in self._settings.upload_folders]
        for path in paths:
            real = path.expanduser().resolve()
            if not any(real.is_relative_to(root) for root in roots):
                raise Forbidden(
                    f"{path} is outside the folders that files may be uploaded from.",
                    next_step=f"Allowed: {', '.join(map(str, roots)) or 'none'}. The user can add a folder "
                    "to policy.upload_folders in config.toml.",
                )
            if not real.is_file():
                raise Forbidden(f"{path} is not a regular file.", next_step="Check the path.")
