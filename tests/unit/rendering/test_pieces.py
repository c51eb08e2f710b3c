"""Long paragraphs are cut into pieces that can be put together again."""

from __future__ import annotations

import pytest

from tabwire.rendering.pieces import PIECE_CHARS, joined, pieces_of

CODE = "```\n" + "\n".join(f"    step({number})" for number in range(100)) + "\n```"
TABLE = "\n".join(["| a | b |", "| --- | --- |", *(f"| {number} | {'x' * 40} |" for number in range(60))])
TEXT = ["# Head", "- one", "- two", "words " * 400 + "end", "x" * 1200, CODE, TABLE, "> - quoted", "The end."]


def test_all_pieces_together_are_the_text():
    whole = joined(pieces_of(TEXT))
    assert whole == "# Head\n\n- one\n- two\n\n" + "\n\n".join(TEXT[3:])


def test_no_piece_is_long():
    assert max(len(piece.text) for piece in pieces_of(TEXT)) <= PIECE_CHARS


@pytest.mark.parametrize("at", range(1, len(pieces_of(TEXT))))
def test_code_is_fenced_on_both_sides_of_a_cut(at):
    pieces = pieces_of(TEXT)
    for part in (joined(pieces[:at]), joined(pieces[at:])):
        assert part.count("```") % 2 == 0
        assert not part.startswith(("\n", " -"))


def test_a_table_is_cut_between_its_rows():
    assert all(piece.text.startswith("|") and piece.text.endswith("|") for piece in pieces_of([TABLE]))
