"""The pages of the benchmark: made from a seed, the same for all."""

from __future__ import annotations

import pytest
from benchmarks.pages import ELEMENTS_OF_BIG, PAGES, ROWS, big, long_fields, product, table


@pytest.mark.parametrize("make", PAGES.values(), ids=PAGES)
def test_a_seed_gives_the_same_page_each_time(make):
    assert make(3) == make(3)


def test_another_seed_gives_other_words():
    assert table(1) != table(2)


def test_the_table_has_a_link_and_a_button_in_each_row():
    html = table(5)
    assert html.count("<button") == html.count("<a ") == ROWS
    assert f"Buy {product(5, 150)}<" in html


def test_the_big_page_has_the_elements_it_promises():
    html = big(1)
    elements = sum(html.count(f"</{tag}>") for tag in ("li", "a", "span"))
    assert elements > ELEMENTS_OF_BIG - 3


def test_the_labels_of_the_long_form_differ():
    labels = [label for _, label, _, _ in long_fields(2026)]
    assert len(labels) == len(set(labels))
