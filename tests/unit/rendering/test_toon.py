"""Cells, heads and rows of TOON, judged by the reference reader."""

from hypothesis import given
from hypothesis import strategies as st
from toon_format import decode, encode

from tabwire.rendering import toon

texts = st.text(st.characters(exclude_categories=["Cs"]))


@given(st.lists(st.tuples(texts, texts), min_size=1))
def test_rows_read_back_as_they_were_written(rows):
    lines = [toon.head("rows", len(rows), ("a", "b c")), *map(toon.row, rows)]
    assert decode("\n".join(lines)) == {"rows": [{"a": a, "b c": b} for a, b in rows]}


@given(texts)
def test_a_field_is_written_like_the_reference_writes_it(text):
    assert toon.field("name", text) == encode({"name": text})


def test_data_rows_keep_numbers_as_numbers_and_other_digits_as_text():
    line = toon.data_row(["1", "-2.5", "007", "1.50", "1e5", "12345678901234567890", "x"])
    assert line == '  1,-2.5,"007","1.50","1e5","12345678901234567890",x'


def test_half_characters_are_replaced():
    assert toon.clean("a\ud800b") == "a\ufffdb"
