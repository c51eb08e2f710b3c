"""What can be done, one file per topic in the user's words."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

TOPICS = ("navigation", "tabs", "scripts", "status", "keys")


def topics() -> list[ModuleType]:
    """Return the modules of all built-in commands, in the order doors list them."""
    return [import_module(f"{__name__}.{topic}") for topic in TOPICS]
