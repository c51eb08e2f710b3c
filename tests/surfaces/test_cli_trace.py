"""`tabwire trace`: where the milliseconds of a command went."""

from __future__ import annotations

import pytest


def test_a_trace_shows_the_way_of_a_command_in_its_order(user):
    user.says("navigate", "about:blank")
    shown = user.says("trace", "evaluate", "6 * 7")
    lines = [line.split()[-1] for line in shown.splitlines()]
    way = ["call", "parse", "policy", "subject", "evaluate", "Runtime.evaluate", "render"]
    assert [word for word in lines if word in way] == way


def test_a_trace_of_a_command_that_fails_shows_its_error(user):
    failed = user.run("trace", "click", "e999")
    assert failed.returncode == 1
    assert failed.stderr.startswith(("ELEMENT_", "NO_TAB"))


@pytest.mark.parametrize("words", [["trace"], ["trace", "clikc", "e3"]])
def test_a_trace_of_nothing_is_wrong_usage(user, words):
    assert user.run(*words).returncode == 2


def test_an_untraced_answer_carries_no_trace(user):
    assert "trace" not in user.says("evaluate", "1", "--json")
