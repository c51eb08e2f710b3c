"""What a reply says beside what was done, as data; `wording` makes sentences of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import TypeAlias


class Fact(Enum):
    """Notes that have nothing to fill in."""

    NOTHING_CHANGED = auto()
    FILES_ASKED_FOR = auto()
    LIST_STILL_OPEN = auto()
    LIST_CLOSED = auto()
    # What a secret field holds is not told.
    FIELD_DIFFERS = auto()


class Unfinished(Enum):
    """What goes on in the page when it is no longer waited for."""

    PAGE_BUSY = auto()
    DOWNLOADING = auto()
    CHANGING = auto()


@dataclass(frozen=True)
class StillLoading:
    """The page is on its way to another."""

    url: str


@dataclass(frozen=True)
class StillWaiting:
    """The page waits for a request, and for so many more."""

    url: str
    more: int


@dataclass(frozen=True)
class TabGone:
    """The action closed the tab."""

    tab: str


@dataclass(frozen=True)
class FieldHolds:
    """A field holds something else than what was typed."""

    text: str


@dataclass(frozen=True)
class KeysLeftOut:
    """Keys that were not pressed because the page went on before."""

    keys: Sequence[str]


@dataclass(frozen=True)
class ContentCame:
    """Scrolling brought so many more elements."""

    elements: int


@dataclass(frozen=True)
class Notice:
    """What the tab has to say beside the action, in its own words."""

    text: str


Still: TypeAlias = Unfinished | StillLoading | StillWaiting
Note: TypeAlias = Fact | Still | TabGone | FieldHolds | KeysLeftOut | ContentCame | Notice
