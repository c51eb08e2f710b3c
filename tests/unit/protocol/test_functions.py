"""Functions that are declared once and called by message."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import pytest

from tabwire.protocol.functions import calls_to, function
from tabwire.protocol.typed_json import decoder


class Pair(NamedTuple):
    left: str
    right: int = 0


@dataclass(frozen=True)
class Inner:
    page_width: float


@dataclass(frozen=True)
class Outer:
    inner: Inner
    rows: list[Pair | Inner]
    by_name: dict[str, Inner]
    maybe_late: Inner | None = None
    note: str = ""


class Functions(Protocol):
    async def read_all(self, ref: str, *, max_chars: int, skip: int = 0, like: Inner | None = None) -> Outer:
        """Read."""

    async def ping(self) -> dict[str, Any]:
        """Answer."""


class Recorder:
    def __init__(self, answer: object) -> None:
        self.answer = answer
        self.sent: list[tuple[str, dict[str, Any]]] = []

    async def send(self, name: str, arguments: dict[str, Any]) -> object:
        self.sent.append((name, arguments))
        return self.answer


ANSWER = {
    "inner": {"pageWidth": 3},
    "rows": [["a", 1], ["b"], {"pageWidth": 4}],
    "byName": {"x": {"pageWidth": 5}},
}


async def test_names_travel_in_camel_case_and_what_is_not_given_stays_away() -> None:
    other = Recorder(ANSWER)
    calls: Functions = calls_to(Functions, other.send)  # type: ignore[type-abstract]
    await calls.read_all("e1", max_chars=5, like=Inner(1))
    assert other.sent == [("readAll", {"ref": "e1", "maxChars": 5, "like": {"pageWidth": 1}})]


async def test_answers_become_what_they_are_declared_to_be() -> None:
    calls: Functions = calls_to(Functions, Recorder(ANSWER).send)  # type: ignore[type-abstract]
    answer = await calls.read_all("e1", max_chars=5)
    assert answer == Outer(Inner(3), [Pair("a", 1), Pair("b"), Inner(4)], {"x": Inner(5)})


async def test_an_answer_without_a_required_field_fails() -> None:
    calls: Functions = calls_to(Functions, Recorder({"inner": {}}).send)  # type: ignore[type-abstract]
    with pytest.raises(KeyError, match="pageWidth"):
        await calls.read_all("e1", max_chars=5)


def test_a_field_that_is_absent_has_its_default_and_null_is_none() -> None:
    decode = function(Functions.read_all).read
    assert decode({**ANSWER, "maybeLate": None}).maybe_late is None
    assert decode(ANSWER).note == ""


def test_a_type_that_does_not_travel_is_refused_when_it_is_declared() -> None:
    with pytest.raises(TypeError, match="cannot be sent as JSON"):
        decoder(set[str])
