"""What was done to a page, as data; `wording` makes sentences of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from tabwire.engines.dialogs import Dialog
from tabwire.errors import TabwireError
from tabwire.protocol.page_agent.elements import ElementLook, Point
from tabwire.reading.targets import Element

Button = Literal["left", "right", "middle"]


@dataclass(frozen=True)
class OnElement:
    """Something done to one element; `beside` is the text that was named instead of the field beside it."""

    element: Element
    beside: str = field(default="", kw_only=True)


@dataclass(frozen=True)
class Clicked(OnElement):
    """Clicked."""

    button: Button = "left"
    count: int = 1


@dataclass(frozen=True)
class ClickedAt:
    """Clicked at a point."""

    x: float
    y: float
    button: Button
    count: int


@dataclass(frozen=True)
class Hovered(OnElement):
    """Moved the mouse over an element."""


@dataclass(frozen=True)
class HoveredAt:
    """Moved the mouse to a point."""

    x: float
    y: float


@dataclass(frozen=True)
class Dragged:
    """Dragged one element to another."""

    source: Element
    destination: Element


@dataclass(frozen=True)
class DraggedAt:
    """Dragged from the first point to the last."""

    points: Sequence[Point]


@dataclass(frozen=True)
class Tapped(OnElement):
    """Tapped with a finger."""


@dataclass(frozen=True)
class Swiped(OnElement):
    """Swiped with a finger."""


@dataclass(frozen=True)
class Typed(OnElement):
    """Typed into a field."""


@dataclass(frozen=True)
class Pressed:
    """Pressed keys."""

    keys: str


@dataclass(frozen=True)
class Selected(OnElement):
    """Chose from a list; or not, when all of it was chosen already."""

    labels: Sequence[str] = ()
    was_chosen: bool = False


@dataclass(frozen=True)
class OptionSet(OnElement):
    """Chose an option of a list, or took it out."""

    is_chosen: bool


@dataclass(frozen=True)
class CheckSet(OnElement):
    """Checked or unchecked a box; or not, when it was so already."""

    is_checked: bool
    was_set: bool = False


@dataclass(frozen=True)
class LeftOut(OnElement):
    """Did nothing to a field, because of an error there or at a field before it.

    `is_doubtful`: it may have been typed into before a dialog opened.
    """

    error: TabwireError | None = None
    is_doubtful: bool = False


@dataclass(frozen=True)
class FilesGiven(OnElement):
    """Gave files."""

    names: Sequence[str]


@dataclass(frozen=True)
class FormSubmitted:
    """Submitted a form; or not, when a field is `invalid` and the browser says why."""

    invalid: ElementLook | None = None
    complaint: str = ""


@dataclass(frozen=True)
class Revealed(OnElement):
    """Scrolled an element into view."""


@dataclass(frozen=True)
class PageScrolled:
    """Scrolled; `moved_px` is None when it is not known how far."""

    direction: str
    moved_px: float | None = None
    at_px: float = 0
    end_px: float = 0


@dataclass(frozen=True)
class DialogAnswered:
    """Answered a dialog."""

    dialog: Dialog
    accept: bool


Done: TypeAlias = (
    Clicked
    | ClickedAt
    | Hovered
    | HoveredAt
    | Dragged
    | DraggedAt
    | Tapped
    | Swiped
    | Typed
    | Pressed
    | Selected
    | OptionSet
    | CheckSet
    | LeftOut
    | FilesGiven
    | FormSubmitted
    | Revealed
    | PageScrolled
    | DialogAnswered
)
