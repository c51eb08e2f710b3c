"""Which requests a hub that ended left without an answer."""

from __future__ import annotations

import json
from typing import Any

from tabwire.surfaces.stdio.shim_memory import Memory


def line(**message: Any) -> bytes:
    """Return a message as some client writes it: with blanks, its id at the end."""
    number = message.pop("id", None)
    return json.dumps({**message, "jsonrpc": "2.0", **({} if number is None else {"id": number})}).encode()


def call(number: int | str) -> bytes:
    return line(id=number, method="tools/call", params={"name": "browser_click", "arguments": {"id": 99}})


def errors(memory: Memory) -> dict[int | str, Any]:
    answers = [json.loads(answer) for answer in memory.errors_for_open_requests().splitlines()]
    return {answer["id"]: answer.get("result") or answer["error"] for answer in answers}


def test_only_requests_without_an_answer_get_an_error_and_only_once() -> None:
    memory = Memory()
    for number in (1, 'two, "quoted" and ü', 3):
        memory.record_request(call(number))
    memory.record_request(line(id=4, method="tools/list"))
    memory.record_request(line(id=77, result={}))
    memory.record_answer(b'{"jsonrpc":"2.0","id":1,"result":{"content":[]}}')
    memory.record_answer(b'{"jsonrpc":"2.0","id":3,"method":"elicitation/create","params":{}}')
    memory.record_answer(b'{"jsonrpc":"2.0","method":"notifications/message","params":{"id":3}}')
    left = errors(memory)
    assert set(left) == {'two, "quoted" and ü', 3, 4}
    assert left[3]["isError"]
    assert left[3]["content"][0]["text"].startswith(
        "UNKNOWN_OUTCOME: The hub ended before it answered browser_click"
    )
    assert left[4]["code"] == -32603
    assert errors(memory) == {}


def test_a_cancelled_request_gets_no_error() -> None:
    memory = Memory()
    memory.record_request(call(5))
    memory.record_request(line(method="notifications/cancelled", params={"requestId": 5}))
    assert errors(memory) == {}


def test_the_beginning_is_the_latest_greeting_and_nothing_else() -> None:
    memory = Memory()
    hello, ready = line(id=1, method="initialize"), line(method="notifications/initialized")
    for sent in (line(id=0, method="initialize"), hello, ready, call(2), b"no JSON", b"[1]", b""):
        memory.record_request(sent)
    assert memory.beginning == [hello, ready]
