"""Addresses as they are told."""

import pytest

from tabwire.engines.addresses import without_password


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("https://Ann:secret@host.test:8443/a?b=c#d", "https://host.test:8443/a?b=c#d"),
        ("https://Ann@host.test/", "https://host.test/"),
        ("https://host.test/@someone?mail=a@b.c", "https://host.test/@someone?mail=a@b.c"),
        ("mailto:a@b.c", "mailto:a@b.c"),
        ("data:text/html,<p>a@b</p>", "data:text/html,<p>a@b</p>"),
        ("http://[broken@", "http://[broken@"),
        ("about:blank", "about:blank"),
    ],
)
def test_an_address_is_told_without_its_password_and_otherwise_unchanged(url, told):
    assert without_password(url) == told
