"""What can be done, one file per topic in the user's words. A new file here is all a new command needs."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType


def topics() -> list[ModuleType]:
    """Return the modules of all built-in commands, in the order of their names."""
    return [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]
