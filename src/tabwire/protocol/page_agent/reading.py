"""What a page shows: as rows, text, data, markup, changes, and its measures."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol


@dataclass(frozen=True, slots=True)
class Box:
    """The box of an element in its frame's viewport; `content` is where a frame's own page begins."""

    x: float
    y: float
    width: float
    height: float
    content_x: float
    content_y: float


@dataclass(frozen=True, slots=True)
class Viewport:
    """What of the page is on screen, in CSS pixels; `scale` is device pixels per CSS pixel."""

    width: float
    height: float
    scroll_x: float
    scroll_y: float
    page_width: float
    page_height: float
    scale: float
    age_ms: float


@dataclass(frozen=True, slots=True)
class PageFacts:
    """The document of a frame; `state` is its `readyState`."""

    url: str
    title: str
    state: str


@dataclass(frozen=True, slots=True)
class Unseen:
    """Elements that only the engine can look into: hosts of closed roots, and users of ElementInternals."""

    hosts: list[str]
    speakers: list[str]


class RowBlock(NamedTuple):
    """One element, or one stretch of text (no ref); `inner` are ref, role and name of the links in it."""

    ref: str
    role: str
    name: str
    states: str
    top: float
    holds_frame: bool = False
    inner: list[list[str]] = []  # noqa: RUF012  (a tuple's default, never changed)


@dataclass(frozen=True, slots=True)
class TableBlock:
    """A repeated structure, folded; `inner` are ref, role and name of the elements in each row."""

    ref: str
    role: str
    columns: list[str]
    rows: list[list[str]]
    inner: list[list[list[str]]]
    top: float
    end: float


@dataclass(frozen=True, slots=True)
class FrameSnapshot:
    """One frame as blocks. `unread` counts the elements that were not looked at, about."""

    url: str
    title: str
    height: float
    scrolled: float
    total: float
    blocks: list[RowBlock | TableBlock]
    unread: int
    truncated: bool
    unseen: Unseen
    next: int


@dataclass(frozen=True, slots=True)
class FrameText:
    """Readable paragraphs, main content first, in parts."""

    url: str
    title: str
    parts: list[list[str]]
    truncated: bool


@dataclass(frozen=True, slots=True)
class ExtractedTable:
    """One table as records."""

    ref: str
    name: str
    rows: list[dict[str, str]]
    total: int


@dataclass(frozen=True, slots=True)
class Extraction:
    """Records, or whole tables; `total` counts also those that were left out."""

    total: int
    records: list[dict[str, Any]] | None = None
    tables: list[ExtractedTable] | None = None


@dataclass(frozen=True, slots=True)
class FrameMarkup:
    """Compact HTML of an element, and the path of elements that leads to it."""

    path: str
    html: str
    cut: bool


class LookRow(NamedTuple):
    """An element as it looks now."""

    ref: str
    role: str
    name: str
    states: str


class ChangedRow(NamedTuple):
    """An element that looks different: its name before if that changed, and the states it lost."""

    ref: str
    role: str
    name: str
    states: str
    was: str
    lost: str


@dataclass(frozen=True, slots=True)
class ChangeReport:
    """What came, went and looks different; `more` counts what is not listed, `order` what moved."""

    added: list[LookRow]
    removed: list[LookRow]
    changed: list[ChangedRow]
    texts: list[str]
    gone: list[str]
    more: int
    order: list[str]
    next: int


@dataclass(frozen=True, slots=True)
class NextRef:
    """The number of the next ref that the frame would hand out."""

    next: int


@dataclass(frozen=True, slots=True)
class Summary:
    """An element as a list of candidates shows it; `where` it stands tells it from others."""

    ref: str
    role: str
    name: str
    states: str
    where: str


@dataclass(frozen=True, slots=True)
class FrameMatches:
    """Rows of one frame that fit a search."""

    total: int
    found: list[Summary] = field(default_factory=list)
    unseen: Unseen = field(default_factory=lambda: Unseen([], []))
    next: int = 1


class Reading(Protocol):
    """Reading a frame. `first` is the number from which it may hand out refs."""

    async def snapshot(
        self, *, mode: str, first: int, prefix: str, ref: str = "", enough: int = 0
    ) -> FrameSnapshot:
        """Read the frame, or one element of it; of a huge page no more than `enough` characters."""

    async def text(self, *, ref: str = "", links: bool) -> FrameText:
        """Read the frame or one element as paragraphs."""

    async def extract(
        self, *, fields: list[str], first: int, skip: int, items: str = "", ref: str = ""
    ) -> Extraction:
        """Read records from number `skip` on; of several tables, from the one that `first` counts to."""

    async def markup(self, *, max_chars: int, ref: str = "") -> FrameMarkup:
        """Return compact HTML."""

    async def mark(self, *, first: int) -> NextRef:
        """Remember the page as it is, to report what changes."""

    async def changes(self, *, first: int, again: bool) -> ChangeReport:
        """Report what changed since the last report; or `again`, with what is known by now."""

    async def find(
        self, *, limit: int, first: int, text: str = "", role: str = "", regex: str = ""
    ) -> FrameMatches:
        """Search the rows that a snapshot would print."""

    async def unseen(self) -> Unseen:
        """Name the elements that the engine should look into."""

    async def box(self, ref: str) -> Box:
        """Measure an element."""

    async def viewport(self) -> Viewport:
        """Measure the page and what of it is on screen."""

    async def page(self) -> PageFacts:
        """Tell the document's address, title and state."""
