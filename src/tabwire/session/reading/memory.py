"""What a tab remembers about its own reading: refs that were handed out, and pages to be continued."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tabwire.session.reading.rendering import Rendering

MAX_REFS = 20_000
MAX_RENDERINGS = 4


@dataclass(frozen=True, slots=True)
class Seen:
    """What a ref stood for when it was last printed."""

    role: str
    name: str

    def __str__(self) -> str:
        return f'{self.role} "{self.name}"'


@dataclass(slots=True)
class ReadingMemory:
    """Kept by a tab as long as it lives, across documents."""

    next_refs: dict[str, int] = field(default_factory=dict)
    seen: OrderedDict[str, Seen] = field(default_factory=OrderedDict)
    renderings: OrderedDict[int, Rendering] = field(default_factory=OrderedDict)
    count: int = 0

    def first_ref(self, prefix: str) -> int:
        """Return the number from which a frame's agent may hand out refs."""
        return self.next_refs.get(prefix, 1)

    def handed_out(self, prefix: str, upto: int) -> None:
        """Note that a frame's agent has used all numbers below `upto`."""
        self.next_refs[prefix] = max(upto, self.next_refs.get(prefix, 1))

    def printed(self, ref: str, role: str, name: str) -> None:
        """Note what a ref stands for."""
        self.seen[ref] = Seen(role, name)
        self.seen.move_to_end(ref)
        while len(self.seen) > MAX_REFS:
            self.seen.popitem(last=False)

    def keep(self, rendering: Rendering) -> int:
        """Keep a rendering so that a cursor can continue it; return its number."""
        self.count += 1
        self.renderings[self.count] = rendering
        while len(self.renderings) > MAX_RENDERINGS:
            self.renderings.popitem(last=False)
        return self.count
