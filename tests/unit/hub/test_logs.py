"""The hub's log."""

from __future__ import annotations

import json
import logging
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from tabwire.hub import logs
from tabwire.hub.logs import start_logging, stop_logging


@pytest.fixture
def log_file(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "hub.log"
    handler = start_logging(str(path), "info")
    yield path
    stop_logging(handler)
    logging.getLogger().setLevel(logging.WARNING)
    logging.captureWarnings(capture=False)


def test_an_event_is_one_line_of_json_with_its_facts(log_file: Path) -> None:
    logging.getLogger("tabwire.command").info("command", extra={"facts": {"command": "click", "ms": 1.5}})
    line = json.loads(log_file.read_text())
    assert (line["level"], line["from"], line["event"]) == ("info", "tabwire.command", "command")
    assert (line["command"], line["ms"]) == ("click", 1.5)
    assert line["time"].endswith("+00:00")


def test_text_from_pages_stays_on_its_line_and_prints_as_plain_characters(log_file: Path) -> None:
    logging.getLogger("page").warning("a\nb\x1b[31m\x7f\x9b\u2028 %s", "\x00é")
    written = log_file.read_bytes()
    assert written.count(b"\n") == 1
    assert all(0x20 <= byte < 0x7F for byte in written.rstrip(b"\n"))
    assert json.loads(written)["event"] == "a\nb\x1b[31m\x7f\x9b\u2028 \x00é"


def test_a_failure_carries_its_traceback(log_file: Path) -> None:
    try:
        raise ValueError("broken")
    except ValueError:
        logging.getLogger("tabwire").exception("it failed")
    assert "ValueError: broken" in json.loads(log_file.read_text())["exception"]


def test_the_log_is_private_and_does_not_grow_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logs, "MAX_BYTES", 2000)
    path = tmp_path / "hub.log"
    handler = start_logging(str(path), "info")
    for number in range(200):
        logging.getLogger("tabwire").info("event %s", number)
    stop_logging(handler)
    logging.captureWarnings(capture=False)
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == ["hub.log", "hub.log.1", "hub.log.2", "hub.log.3"]
    assert all(file.stat().st_size <= 2000 for file in files)
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_a_disk_that_cannot_be_written_costs_only_the_lines(capfd: pytest.CaptureFixture[str]) -> None:
    handler = start_logging("/dev/full", "info")
    logging.getLogger("tabwire").info("nobody will read this")
    stop_logging(handler)
    logging.captureWarnings(capture=False)
    assert capfd.readouterr() == ("", "")
