"""A text says at its end how to go on, or that it cannot."""

from typing import Any

from tabwire.results.reading import PageText

PAGE: dict[str, Any] = {"url": "http://a.example/", "title": "A"}


def test_what_did_not_fit_names_its_cursor():
    assert PageText(**PAGE, text="Words.", cursor="3.1").to_text() == "Words.\n\n(more: cursor 3.1)"


def test_a_page_that_was_too_large_to_be_read_says_so():
    told = PageText(**PAGE, text="Words.", is_cut=True).to_text()
    assert told.startswith("Words.\n\n")
    assert "too large" in told
    assert "target" in told
