"""From typed words to parameters."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from tabwire.surfaces.cli.parsing import UsageMistake, parse
from tabwire.surfaces.cli.printing import plain
from tabwire.surfaces.cli.table import find, title

if TYPE_CHECKING:
    from tabwire.surfaces.cli.table import Entry


def parameter(name: str, kind: str = "text", **more: Any) -> Any:
    return {"name": name, "kind": kind, "help": "", "required": False, "positional": False, **more}


def required(name: str, kind: str = "text", **more: Any) -> Any:
    return parameter(name, kind, required=True, positional=True, **more)


def command(*parameters: Any, name: str = "do", topic: str = "Things") -> Entry:
    return {
        "name": name,
        "topic": topic,
        "summary": "Do.",
        "help": "Do.",
        "parameters": list(parameters),
        "has_picture": False,
    }


def params(entry: Entry, *words: str) -> object:
    return parse(entry, list(words)).params


def test_what_is_not_given_is_not_sent() -> None:
    entry = command(required("target"), parameter("count", "integer", default=1), parameter("force", "flag"))
    assert params(entry, "e3") == {"target": "e3"}
    assert params(entry, "e3", "--count", "2", "--force") == {"target": "e3", "count": 2, "force": True}
    assert params(entry, "--no-force", "e3") == {"target": "e3", "force": False}


def test_an_optional_word_may_also_be_given_by_name() -> None:
    entry = command(parameter("url", positional=True))
    assert params(entry) == {}
    assert params(entry, "example.com") == params(entry, "--url", "example.com") == {"url": "example.com"}


def test_lists_are_words_or_commas_or_json() -> None:
    entry = command(required("target"), required("values", "list"), parameter("grants", "list"))
    assert params(entry, "e3", "a", "b,c") == {"target": "e3", "values": ["a", "b,c"]}
    given = params(entry, "e3", "a", "--grants", "x,y", "--grants", '["z,z"]')
    assert given == {"target": "e3", "values": ["a"], "grants": ["x", "y", "z,z"]}


def test_pairs_are_written_with_equals_signs_or_as_json() -> None:
    entry = command(required("fields", "pairs"))
    assert params(entry, "e3=Ann", "[name=q]=a=b", "e7=true", '{"Email": "x", "e9": 5}') == {
        "fields": {"e3": "Ann", "[name=q]": "a=b", "e7": True, "Email": "x", "e9": 5}
    }


def test_objects_are_json() -> None:
    entry = command(required("commands", "objects"))
    both = {"commands": [{"command": "a"}, {"command": "b"}]}
    assert params(entry, '{"command": "a"}', '{"command": "b"}') == both
    assert params(entry, '[{"command": "a"}, {"command": "b"}]') == both


def test_paths_become_absolute_for_the_hub_stands_elsewhere() -> None:
    entry = command(required("paths", "list", is_path=True))
    assert params(entry, "a.txt", "/b") == {"paths": [os.path.abspath("a.txt"), "/b"]}


def test_numbers_may_be_negative_and_texts_may_begin_with_a_dash() -> None:
    entry = command(parameter("amount", "integer"), required("text"))
    assert params(entry, "--amount", "-100", "--", "-x") == {"amount": -100, "text": "-x"}


def test_free_values_are_json_where_they_can_be() -> None:
    entry = command(parameter("value", "json"))
    assert params(entry, "--value", "[1]") == {"value": [1]}
    assert params(entry, "--value", "one") == {"value": "one"}


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--count", "x", "e1"], 'count must be a number, not "x"'),
        (["--count"], "--count needs a value"),
        ([], "target is missing"),
        (["e1", "e2"], "unexpected argument: e2"),
        (["e1", "--colour", "red"], "unknown option --colour"),
        (["e1", "--no-count"], "unknown option --no-count"),
        (["e1", "--force=yes"], "--force takes no value"),
        (["e1", "--side", "up"], 'side must be one of left, right, not "up"'),
        (["e1", "--s", "left"], "--s could be --side or --session"),
        (["e1", "--fields", "x"], 'fields: write NAME=VALUE or a JSON object, not "x"'),
        (["e1", "--fields", "{x"], "fields: invalid JSON"),
    ],
)
def test_mistakes_are_named(words: list[str], complaint: str) -> None:
    entry = command(
        required("target"),
        parameter("count", "integer"),
        parameter("force", "flag"),
        parameter("side", choices=["left", "right"]),
        parameter("fields", "pairs"),
    )
    with pytest.raises(UsageMistake) as mistake:
        params(entry, *words)
    assert complaint in str(mistake.value)


def test_a_word_cannot_be_given_in_two_ways() -> None:
    with pytest.raises(UsageMistake, match="url was given twice"):
        params(command(parameter("url", positional=True)), "a", "--url", "b")


def test_an_element_in_the_place_of_another_word_is_told_its_option() -> None:
    side = parameter("side", positional=True, choices=["left", "right"])
    with pytest.raises(UsageMistake, match="; pass an element with --target"):
        params(command(side, parameter("target")), "e3")
    with pytest.raises(UsageMistake, match=r'not "e3"$'):
        params(command(side), "e3")


@pytest.mark.parametrize(
    ("words", "format"),
    [
        (["--out", "a.png"], "png"),
        (["--out", "A.JPG"], "jpeg"),
        (["--out=a.webp"], "webp"),
        (["--out", "a.png", "--format", "jpeg"], "jpeg"),
        (["--out", "a.gif"], None),
        (["--out", "png"], None),
        ([], None),
    ],
)
def test_the_ending_of_a_file_decides_the_format_where_none_is_given(
    words: list[str], format: str | None
) -> None:
    entry = command(parameter("format", choices=["jpeg", "png", "webp"]))
    entry["has_picture"] = True
    assert parse(entry, words).params.get("format") == format


def test_an_option_may_be_shortened() -> None:
    assert params(command(parameter("grants", "list")), "--grant", "evaluate") == {"grants": ["evaluate"]}


def test_commands_are_found_by_one_word_or_two() -> None:
    table = {name: command(name=name) for name in ("new_tab", "keys_list", "tabs")}
    assert find(table, ["new-tab", "x"]) == (table["new_tab"], ["x"])
    assert find(table, ["browser_tabs"]) == (table["tabs"], [])
    assert find(table, ["keys", "list", "--json"]) == (table["keys_list"], ["--json"])
    assert find(table, ["keys"]) == (None, ["keys"])


def test_a_command_named_after_its_topic_is_written_as_two_words() -> None:
    assert title(command(name="keys_create", topic="Keys")) == "keys create"
    assert title(command(name="new_tab", topic="Tabs")) == "new-tab"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[1;31mred\x1b[0m", "red"),
        ("\x1b]8;;http://evil.example\x07link\x1b]8;;\x1b\\", "link"),
        ("\x1bP1$r\x1b\\x", "x"),
        ("\x1b]52;c;unended", ""),
        ("a\rb\x08c\x00\x9bd", "abcd"),
        ("tab\tnew\nline é €", "tab\tnew\nline é €"),
    ],
)
def test_control_sequences_are_removed_from_what_people_see(text: str, shown: str) -> None:
    assert plain(text) == shown
