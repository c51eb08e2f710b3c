"""The life of a hub, with real processes: start, clients, versions, faults, end."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.unit.hub.hub_home import ECHO_HUB, Home, echo

from tabwire.hub_socket.connect import HubUnavailable, connect, find_hub, greet, greeting_for
from tabwire.hub_socket.greeting import COMMAND_SURFACE, DRAIN_SURFACE, LINE_MAX, STOP_SURFACE, Greeting
from tabwire.places import Places


def hubs_in(home: Home) -> set[int]:
    """Find the processes whose environment names this home and whose program is a hub."""
    found = set()
    for pid in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            environment = Path(f"/proc/{pid}/environ").read_bytes()
            program = Path(f"/proc/{pid}/cmdline").read_bytes()
            if os.fsencode(home.places.state) in environment and b"--lock-file" in program:
                found.add(int(pid))
    return found


def newer(door: str = COMMAND_SURFACE) -> Greeting:
    return Greeting({"build": "9.0.0", "door": door})


def test_the_first_client_starts_the_hub_and_the_next_one_finds_it(home: Home) -> None:
    first = home.connect()
    second = home.connect()
    assert echo(first, b"one") == b"one"
    assert echo(second, b"two") == b"two"
    assert first.answer.get("pid") == second.answer.get("pid")


def test_twenty_clients_at_once_give_one_hub_and_twenty_answers(home: Home) -> None:
    with ThreadPoolExecutor(20) as pool:
        links = list(pool.map(lambda _: home.connect(), range(20)))
    assert {echo(link, b"hello") for link in links} == {b"hello"}
    assert len({link.answer.get("pid") for link in links}) == 1
    assert len(hubs_in(home)) == 1


def test_twenty_client_processes_at_once_share_one_hub(home: Home) -> None:
    program = (
        "import sys; sys.path.insert(0, sys.argv[1]); from tests.unit.hub.hub_home import *\n"
        "link = Home(Places()).connect(); print(link.answer.get('pid'), echo(link, b'hi'), flush=True)\n"
        "sys.stdin.read()"
    )
    argv = [sys.executable, "-c", program, str(Path(__file__).parents[3])]
    clients = [
        subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(20)
    ]
    said = {client.stdout.readline() for client in clients if client.stdout}
    assert len(said) == 1
    assert said.pop().endswith("b'hi'\n")
    assert len(hubs_in(home)) == 1
    for client in clients:
        client.communicate()


def test_what_the_hub_leaves_on_disk_is_private(home: Home) -> None:
    home.connect()
    assert stat.S_IMODE(os.stat(home.places.state).st_mode) == 0o700
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in Path(home.places.state).iterdir()}
    assert modes == dict.fromkeys(["hub.sock", "hub.lock", "hub.json", "hub.log", "hub.out"], 0o600)


def test_the_discovery_file_says_where_the_hub_is(home: Home) -> None:
    link = home.connect()
    discovery = json.loads(Path(home.places.discovery).read_text())
    assert discovery["pid"] == int(link.answer.get("pid"))
    assert discovery["http"] == "http://127.0.0.1:7890"
    assert discovery["notes"] == ["a note for the user"]


def test_r25_a_stale_socket_is_replaced(home: Home) -> None:
    dead = socket.socket(socket.AF_UNIX)
    dead.bind(home.places.socket)
    dead.close()
    assert echo(home.connect(), b"alive") == b"alive"


def test_a_hub_killed_outright_is_followed_by_a_new_one(home: Home) -> None:
    first = home.connect()
    os.kill(home.pid(), signal.SIGKILL)
    assert first.socket.recv(1) == b""
    second = home.connect()
    assert echo(second, b"again") == b"again"
    assert second.answer.get("pid") != first.answer.get("pid")


def test_r25_a_pid_in_a_left_over_discovery_file_is_never_touched(home: Home) -> None:
    bystander = subprocess.Popen(["sleep", "60"])
    Path(home.places.discovery).write_text(json.dumps({"pid": bystander.pid}))
    home.connect()
    assert bystander.poll() is None
    bystander.kill()
    bystander.wait()


def test_r25_a_removed_socket_comes_back_and_the_same_hub_answers(home: Home) -> None:
    first = home.connect()
    os.unlink(home.places.socket)
    second = home.connect()
    assert second.answer.get("pid") == first.answer.get("pid")
    assert echo(first, b"still here") == b"still here"


def test_a_hub_whose_folder_was_removed_serves_its_clients_and_then_ends(home: Home) -> None:
    link = home.connect()
    subprocess.run(["rm", "-rf", home.places.state], check=True)
    new = home.connect()
    assert new.answer.get("pid") != link.answer.get("pid")
    assert echo(link, b"still here") == b"still here"
    link.socket.close()
    wait_for_end(int(link.answer.get("pid")))
    assert echo(new, b"untouched") == b"untouched"


def test_a_second_hub_leaves_quietly(home: Home) -> None:
    home.connect()
    second = subprocess.run(ECHO_HUB, capture_output=True, text=True, check=False)
    assert (second.returncode, second.stdout, second.stderr) == (0, "A hub is already running.\n", "")


def test_an_idle_hub_ends_and_removes_its_traces(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABWIRE_HUB_IDLE_EXIT_S", "0.2")
    link = home.connect()
    echo(link, b"work 0.5")
    link.socket.close()
    assert home.hub_ends(5)
    assert not Path(home.places.socket).exists()
    assert not Path(home.places.discovery).exists()


def test_a_stop_lets_the_command_under_way_finish(home: Home) -> None:
    link = home.connect()
    link.socket.sendall(b"work 0.5\n")
    wait_until_running(home)
    os.kill(home.pid(), signal.SIGTERM)
    assert link.socket.recv(100) == b"work 0.5\n"
    assert link.socket.recv(100) == b""
    assert home.hub_ends(5)


def test_a_stop_ends_within_ten_seconds_whatever_runs(home: Home) -> None:
    link = home.connect()
    link.socket.sendall(b"work 600\n")
    wait_until_running(home)
    pid = home.pid()
    os.kill(pid, signal.SIGTERM)
    assert home.hub_ends(10)
    assert link.socket.recv(100) == b""


def test_a_client_may_ask_the_hub_to_stop(home: Home) -> None:
    home.connect().socket.close()
    asked = find_hub(home.places, greeting_for(STOP_SURFACE))
    assert asked is not None
    asked.socket.close()
    assert home.hub_ends(5)


def test_r26_a_newer_client_gets_a_newer_hub_and_the_old_one_serves_on(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = home.connect()
    monkeypatch.setenv("ECHO_BUILD", "9.0.0")
    new = home.connect(newer())
    assert (old.answer.build, new.answer.build) != (new.answer.build, old.answer.build)
    assert new.answer.build == "9.0.0"
    assert echo(old, b"old") == b"old"
    assert echo(new, b"new") == b"new"
    old.socket.close()
    wait_for_end(int(old.answer.get("pid")))
    assert home.pid() == int(new.answer.get("pid"))


def test_r26_an_older_client_uses_a_newer_hub_of_the_same_protocol(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ECHO_BUILD", "9.0.0")
    home.connect(newer()).socket.close()
    assert echo(home.connect(), b"fine") == b"fine"


def test_only_a_newer_client_can_make_the_hub_step_aside(home: Home) -> None:
    link = home.connect()
    asked = greet(home.places, greeting_for(DRAIN_SURFACE))
    assert asked is not None
    asked.socket.close()
    assert home.pid() == int(link.answer.get("pid"))


def test_r26_an_incompatible_client_is_told_what_to_do(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ECHO_PROTOCOL", "2")
    with pytest.raises(HubUnavailable, match=r"protocol 1.*protocol 2") as refused:
        home.connect()
    assert refused.value.code == "VERSION_MISMATCH"
    assert "tabwire hub stop" in refused.value.next_step


def test_a_newer_client_replaces_even_a_hub_of_an_older_protocol(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.connect().socket.close()
    monkeypatch.setenv("ECHO_BUILD", "9.0.0")
    monkeypatch.setenv("ECHO_PROTOCOL", "2")
    link = home.connect(Greeting({"build": "9.0.0", "door": COMMAND_SURFACE}, 2))
    assert link.answer.protocol == 2
    assert echo(link, b"two") == b"two"


def test_a_hub_that_cannot_start_says_why(home: Home) -> None:
    Path(home.places.config_file).write_text("[hub]\nlog_level = 'loud'\n")
    with pytest.raises(HubUnavailable, match=r"config.toml, line 2: hub.log_level") as failed:
        home.connect()
    assert failed.value.code == "INVALID_PARAMS"


def test_a_hub_that_breaks_while_starting_shows_its_last_words(home: Home) -> None:
    Path(home.places.config_file).write_text("tools = 'broken'\n")
    with pytest.raises(HubUnavailable, match="the work cannot be opened"):
        home.connect()


def test_a_hub_that_does_not_answer_is_a_named_failure(home: Home) -> None:
    silent = socket.socket(socket.AF_UNIX)
    silent.bind(home.places.socket)
    silent.listen()
    silent.close()
    with pytest.raises(HubUnavailable, match="did not start"):
        connect(home.places, greeting_for(COMMAND_SURFACE), program=["/bin/true"])


@pytest.mark.parametrize(
    "line",
    [b"GET / HTTP/1.1\r\n\r\n", b"\x00" * 100 + b"\n", b"A" * (LINE_MAX + 1), b"TABWIRE/1 door=mcp\nearly"],
)
def test_a_connection_without_a_proper_greeting_is_closed_unanswered(home: Home, line: bytes) -> None:
    home.connect()
    stranger = socket.socket(socket.AF_UNIX)
    stranger.connect(home.places.socket)
    stranger.sendall(line)
    with contextlib.suppress(ConnectionResetError):
        assert stranger.recv(100) == b""
    stranger.close()
    assert home.status() is not None


def test_an_unknown_door_is_refused(home: Home) -> None:
    with pytest.raises(HubUnavailable, match='no surface "cellar"'):
        home.connect(greeting_for("cellar"))


@pytest.mark.skipif(os.getuid() != 0, reason="only root can become another user to try it")
def test_another_user_is_cut_off_even_where_the_files_would_let_him_in(home: Home) -> None:
    home.connect()
    os.chmod(home.places.state, 0o755)
    os.chmod(home.places.socket, 0o666)
    program = (
        "import os, socket; os.setuid(65534); s = socket.socket(socket.AF_UNIX)\n"
        f"s.connect({home.places.socket!r})\n"
        "try:\n    s.sendall(b'TABWIRE/1 build=1 door=status\\n'); print(s.recv(100))\n"
        "except OSError:\n    print(b'')"
    )
    tried = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert tried.stdout == "b''\n", tried.stderr


def test_a_path_too_long_for_a_socket_is_explained(tmp_path: Path) -> None:
    places = Places({"TABWIRE_HOME": str(tmp_path / ("x" * 120))})
    with pytest.raises(HubUnavailable, match="too long"):
        connect(places, greeting_for(COMMAND_SURFACE), program=ECHO_HUB)


def wait_until_running(home: Home) -> None:
    ends_at = time.monotonic() + 5
    while time.monotonic() < ends_at:
        status = home.status()
        if status is not None and status.get("running") == "1":
            return
    raise AssertionError("the command never began")


def wait_for_end(pid: int) -> None:
    watched = os.pidfd_open(pid)
    try:
        assert select.select([watched], [], [], 10)[0], f"process {pid} still runs"
    finally:
        os.close(watched)


def test_the_hub_keeps_no_pipe_of_the_client_that_started_it_open(home: Home) -> None:
    read_end, write_end = os.pipe()
    program = (
        "import sys; sys.path.insert(0, sys.argv[1]); from tests.unit.hub.hub_home import *\n"
        "print(echo(Home(Places()).connect(), b'hi'))"
    )
    subprocess.run(
        [sys.executable, "-c", program, str(Path(__file__).parents[3])], pass_fds=[write_end], check=True
    )
    os.close(write_end)
    assert select.select([read_end], [], [], 5)[0], "the hub still holds the other end"
    assert os.read(read_end, 1) == b""
    os.close(read_end)


@pytest.fixture
def full_disk(tmp_path: Path) -> Iterator[Path]:
    """A small disk without a free byte."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(tmp_path)], check=True)
    with (tmp_path / "filling").open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while file.write(b"x" * 1024):
            pass
    yield tmp_path
    subprocess.run(["umount", str(tmp_path)], check=True)


@pytest.mark.skipif(os.getuid() != 0, reason="only root can make a small disk to fill")
def test_a_full_disk_is_named_as_the_cause(full_disk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABWIRE_HOME", str(full_disk))
    with pytest.raises(HubUnavailable, match="no space") as failed:
        connect(Places(), greeting_for(COMMAND_SURFACE), program=["/bin/false"])
    assert "Free some disk space" in failed.value.next_step


def test_a_hub_that_is_frozen_is_named_with_its_process(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabwire.hub_socket.connect.ANSWER_DEADLINE_S", 0.2)
    home.connect()
    pid = home.pid()
    os.kill(pid, signal.SIGSTOP)
    try:
        with pytest.raises(HubUnavailable, match=rf"process {pid}\) accepted the connection") as failed:
            home.connect()
        assert failed.value.code == "TIMEOUT"
    finally:
        os.kill(pid, signal.SIGCONT)
    monkeypatch.undo()
    monkeypatch.setenv("TABWIRE_HOME", home.places.state)
    assert echo(home.connect(), b"awake") == b"awake"
