"""Shared parameter types."""

import pytest

from tabwire.commands.parameters import complete_address


@pytest.mark.parametrize(
    ("given", "opened"),
    [
        ("example.com", "https://example.com"),
        ("example.com:8080/x", "https://example.com:8080/x"),
        ("localhost:3000", "http://localhost:3000"),
        ("127.0.0.1:3000/a", "http://127.0.0.1:3000/a"),
        ("[::1]:3000", "http://[::1]:3000"),
        ("  https://a.b/c d ", "https://a.b/c d"),
        ("HTTP://A.B", "HTTP://A.B"),
        ("about:blank", "about:blank"),
        ("java\nscript:alert(1)", "javascript:alert(1)"),
        ("\x01 file:///etc/passwd", "file:///etc/passwd"),
        ("view-source:file:///x", "view-source:file:///x"),
        (5, 5),
    ],
)
def test_addresses_are_completed_as_an_address_bar_does(given, opened):
    assert complete_address(given) == opened
