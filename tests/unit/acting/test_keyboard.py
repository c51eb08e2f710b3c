"""Keys by the names people write."""

import pytest

from tabwire.acting.keyboard import ALT, CONTROL, META, SHIFT, chord, chords_in, modifiers_of, strokes
from tabwire.errors import InvalidParams


def pressed(text: str) -> list[tuple[str, str, int]]:
    return [(event.kind, event.key, event.modifiers) for event in chord(text)]


def test_a_plain_key_goes_down_and_up():
    assert pressed("Enter") == [("down", "Enter", 0), ("up", "Enter", 0)]


def test_a_chord_holds_its_modifiers_around_the_key():
    assert pressed("Control+Shift+K") == [
        ("down", "Control", CONTROL),
        ("down", "Shift", CONTROL | SHIFT),
        ("down", "K", CONTROL | SHIFT),
        ("up", "K", CONTROL | SHIFT),
        ("up", "Shift", CONTROL),
        ("up", "Control", 0),
    ]


def test_control_and_a_capital_letter_mean_the_key_without_shift():
    assert ("down", "a", CONTROL) in pressed("Control+A")


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("return", "Enter"), ("ESC", "Escape"), ("pgdn", "PageDown"), ("Down", "ArrowDown"), ("space", " "),
        ("f12", "F12"), ("KeyQ", "q"), ("Digit7", "7"), ("plus", "+"), ("é", "é"),
    ],
)  # fmt: skip
def test_keys_have_the_names_people_use(written, key):
    assert chord(written)[0].key == key


@pytest.mark.parametrize("plus", ["Control++", "ctrl + +", "Control+plus"])
def test_the_plus_sign_can_be_part_of_a_chord(plus):
    assert ("+", CONTROL) in [(event.key, event.modifiers & CONTROL) for event in chord(plus)]


def test_keys_that_write_carry_their_text_and_chords_do_not():
    assert chord("a")[0].text == "a"
    assert all(event.text == "" for event in chord("Control+a"))


@pytest.mark.parametrize("wrong", ["Entr", "Control+", "A+B", "Hyper+x", ""])
def test_what_is_no_key_is_refused_by_name(wrong):
    with pytest.raises(InvalidParams):
        chord(wrong)


@pytest.mark.parametrize(
    ("written", "chords"),
    [
        ("ArrowDown ArrowDown Enter", ["ArrowDown", "ArrowDown", "Enter"]),
        ("Control+A  Delete", ["Control+A", "Delete"]),
        ("Shift Shift", ["Shift", "Shift"]),
        ("ctrl + a", ["ctrl + a"]),
        ("page down", ["page down"]),
        (" ", [" "]),
    ],
)
def test_blanks_part_keys_but_no_chords(written, chords):
    assert chords_in(written) == chords


@pytest.mark.parametrize("wrong", ["Tab Entr", "Control A", "hello world", "Tab " * 101, ""])
def test_one_wrong_key_refuses_them_all(wrong):
    with pytest.raises(InvalidParams):
        chords_in(wrong)


def test_modifiers_become_bits_and_other_keys_are_refused():
    assert modifiers_of(["alt", "Ctrl", "cmd", "Shift"]) == ALT | CONTROL | META | SHIFT
    with pytest.raises(InvalidParams):
        modifiers_of(["Enter"])


def test_text_becomes_strokes_and_what_no_key_writes_stays_text():
    first, second, third = strokes("aB漢")
    assert [event.text for event in first] == ["a", ""]
    assert [event.key for event in second] == ["Shift", "B", "B", "Shift"]
    assert third == "漢"
