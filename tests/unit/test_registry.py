"""Commands are read from functions."""

from types import ModuleType
from typing import Annotated

import pytest
from pydantic import Field

from tabwire.errors import InvalidParams, UnknownCommand
from tabwire.registry import Effect, Registry, command, read_command
from tabwire.results.result import Result


class Tab:
    """Stands where the real tab stands: the registry only looks at the name of the scope."""


class Said(Result):
    text: str
    count: int = 1


@command(Effect.ACT, core=True, opens=("text",), deadline_s=5)
async def say_(tab: Tab, text: Annotated[str, Field(description="What to say.")], count: int = 1) -> Said:
    """Say a text aloud. Then be silent.

    More for those who read on.
    """
    return Said(text=text, count=count)


@pytest.fixture
def said():
    return read_command(say_)


def test_name_help_effect_and_declarations_come_from_the_function(said):
    assert said.name == "say"
    assert said.summary == "Say a text aloud."
    assert said.help.endswith("read on.")
    assert said.effect is Effect.ACT
    assert said.declaration.core
    assert said.declaration.opens == ("text",)


def test_a_command_on_a_tab_accepts_which_tab(said):
    assert said.known == ["text", "count", "tab"]
    assert said.parse({"text": "x", "tab": "t2"}).tab == "t2"


def test_the_schema_is_as_short_as_it_can_be(said):
    assert said.input_schema == {
        "type": "object",
        "properties": {
            "text": {"type": "string", "description": "What to say."},
            "count": {"type": "integer", "default": 1},
            "tab": {"type": "string", "description": "Tab id; default: your current tab."},
        },
        "required": ["text"],
    }


async def test_calling_passes_the_parsed_arguments(said):
    result = await said.call(Tab(), said.parse({"text": "hi", "count": 2}))
    assert result == Said(text="hi", count=2)
    assert result.to_text() == "text: hi\ncount: 2"


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({"text": "x", "cuont": 2}, 'unknown parameter "cuont" (did you mean "count"?)'),
        ({}, '"text" is required'),
        ({"text": 5}, '"text": input should be a valid string'),
        ([], "parameters must be a JSON object"),
        (None, "parameters must be a JSON object"),
    ],
)
def test_bad_parameters_are_named_with_the_known_ones(said, raw, words):
    with pytest.raises(InvalidParams) as caught:
        said.parse(raw)
    assert words in caught.value.message
    assert caught.value.data["known"] == ["text", "count", "tab"]


def test_an_unknown_command_names_what_comes_close(said):
    registry = Registry()
    registry.add(said)
    with pytest.raises(UnknownCommand, match="Did you mean say"):
        registry.get("sya")


def test_two_commands_of_one_name_are_refused(said):
    registry = Registry()
    registry.add(said)
    with pytest.raises(ValueError, match="say"):
        registry.add(said)


def test_a_module_gives_only_the_commands_it_defines_itself():
    module = ModuleType("elsewhere")
    vars(module)["say_"] = say_
    assert len(Registry([module])) == 0
