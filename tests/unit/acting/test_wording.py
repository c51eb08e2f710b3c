"""Sentences about actions, from data."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, get_args, get_type_hints

import pytest

from tabwire.acting.done import CheckSet, Clicked, Done, LeftOut, PageScrolled, Selected, Typed
from tabwire.acting.notes import Fact, StillWaiting, Unfinished
from tabwire.acting.wording import NOTES, OBSTACLES, done_text, field_problem, note_text, refusal
from tabwire.errors import ElementStale, InvalidParams
from tabwire.protocol.page_agent.elements import ElementLook
from tabwire.protocol.page_agent.forms import FieldFacts
from tabwire.protocol.page_agent.obstacles import Obstacle
from tabwire.reading.targets import Element

# Of a frame only the prefix of its refs matters here.
FRAME: Any = SimpleNamespace(prefix="f1")
NAME = Element(FRAME, "e3", "textbox", "Name")
COVERED = Obstacle("covered", by=ElementLook("e9", "dialog", "Cookies"))


@pytest.mark.parametrize(
    ("did", "text"),
    [
        (Clicked(NAME, "left", 2), 'double-clicked f1e3 textbox "Name"'),
        (Clicked(NAME, "right"), 'right-clicked f1e3 textbox "Name"'),
        (Typed(NAME, beside="Your name"), 'typed into f1e3 textbox "Name" beside "Your name"'),
        (Selected(NAME, ["S", "M"]), 'selected "S", "M" in f1e3 textbox "Name"'),
        (Selected(NAME, ["S"], was_chosen=True), '"S" was chosen already in f1e3 textbox "Name"'),
        (CheckSet(NAME, True, was_set=True), 'f1e3 textbox "Name" is checked already'),
        (PageScrolled("down", 0), "cannot scroll down any further"),
        (PageScrolled("down", 500, 500, 900), "scrolled down 500 px, now at 500 of 900"),
        (LeftOut(NAME), 'left out f1e3 textbox "Name"'),
    ],
)
def test_what_was_done_is_one_line(did: Done, text: str) -> None:
    assert done_text(did) == text


def test_every_obstacle_and_plain_note_has_words() -> None:
    assert set(OBSTACLES) == set(get_args(get_type_hints(Obstacle)["kind"]))
    assert set(NOTES) == {*Fact, *Unfinished}


def test_an_obstacle_is_named_with_the_prefix_of_its_frame_and_travels_as_data() -> None:
    error = refusal(COVERED, FRAME, NAME)
    assert error.message == 'f1e3 textbox "Name" is covered by dialog "Cookies" f1e9.'
    by = {"ref": "f1e9", "role": "dialog", "name": "Cookies"}
    assert error.data == {"obstacle": {"kind": "covered", "by": by}}


def test_what_was_left_out_says_why_without_its_name_twice() -> None:
    covered = LeftOut(NAME, refusal(COVERED, FRAME, NAME))
    assert done_text(covered) == 'left out f1e3 textbox "Name": it is covered by dialog "Cookies" f1e9'
    stale = LeftOut(NAME, ElementStale("e3 is no longer on the page."))
    assert done_text(stale) == 'left out f1e3 textbox "Name": it is no longer on the page'
    other = LeftOut(NAME, InvalidParams("This list takes one choice only."))
    assert done_text(other) == 'left out f1e3 textbox "Name": This list takes one choice only'


def test_a_field_beside_something_that_is_no_field_is_named() -> None:
    facts = FieldFacts("nothing", False, None, None, None, ElementLook("e4", "textbox", "Town"))
    assert field_problem(NAME, facts, is_yes_or_no=False) == (
        'f1e3 textbox "Name" is no field. Use f1e4 textbox "Town", the field beside it.'
    )


def test_a_long_wait_says_how_many_requests_are_open() -> None:
    assert note_text(StillWaiting("http://a.io/x", 2)) == "still waiting for http://a.io/x and 2 more"
