"""Plug-ins: installed packages whose entry point in the group `tabwire` is a module of @command functions.

A plug-in is trusted code: it runs inside the hub. Only those that the user names in `hub.plugins` are loaded,
and one whose commands fail again and again is switched off.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import wraps
from importlib.metadata import EntryPoint, entry_points
from types import ModuleType
from typing import Any

from tabwire.errors import Internal, InvalidParams, TabwireError
from tabwire.registry import Command, Registry
from tabwire.results.result import Result

log = logging.getLogger("tabwire.plugins")

GROUP = "tabwire"
FAILURES_MAX = 3
# A command that is cut off this late in its time did not answer; one cut off earlier was cancelled.
HUNG_AFTER = 0.9


def install(registry: Registry, names: Sequence[str]) -> None:
    """Add the commands of the named plug-ins; name the installed ones when one is missing."""
    installed = {point.name: point for point in entry_points(group=GROUP)} if names else {}
    for name in names:
        if name not in installed:
            raise InvalidParams(
                f'The plug-in "{name}" (setting hub.plugins) is not installed.',
                next_step=f"Installed: {', '.join(sorted(installed)) or 'none'}.",
            )
        fuse = Fuse(name)
        for command in Registry([_load(installed[name])]):
            registry.add(fuse.guard(command))


def _load(point: EntryPoint) -> ModuleType:
    try:
        loaded = point.load()
    except Exception as error:
        raise InvalidParams(
            f'The plug-in "{point.name}" cannot be loaded: {type(error).__name__}: {error}.',
            next_step="Take it out of the setting hub.plugins, or ask its author.",
        ) from error
    if not isinstance(loaded, ModuleType):
        raise InvalidParams(
            f'The entry point of plug-in "{point.name}" is no module.', next_step="Ask its author."
        )
    return loaded


class Fuse:
    """Switch a plug-in off once its commands broke or hung too often without a success in between."""

    def __init__(self, plugin: str) -> None:
        self._plugin = plugin
        self._failures = 0
        self._reason = ""

    def guard(self, command: Command) -> Command:
        """Return the command with the fuse before it."""

        @wraps(command.run)
        async def run(scope: object, **arguments: Any) -> Result:
            self._check()
            began = time.monotonic()
            try:
                result = await command.run(scope, **arguments)
            except TabwireError:
                # It says itself what went wrong: that is no defect.
                raise
            except asyncio.CancelledError:
                if time.monotonic() - began >= HUNG_AFTER * command.declaration.deadline_s:
                    self._note(f"{command.name} did not answer")
                raise
            except Exception as error:
                self._note(f"{command.name}: {type(error).__name__}: {error}")
                raise
            self._failures = 0
            return result

        return replace(command, run=run)

    def _check(self) -> None:
        if self._failures >= FAILURES_MAX:
            raise Internal(
                f'The plug-in "{self._plugin}" is switched off: it failed {self._failures} times in a row, '
                f"at last with {self._reason}.",
                next_step="Tell its author; `tabwire hub stop` gives it another chance.",
            )

    def _note(self, reason: str) -> None:
        self._failures += 1
        self._reason = reason[:200]
        if self._failures == FAILURES_MAX:
            log.warning(
                "a plug-in is switched off", extra={"facts": {"plugin": self._plugin, "reason": reason}}
            )
