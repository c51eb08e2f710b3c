"""Plug-ins: installed packages with an entry point in the group `tabwire`: a module of @command functions.

A plug-in is trusted code: it runs inside the hub. Only plug-ins listed in `hub.plugins` are loaded, and one
whose commands fail repeatedly is disabled.
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
# A command cancelled this late in its deadline hung; earlier, its caller cancelled it.
HUNG_AFTER = 0.9


def install(registry: Registry, names: Sequence[str]) -> None:
    """Add the commands of the named plug-ins; list the installed ones if one is missing."""
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
            next_step="Remove it from the setting hub.plugins, or ask its author.",
        ) from error
    if not isinstance(loaded, ModuleType):
        raise InvalidParams(
            f'The entry point of plug-in "{point.name}" is not a module.', next_step="Ask its author."
        )
    return loaded


class Fuse:
    """Disable a plug-in once its commands failed or hung several times in a row."""

    def __init__(self, plugin: str) -> None:
        self._plugin = plugin
        self._failures = 0
        self._reason = ""

    def guard(self, command: Command) -> Command:
        """Return the command, guarded by the fuse."""

        @wraps(command.run)
        async def run(scope: object, **arguments: Any) -> Result:
            self._check()
            began = time.monotonic()
            try:
                result = await command.run(scope, **arguments)
            except TabwireError:
                # An error that the command reports is not a bug.
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
                f'The plug-in "{self._plugin}" is disabled: it failed {self._failures} times in a row, '
                f"last with {self._reason}.",
                next_step="Report it to its author. `tabwire hub stop` resets it.",
            )

    def _note(self, reason: str) -> None:
        self._failures += 1
        self._reason = reason[:200]
        if self._failures == FAILURES_MAX:
            log.warning("plug-in disabled", extra={"facts": {"plugin": self._plugin, "reason": reason}})
