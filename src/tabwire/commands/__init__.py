"""All commands, one file per topic. To add a command, add a function to a file here, or a new file."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType


def topics() -> list[ModuleType]:
    """Return the modules of all built-in commands, in the order of their names."""
    return [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]
