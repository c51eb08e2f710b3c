"""The line that clients and hubs of different builds must agree on."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabwire.hub_socket.greeting import (
    LINE_MAX,
    Greeting,
    NotAGreeting,
    is_newer,
    quote,
    read_greeting,
    unquote,
)


def test_a_greeting_is_one_readable_line() -> None:
    line = Greeting({"build": "0.1.0", "door": "mcp", "client": "my agent"}).to_line()
    assert line == b"TABWIRE/1 build=0.1.0 door=mcp client=my%20agent\n"


@given(
    st.dictionaries(st.sampled_from(["build", "door", "session", "protocol", "self"]), st.text(min_size=1))
)
def test_any_text_survives_the_line(fields: dict[str, str]) -> None:
    line = Greeting(fields, 7).to_line()
    assert line.count(b"\n") == 1
    read = read_greeting(line)
    assert (read.fields, read.protocol) == (fields, 7)


@given(st.text())
def test_unquote_undoes_quote(text: str) -> None:
    assert unquote(quote(text)) == text


@pytest.mark.parametrize(
    "line",
    [
        b"", b"\n", b"GET / HTTP/1.1\r\n", b"TABWIRE/\n", b"TABWIRE/x build=1\n", b"\xff\xfe\n",
        b"TABWIRE/1 door=%zz\n", b"TABWIRE/1 door=%\n", b"TABWIRE/1 door=%ff\n",
    ],
)  # fmt: skip
def test_other_lines_are_told_apart(line: bytes) -> None:
    with pytest.raises(NotAGreeting):
        read_greeting(line)


@given(st.binary(max_size=LINE_MAX))
def test_no_line_breaks_the_reader(line: bytes) -> None:
    try:
        assert read_greeting(line).protocol >= 0
    except NotAGreeting as told:
        assert str(told)


@pytest.mark.parametrize(
    ("build", "other", "newer"),
    [
        ("0.2.0", "0.1.0", True),
        ("0.1.0", "0.1.0", False),
        ("0.1.0", "0.2.0", False),
        ("0.10.0", "0.9.9", True),
        ("1.0", "0.9.9", True),
        ("0.1.0.dev3", "0.1.0", False),
        ("0.1.1rc1", "0.1.0", True),
        ("", "0.1.0", False),
        ("nonsense", "0.1.0", False),
    ],
)
def test_builds_are_compared_by_their_numbers(build: str, other: str, newer: bool) -> None:
    assert is_newer(build, other) is newer
