"""Find the elements that a target means."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from tabwire.protocol.page_agent.reading import Summary


@dataclass(frozen=True, slots=True)
class Resolved:
    """What a target means in one frame.

    `is_sure`: exactly one element matches fully. `is_exact`: no element matches only in part. `rerendered`:
    the element replaced the one that the ref named before. `answer` is the answer to `question`.
    """

    matches: list[Summary]
    total: int
    closest: list[Summary]
    next: int
    is_sure: bool = True
    is_exact: bool = True
    rerendered: bool = False
    answer: Any = None


@dataclass(frozen=True, slots=True)
class Look:
    """The role and name of an element of an earlier document."""

    role: str
    name: str


@dataclass(frozen=True, slots=True)
class Closest:
    """Elements that resemble another."""

    closest: list[Summary]
    next: int


class Targets(Protocol):
    """Finding elements."""

    async def resolve(self, *, target: str | dict[str, str], first: int) -> Resolved:
        """Find what a target means."""

    async def resolve_and(self, *, ref: str, first: int, question: str, given: dict[str, Any]) -> Resolved:
        """Find the element of a ref, and answer a question about it if that takes no waiting."""

    async def nearest(self, *, like: Look, first: int) -> Closest:
        """List the elements that resemble one of an earlier document."""
