"""Blocks as lines, cut to a budget."""

from toon_format import decode

from tabwire.protocol.page_agent.reading import RowBlock
from tabwire.rendering.blocks import Row, Table, block_of
from tabwire.rendering.lines import cut, lines_of, start_in_view, text_of
from tabwire.rendering.memory import ReadingMemory
from tabwire.rendering.tokens import estimate


def row(number, top=0):
    """Return a row with a ref and a name."""
    return Row(f"e{number}", "button", f"Button {number}", "", top)


def test_tables_stand_between_the_rows_around_them():
    table = Table("e9", "table", ["Name", "button Buy"], [["Pen", "e10"], ["Ink", "e11"]], [[], []], 0, 20)
    document = decode("\n".join(text_of(list(lines_of([row(1), table, row(2), row(3)])))))
    assert list(document) == ["elements", "e9", "elements2"]
    assert document["e9"][1] == {"Name": "Ink", "button Buy": "e11"}
    assert [entry["ref"] for entry in document["elements2"]] == ["e2", "e3"]


def test_a_budget_is_kept_but_one_line_always_fits():
    lines = list(lines_of([row(number) for number in range(100)]))
    end = cut(lines, 0, 200)
    assert 0 < end < 100
    assert sum(line.tokens for line in lines[:end]) <= 200
    assert cut(lines, 99, 1) == 100


def test_the_first_line_on_screen_is_found():
    lines = list(lines_of([row(number, top=number * 100 - 500) for number in range(20)]))
    assert start_in_view(lines, 800) == 5


def test_blocks_of_a_frame_get_its_prefix():
    button = block_of(RowBlock("e5", "button", "Go to e5", "", 0), "f3")
    assert (button.ref, button.name) == ("f3e5", "Go to e5")


def test_what_a_ref_stood_for_is_found_in_rows_text_and_cells():
    links = [["e7", "link", "this one"], ["e8", "link", "that"]]
    text = Row("", "text", "See [this one e7] and [that e8 current].", "", 0, inner=links)
    cells = [["e10", "link", "Pen"], ["e11", "button", "Buy"]]
    table = Table("e9", "table", ["Name link", "button Buy"], [["Pen e10", "e11 disabled"]], [cells], 0, 0)
    memory = ReadingMemory()
    memory.shown([row(1), text, table])
    assert str(memory.seen("e1")) == 'button "Button 1"'
    assert str(memory.seen("e7")) == 'link "this one"'
    assert str(memory.seen("e8")) == 'link "that"'
    assert str(memory.seen("e10")) == 'link "Pen"'
    assert str(memory.seen("e11")) == 'button "Buy"'
    assert memory.seen("e12") is None


def test_a_line_knows_the_first_ref_that_it_prints():
    text = Row("", "text", "See [this e7].", "", 0, inner=[["e7", "link", "this"]])
    table = Table("e9", "table", ["Name"], [["Pen"], ["Ink e11"]], [[], [["e11", "link", "Ink"]]], 0, 0)
    assert [line.first_ref for line in lines_of([row(1), text, table])] == ["e1", "e7", "", "e11"]


def test_estimates_are_near_the_counts_of_the_real_tokenizer():
    counted = {
        '  e12,button,Sign in,""': 10,
        "The [cat e12] is a [small e130] carnivore": 15,
        "  Product 12 e40,9.99,In stock,e41": 15,
    }
    for text, tokens in counted.items():
        assert abs(estimate(text) - tokens) <= tokens * 0.35
