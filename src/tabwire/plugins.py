"""Plug-ins: installed packages whose entry point in the group `tabwire` is a module of @command functions.

A plug-in is trusted code: it runs inside the hub. Only those that the user names in `hub.plugins` are loaded.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import entry_points
from types import ModuleType

from tabwire.errors import InvalidParams

GROUP = "tabwire"


def load(names: Sequence[str]) -> list[ModuleType]:
    """Import the named plug-ins; name the installed ones when one is missing."""
    installed = {point.name: point for point in entry_points(group=GROUP)} if names else {}
    modules = []
    for name in names:
        if name not in installed:
            raise InvalidParams(
                f'The plug-in "{name}" (setting hub.plugins) is not installed.',
                next_step=f"Installed: {', '.join(sorted(installed)) or 'none'}.",
            )
        modules.append(_module(name, installed[name].load()))
    return modules


def _module(name: str, loaded: object) -> ModuleType:
    if not isinstance(loaded, ModuleType):
        raise InvalidParams(f'The entry point of plug-in "{name}" is no module.', next_step="Ask its author.")
    return loaded
