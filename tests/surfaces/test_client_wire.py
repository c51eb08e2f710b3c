"""The wire that command line and Python client speak, with well-behaved and with broken clients."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from tests.surfaces.conftest import User
from tests.waiting import SOON_S, keep_asking

from tabwire.hub_socket.connect import connect, greeting_for
from tabwire.hub_socket.greeting import COMMAND_SURFACE
from tabwire.places import Places
from tabwire.surfaces.lines import MAX_LINE_BYTES

NEVER = "new Promise(() => {})"


class Wire:
    """A client that sends whatever bytes a test wants."""

    def __init__(self, user: User) -> None:
        link = connect(Places({"TABWIRE_HOME": str(user.home)}), greeting_for(COMMAND_SURFACE))
        self.socket = link.socket
        self.socket.settimeout(SOON_S)
        self._received = b""

    def send(self, message: Any) -> None:
        self.socket.sendall(json.dumps(message).encode() + b"\n")

    def read(self) -> Any:
        while b"\n" not in self._received:
            part = self.socket.recv(65536)
            assert part, "the hub closed the connection"
            self._received += part
        line, self._received = self._received.split(b"\n", 1)
        return json.loads(line)

    def ask(self, command: str, **params: Any) -> Any:
        self.send({"id": "asked", "command": command, "params": params})
        while True:
            answer = self.read()
            if answer["id"] == "asked" and "progress" not in answer:
                return answer

    def is_usable(self) -> bool:
        return "result" in self.ask("status")


@pytest.fixture
def wire(regular: User) -> Iterator[Wire]:
    wire = Wire(regular)
    yield wire
    wire.socket.close()


def test_a_result_comes_as_json_and_as_text(wire: Wire) -> None:
    answer = wire.ask("status")
    assert answer["result"]["version"] == "0.1.0"
    assert "version: 0.1.0" in answer["text"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"{nonsense", "not JSON"),
        (b"\xff\xfe{}", "not JSON"),
        (b'{"id": 1, "command": "status", "params": {"x": NaN}}', "not JSON"),
        (b'{"id": 1, "command": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "not JSON"),
        (b"[1, 2]", "not a JSON object"),
        (b"null", "not a JSON object"),
        (b'{"command": "status"}', '"id"'),
        (b'{"id": {}, "command": "status"}', '"id"'),
        (b'{"id": true, "command": "status"}', '"id"'),
        (b'{"id": 1}', '"command"'),
        (b'{"id": 1, "command": 5}', '"command"'),
    ],
)
def test_a_line_that_makes_no_sense_is_answered_and_the_connection_stays_usable(
    wire: Wire, line: bytes, reason: str
) -> None:
    wire.socket.sendall(line + b"\n")
    error = wire.read()["error"]
    assert error["code"] == "INVALID_PARAMS"
    assert reason in error["message"]
    assert wire.is_usable()


def test_parameters_that_are_no_object_are_refused(wire: Wire) -> None:
    wire.send({"id": 1, "command": "navigate", "params": [1]})
    assert wire.read()["error"]["code"] == "INVALID_PARAMS"
    assert wire.is_usable()


def test_a_line_beyond_the_limit_is_skipped(wire: Wire) -> None:
    piece = b"x" * (1024 * 1024)
    for _ in range(MAX_LINE_BYTES // len(piece) + 1):
        wire.socket.sendall(piece)
    wire.socket.sendall(b"\n")
    assert "at most" in wire.read()["error"]["message"]
    assert wire.is_usable()


def test_twenty_megabytes_of_json_are_a_mistake_like_any_other(wire: Wire) -> None:
    answer = wire.ask("navigate", url="about:blank", filling="x" * 20_000_000)
    assert answer["error"]["code"] == "INVALID_PARAMS"
    assert wire.is_usable()


def test_a_cancelled_call_stops_and_gets_no_answer(wire: Wire) -> None:
    wire.ask("new_tab")
    wire.send({"id": 7, "command": "evaluate", "params": {"expression": NEVER}})
    assert "progress" in wire.read()
    wire.send({"cancel": 7})
    # The tab is free again, so the endless call has ended; nothing was said about it.
    assert wire.ask("evaluate", expression="1 + 1")["result"] == {"value": 2}


def test_cancelling_what_is_not_there_is_no_mistake(wire: Wire) -> None:
    for nothing in json.loads('[99, "x", null, [], {}]'):
        wire.send({"cancel": nothing})
    assert wire.is_usable()


def test_an_id_can_be_used_again_only_after_its_answer(wire: Wire) -> None:
    wire.ask("new_tab")
    wire.send({"id": 1, "command": "evaluate", "params": {"expression": NEVER}})
    wire.send({"id": 1, "command": "status", "params": {}})
    answer = wire.read()
    assert (answer["id"], answer["error"]["code"]) == (1, "INVALID_PARAMS")


def test_leaving_cancels_everything_under_way(regular: User, wire: Wire) -> None:
    leaver = Wire(regular)
    leaver.ask("new_tab")
    for number in range(5):
        leaver.send({"id": number, "command": "evaluate", "params": {"expression": NEVER}})
    assert "progress" in leaver.read()
    leaver.socket.close()
    keep_asking(lambda: sessions(wire) == 0)
    assert wire.is_usable()


def sessions(wire: Wire) -> int:
    return int(wire.ask("status")["result"]["sessions"])


def test_an_answer_larger_than_any_buffer_arrives_whole(wire: Wire) -> None:
    wire.ask("new_tab")
    answer = wire.ask("evaluate", expression="'ä'.repeat(3_000_000)")
    assert answer["result"]["value"] == "ä" * 3_000_000
