"""Typing into fields, and reading them back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from tabwire.protocol.page_agent.elements import ElementLook
from tabwire.protocol.page_agent.obstacles import ValueRefusal


@dataclass(frozen=True, slots=True)
class FocusedField:
    """A field that is ready to be typed into.

    `is_for_keys`: it only catches keys. `is_for_editor`: it only hands text on to the editor around it.
    `is_taken`: it holds the text that was just typed.
    """

    ref: str
    kind: Literal["text", "value", "editor", "select", "none"]
    is_focused: bool
    is_empty: bool
    suggests: bool
    is_for_keys: bool
    is_for_editor: bool
    is_taken: bool = False


@dataclass(frozen=True, slots=True)
class PreparedTyping:
    """The field; or, when only words were named, the element that they stand for."""

    field: FocusedField | None = None
    named: ElementLook | None = None


@dataclass(frozen=True, slots=True)
class FieldText:
    """A field and its text."""

    ref: str
    text: str


@dataclass(frozen=True, slots=True)
class ReadBack:
    """Fields to read, with what each should hold; at most `max_chars` of what they do hold are told."""

    texts: list[FieldText]
    max_chars: int


@dataclass(frozen=True, slots=True)
class FieldReading:
    """What a field holds; None when that is secret."""

    is_there: bool
    holds: str | None
    is_same: bool
    is_empty: bool
    is_secret: bool


class Typing(Protocol):
    """Typing."""

    async def prepare_typing(self, ref: str, *, append: bool, limit_ms: float, key: str) -> PreparedTyping:
        """Focus a field with its text selected, or the caret at its end.

        `key` is released when the text that it ends is in the field.
        """

    async def type_texts(self, texts: list[FieldText]) -> list[FocusedField]:
        """Type into plain fields, one after the other; return those that it worked for."""

    async def read_back(self, reads: ReadBack) -> list[FieldReading]:
        """Read fields."""

    async def set_value(self, ref: str, *, text: str) -> ValueRefusal | None:
        """Set the value of a field that takes no keys, as its own picker would; say if it refuses."""
