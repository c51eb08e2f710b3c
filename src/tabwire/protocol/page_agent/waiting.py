"""Waiting for the page to change, and checking what it shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class ChangeCount:
    """How often the page changed since watching started."""

    count: int


@dataclass(frozen=True, slots=True)
class TextShown:
    """Whether a text is visible on the page."""

    is_shown: bool


@dataclass(frozen=True, slots=True)
class ElementState:
    """The states of an element that can be waited for."""

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
        """Wait until the page has changed since `count` and has drawn the change."""

    async def has_text(self, *, text: str) -> TextShown:
        """Return whether a text is visible to a person."""

    async def element_state(self, ref: str) -> ElementState:
        """Return the state of an element."""

    async def excerpt(self) -> Excerpt:
        """Return the beginning of what the page shows."""
