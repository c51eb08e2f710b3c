"""Waiting for the page to change, and looking whether it shows something."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class ChangeCount:
    """How often the page changed since it is being watched."""

    count: int


@dataclass(frozen=True, slots=True)
class TextShown:
    """Whether a text can be read on the page."""

    is_shown: bool


@dataclass(frozen=True, slots=True)
class ElementState:
    """What may be waited for of an element."""

    is_there: bool = False
    is_visible: bool = False
    is_enabled: bool = False
    is_checked: bool = False


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The beginning of what the page shows."""

    text: str


class Waiting(Protocol):
    """Waiting for a frame."""

    async def change_count(self) -> ChangeCount:
        """Count changes from now on."""

    async def change_after(self, *, count: int, limit_ms: float) -> ChangeCount:
        """Wait until the page has changed since `count`, and has drawn that."""

    async def has_text(self, *, text: str) -> TextShown:
        """Look for a text that a person can read."""

    async def element_state(self, ref: str) -> ElementState:
        """Tell the state of an element."""

    async def excerpt(self) -> Excerpt:
        """Return the beginning of what the page shows."""
