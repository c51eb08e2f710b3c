"""What a tab remembers about reading: refs that were assigned, and pages that can be continued."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from tabwire.rendering.blocks import Block
    from tabwire.rendering.lines import Rendering
    from tabwire.rendering.pieces import Piece

Kept = TypeVar("Kept")

MAX_REFS = 2000
MAX_PAGES = 4
MAX_RENDERINGS = 4


@dataclass(frozen=True, slots=True)
class Seen:
    """What a ref meant when it was last printed."""

    role: str
    name: str

    def __str__(self) -> str:
        return f'{self.role} "{self.name}"' if self.name else self.role


@dataclass(frozen=True, slots=True)
class TextPages:
    """A readable text in pieces, to be continued; `is_cut`: the page was too large to read completely."""

    url: str
    title: str
    pieces: list[Piece]
    is_cut: bool


@dataclass(slots=True)
class ReadingMemory:
    """Kept by a tab across documents."""

    next_refs: dict[str, int] = field(default_factory=dict)
    pages: deque[Sequence[Block]] = field(default_factory=lambda: deque(maxlen=MAX_PAGES))
    named: OrderedDict[str, Seen] = field(default_factory=OrderedDict)
    renderings: OrderedDict[int, Rendering] = field(default_factory=OrderedDict)
    texts: OrderedDict[int, TextPages] = field(default_factory=OrderedDict)
    count: int = 0
    # The document of the main frame that the caller has seen, so that changes to it can be reported.
    known_document: str = ""

    def first_ref(self, prefix: str) -> int:
        """Return the number of the first new ref for a frame's agent."""
        return self.next_refs.get(prefix, 1)

    def note_assigned(self, prefix: str, upto: int) -> None:
        """Record that a frame's agent has used all numbers below `upto`."""
        self.next_refs[prefix] = max(upto, self.next_refs.get(prefix, 1))

    def note_shown(self, blocks: Sequence[Block]) -> None:
        """Record what a snapshot printed."""
        self.pages.append(blocks)

    def note_printed(self, ref: str, role: str, name: str) -> None:
        """Record what a ref means that was printed outside a snapshot."""
        self.named[ref] = Seen(role, name)
        self.named.move_to_end(ref)
        while len(self.named) > MAX_REFS:
            self.named.popitem(last=False)

    def seen(self, ref: str) -> Seen | None:
        """Return what a ref meant when it was last printed."""
        if ref in self.named:
            return self.named[ref]
        for blocks in reversed(self.pages):
            for block in blocks:
                found = block.seen(ref)
                if found is not None:
                    return found
        return None

    def keep(self, rendering: Rendering) -> int:
        """Keep a rendering so that a cursor can continue it; return its number."""
        return self._keep(self.renderings, rendering)

    def keep_text(self, pages: TextPages) -> int:
        """Keep a text so that a cursor can continue it; return its number."""
        return self._keep(self.texts, pages)

    def _keep(self, kept: OrderedDict[int, Kept], new: Kept) -> int:
        known = next((number for number, old in kept.items() if old is new), None)
        if known is not None:
            return known
        self.count += 1
        kept[self.count] = new
        while len(kept) > MAX_RENDERINGS:
            kept.popitem(last=False)
        return self.count
