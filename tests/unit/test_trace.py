"""A trace: who asked for one gets all parts, nobody else pays or sees anything."""

from __future__ import annotations

import asyncio
from typing import Any

from tabwire.trace import note_answer, span, tracing


def names(trace):
    return [fact["name"] for fact in trace.facts()]


def test_parts_come_in_the_order_they_began():
    with tracing() as trace:
        with span("outer"), span("inner"):
            pass
        with span("after"):
            pass
    assert names(trace) == ["outer", "inner", "after"]


def test_a_part_lies_within_the_part_that_holds_it():
    with tracing() as trace, span("outer"), span("inner"):
        pass
    facts: list[dict[str, Any]] = [*trace.facts()]
    outer, inner = facts
    assert outer["start_ms"] <= inner["start_ms"]
    assert inner["took_ms"] <= outer["took_ms"]


def test_a_part_that_fails_is_noted_too():
    with tracing() as trace:
        try:
            with span("failing"):
                raise ValueError
        except ValueError:
            pass
    assert names(trace) == ["failing"]


def test_nothing_is_noted_when_nobody_asked():
    with tracing() as trace:
        pass
    with span("later"):
        pass
    assert trace.spans == []


async def test_an_answer_is_noted_when_it_comes():
    with tracing() as trace:
        answer = asyncio.get_running_loop().create_future()
        note_answer("Page.navigate", answer)
        assert trace.spans == []
        answer.set_result({})
        await asyncio.sleep(0)
    assert names(trace) == ["Page.navigate"]


async def test_commands_side_by_side_have_traces_of_their_own():
    async def command(name):
        with tracing() as trace, span(name):
            await asyncio.sleep(0)
        return names(trace)

    first, second = await asyncio.gather(command("one"), command("two"))
    assert (first, second) == (["one"], ["two"])


async def test_tasks_of_a_command_belong_to_its_trace():
    async def part():
        with span("part"):
            await asyncio.sleep(0)

    with tracing() as trace:
        await asyncio.gather(part(), part())
    assert names(trace) == ["part", "part"]
