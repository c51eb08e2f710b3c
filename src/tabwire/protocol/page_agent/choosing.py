"""Choosing from lists and checking boxes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from tabwire.protocol.page_agent.aiming import Aimed
from tabwire.protocol.page_agent.elements import ElementLook
from tabwire.protocol.page_agent.obstacles import ChoiceRefusal


@dataclass(frozen=True, slots=True)
class Chosen:
    """What became of a choice: the `labels` that are chosen now in a native list, or why it was `refused`.

    Otherwise nothing was done yet: the choice is a `radio` button, or to be made in the list that was
    `meant`; without either, in a list that the page built itself.
    """

    labels: list[str] | None = None
    refused: ChoiceRefusal | None = None
    meant: ElementLook | None = None
    radio: ElementLook | None = None


@dataclass(frozen=True, slots=True)
class ListState:
    """`is_in_dialog`: Escape may close more than the list. `takes_keys`: only keys open it."""

    is_open: bool
    is_in_dialog: bool
    takes_keys: bool


@dataclass(frozen=True, slots=True)
class FoundChoice:
    """A choice of a list that the page built.

    `is_field`: one can search by typing into the list itself. `search` is the field that fills an empty list.
    """

    found: ElementLook | None
    is_selected: bool
    is_field: bool
    has_closed: bool
    search: ElementLook | None
    labels: list[str]


@dataclass(frozen=True, slots=True)
class CheckState:
    """Whether something is checked; `aim` at it, if it is to be pressed and that can be done now."""

    is_checkable: bool
    is_checked: bool
    is_radio: bool
    is_native: bool
    aim: Aimed | None = None


class Choosing(Protocol):
    """Choosing."""

    async def choose(self, ref: str, *, values: list[str]) -> Chosen:
        """Choose in a native list, by label or value; of other lists tell what they are."""

    async def is_native_option(self, ref: str) -> bool:
        """Tell whether an element is an option of a native list."""

    async def choose_option(self, ref: str, *, adding: bool) -> bool:
        """Choose one option of a native list; tell whether it is chosen now.

        `adding` keeps what else is chosen, and takes out an option that is.
        """

    async def before_choosing(self, ref: str) -> bool:
        """Note which choices are shown before a list is opened; tell whether it is open already."""

    async def list_state(self, ref: str) -> ListState:
        """Tell whether a list is open."""

    async def find_choice(self, ref: str, *, value: str) -> FoundChoice:
        """Find a choice in a list that the page built."""

    async def check_state(self, ref: str) -> CheckState:
        """Tell whether something is checked."""

    async def aim_to_check(self, ref: str, *, wanted: bool) -> CheckState:
        """Tell whether something is checked; where that is not as `wanted`, aim at it as well."""
