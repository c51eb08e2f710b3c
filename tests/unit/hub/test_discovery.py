"""The discovery file, and the words about a taken port."""

from __future__ import annotations

import dataclasses
import json
import os
import socket
import stat
from pathlib import Path

from tabwire.hub.discovery import Discovery, remove_discovery, write_discovery
from tabwire.hub.ports import owner_of, taken_note

OURS = Discovery(os.getpid(), "http://127.0.0.1:7890", "0.1.0", 1, "2026-11-15T12:00:00+00:00", "/tmp/s")


def test_the_file_is_private_and_replaced_in_one_step(tmp_path: Path) -> None:
    path = tmp_path / "hub.json"
    path.write_text("left over")
    write_discovery(str(path), OURS)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert json.loads(path.read_text())["http"] == "http://127.0.0.1:7890"
    assert list(tmp_path.iterdir()) == [path]


def test_only_the_hub_that_wrote_the_file_removes_it(tmp_path: Path) -> None:
    path = tmp_path / "hub.json"
    write_discovery(str(path), dataclasses.replace(OURS, pid=os.getpid() + 1))
    remove_discovery(str(path))
    assert path.exists()
    write_discovery(str(path), OURS)
    remove_discovery(str(path))
    assert not path.exists()


def test_removing_a_missing_or_broken_file_is_no_failure(tmp_path: Path) -> None:
    path = tmp_path / "hub.json"
    remove_discovery(str(path))
    path.write_text("[not what we wrote")
    remove_discovery(str(path))
    assert path.exists()


def test_the_owner_of_a_port_is_named() -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = listener.getsockname()[1]
        assert owner_of(port).endswith(f"(process {os.getpid()})")
        assert f"Port {port} is in use by " in taken_note(port, 7891)
        assert "HTTP is on port 7891" in taken_note(port, 7891)


def test_a_port_nobody_listens_on_has_no_owner() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        assert owner_of(unused.getsockname()[1]) == ""
