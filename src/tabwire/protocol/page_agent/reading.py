"""What a page shows, as rows, text, data, markup and changes, and its measurements."""

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
    """The visible part of the page, in CSS pixels; `scale` is device pixels per CSS pixel."""

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
    """Elements that only the engine can inspect: hosts of closed roots, and users of ElementInternals."""

    hosts: list[str]
    speakers: list[str]


class RowBlock(NamedTuple):
    """One element, or one run of text (no ref); `inner` lists ref, role and name of the links in it."""

    ref: str
    role: str
    name: str
    states: str
    top: float
    holds_frame: bool = False
    inner: list[list[str]] = []  # noqa: RUF012  (a tuple's default, never changed)


@dataclass(frozen=True, slots=True)
class TableBlock:
    """A repeated structure, folded; `inner` lists ref, role and name of the elements in each row."""

    ref: str
    role: str
    columns: list[str]
    rows: list[list[str]]
    inner: list[list[list[str]]]
    top: float
    end: float


@dataclass(frozen=True, slots=True)
class FrameSnapshot:
    """One frame as blocks. `unread` is about how many elements were not read."""

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
    """Records, or whole tables; `total` includes those that were left out."""

    total: int
    records: list[dict[str, Any]] | None = None
    tables: list[ExtractedTable] | None = None


@dataclass(frozen=True, slots=True)
class FrameMarkup:
    """Compact HTML of an element, and the path of elements to it."""

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
    """A changed element: its previous name if that changed, and the states it lost."""

    ref: str
    role: str
    name: str
    states: str
    was: str
    lost: str


@dataclass(frozen=True, slots=True)
class ChangeReport:
    """What appeared, disappeared and changed; `more` counts what is not listed, `order` lists what moved."""

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
    """The number of the frame's next ref."""

    next: int


@dataclass(frozen=True, slots=True)
class Summary:
    """An element in a list of candidates; `where` it is distinguishes it from others."""

    ref: str
    role: str
    name: str
    states: str
    where: str


@dataclass(frozen=True, slots=True)
class FrameMatches:
    """Rows of one frame that match a search."""

    total: int
    found: list[Summary] = field(default_factory=list)
    unseen: Unseen = field(default_factory=lambda: Unseen([], []))
    next: int = 1


class Reading(Protocol):
    """Reading a frame. `first` is the number of the first new ref."""

    async def snapshot(
        self, *, mode: str, first: int, prefix: str, ref: str = "", enough: int = 0
    ) -> FrameSnapshot:
        """Read the frame, or one element of it; at most `enough` characters of a huge page."""

    async def text(self, *, ref: str = "", links: bool) -> FrameText:
        """Read the frame or one element as paragraphs."""

    async def extract(
        self, *, fields: list[str], first: int, skip: int, items: str = "", ref: str = ""
    ) -> Extraction:
        """Read records from number `skip` on; of several tables, from number `first` on."""

    async def markup(self, *, max_chars: int, ref: str = "") -> FrameMarkup:
        """Return compact HTML."""

    async def mark(self, *, first: int) -> NextRef:
        """Remember the current page, to report changes to it."""

    async def changes(self, *, first: int, again: bool) -> ChangeReport:
        """Report what changed since the last report; with `again`, repeat it with what is known now."""

    async def find(
        self, *, limit: int, first: int, text: str = "", role: str = "", regex: str = ""
    ) -> FrameMatches:
        """Search the rows of a snapshot."""

    async def unseen(self) -> Unseen:
        """List the elements that the engine should inspect."""

    async def box(self, ref: str) -> Box:
        """Measure an element."""

    async def viewport(self) -> Viewport:
        """Measure the page and its visible part."""

    async def page(self) -> PageFacts:
        """Return the document's address, title and state."""
