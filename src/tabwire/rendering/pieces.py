"""Split paragraphs, so that a reply can be cut inside a table, a listing or a very long paragraph."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

PIECE_CHARS = 500
FENCE = "```"

_ITEM = re.compile(r"(?:  )*(?:> )*(?:- |\d+\. )")


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of text. `joint` precedes it unless it is the first; `opens` and `closes` enclose it where cut.

    `continues`: it continues the paragraph of the previous piece.
    """

    text: str
    joint: str = ""
    opens: str = ""
    closes: str = ""
    continues: bool = False


def pieces_of(paragraphs: Sequence[str]) -> list[Piece]:
    """Split long paragraphs: tables and code between lines, others between words."""
    found: list[Piece] = []
    before = ""
    for paragraph in paragraphs:
        # Only list items follow each other without a blank line.
        joint = "\n" if _ITEM.match(before) and _ITEM.match(paragraph) else "\n\n"
        found += _cut(paragraph, joint)
        before = paragraph
    return found


def joined(pieces: Sequence[Piece]) -> str:
    """Join pieces as they were in the text."""
    parts: list[str] = []
    closes = ""
    for piece in pieces:
        if not parts:
            parts.append(piece.opens)
        elif piece.continues:
            parts.append(piece.joint)
        else:
            parts += [closes, piece.joint, piece.opens]
        parts.append(piece.text)
        closes = piece.closes
    return "".join([*parts, closes])


def _cut(paragraph: str, joint: str) -> Iterator[Piece]:
    is_code = paragraph.startswith(f"{FENCE}\n") and paragraph.endswith(f"\n{FENCE}")
    opens, closes = (f"{FENCE}\n", f"\n{FENCE}") if is_code else ("", "")
    text = paragraph.removeprefix(opens).removesuffix(closes)
    start = 0
    while True:
        end, between = _end_of_piece(text, start)
        yield Piece(text[start:end], joint, opens, closes, continues=start > 0)
        start, joint = end + len(between), between
        if start >= len(text):
            return


def _end_of_piece(text: str, start: int) -> tuple[int, str]:
    """Return where a piece ends and which separator follows: a line break, a blank, or none."""
    limit = start + PIECE_CHARS
    if len(text) <= limit:
        return len(text), ""
    for between in ("\n", " "):
        end = text.rfind(between, start + 1, limit + 1)
        if end > start:
            return end, between
    return limit, ""
