"""Why something cannot be done to an element, as data; the hub makes sentences of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from tabwire.protocol.page_agent.elements import ElementLook


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Why an element cannot be acted on now.

    `by` is what covers it (`covered`) or gets the clicks that it lets through (`lets_through`). Of what is
    `not_a_field`, `use` says how it is changed instead, and `meant` is the field beside it. `a_list` cannot
    be typed into, `a_radio` not be unchecked: only the hub finds these.
    """

    kind: Literal[
        "not_shown",
        "invisible",
        "no_size",
        "disabled",
        "inert",
        "covered",
        "lets_through",
        "out_of_reach",
        "out_of_view",
        "moving",
        "read_only",
        "not_a_field",
        "a_list",
        "a_radio",
    ]
    by: ElementLook | None = None
    use: Literal["field", "keys", "click"] = "field"
    meant: ElementLook | None = None


@dataclass(frozen=True, slots=True)
class ChoiceRefusal:
    """Why a list does not take a choice; of its own `choices` the first are listed, `total` counts all."""

    kind: Literal["missing", "disabled", "only_one"]
    wanted: str = ""
    choices: list[str] = field(default_factory=list)
    total: int = 0


@dataclass(frozen=True, slots=True)
class ValueRefusal:
    """A value that a field of this type does not take; its limits are empty where it has none."""

    type: str
    min: str
    max: str
