"""The whole hub with a browser: many starters, taken ports, sudden and orderly ends."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from tests.page_server import PageServer
from tests.surfaces.conftest import TABWIRE, User

NEVER = "new Promise(() => {})"


def processes_of(user: User) -> set[int]:
    """Find the processes that run in or for this user's home, by what the kernel knows of them."""
    home = os.fsencode(user.home)
    found = set()
    for pid in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            if home in Path(f"/proc/{pid}/cmdline").read_bytes():
                found.add(int(pid))
    return found


def all_end(pids: set[int], within_s: float) -> bool:
    """Tell whether every one of the processes ends soon."""
    ends_at = time.monotonic() + within_s
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            watched = os.pidfd_open(pid)
            try:
                if not select.select([watched], [], [], max(0, ends_at - time.monotonic()))[0]:
                    return False
            finally:
                os.close(watched)
    return True


def test_twenty_programs_at_once_give_one_hub_and_twenty_answers(user: User) -> None:
    programs = [user.start("status", "--json") for _ in range(20)]
    answers = [program.communicate(timeout=60) for program in programs]
    assert [program.returncode for program in programs] == [0] * 20, answers
    log = (user.home / "hub.log").read_text()
    assert log.count('"event": "hub ready"') == 1


def test_r24_a_taken_port_is_told_with_its_owner_and_another_is_used(new_user: Callable[[], User]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        user = new_user()
        user.extra["TABWIRE_HTTP_PORT"] = str(port)
        said = user.says("hub", "start")
        assert f"Port {port} is in use by " in said
        assert f"(process {os.getpid()})" in said
        assert user.discovery()["http"] != f"http://127.0.0.1:{port}"
        assert f"Port {port} is in use" in user.discovery()["notes"][0]
        assert f"Port {port} is in use" in user.says("hub", "status")
        assert f"Port {port} is in use" in user.run("doctor", "--no-launch").stdout


def test_a_hub_killed_outright_takes_its_browsers_along_and_the_next_call_works(
    user: User, server: PageServer
) -> None:
    page = server.add_html("<title>Again</title>")
    user.says("navigate", page)
    browsers = processes_of(user)
    assert browsers
    os.kill(user.discovery()["pid"], signal.SIGKILL)
    assert all_end(browsers, 5), "a browser outlived its hub"
    assert "title: Again" in user.says("navigate", page)


def test_an_orderly_end_waits_for_no_endless_command_and_leaves_nothing(
    user: User, server: PageServer
) -> None:
    user.says("navigate", server.add_html("<title>Busy</title>"))
    busy = user.start("evaluate", NEVER)
    while "1 running commands" not in user.says("hub", "status"):
        assert busy.poll() is None
    pid = user.discovery()["pid"]
    processes = processes_of(user) | {pid}
    os.kill(pid, signal.SIGTERM)
    assert all_end(processes, 11)
    _, said = busy.communicate(timeout=10)
    assert busy.returncode == 1
    assert said
    left = {path.name for path in user.home.iterdir()}
    assert not left & {"hub.sock", "hub.json"}
    assert not list((user.home / "profiles").iterdir())


def test_a_hub_nobody_needs_ends_by_itself(new_user: Callable[[], User]) -> None:
    user = new_user()
    user.extra["TABWIRE_HUB_IDLE_EXIT_S"] = "0.5"
    user.says("status")
    assert all_end({user.discovery()["pid"]}, 10)
    assert not (user.home / "hub.sock").exists()


def test_a_socket_removed_under_the_hub_comes_back(user: User) -> None:
    user.says("hub", "start")
    pid = user.discovery()["pid"]
    (user.home / "hub.sock").unlink()
    assert f"process {pid}" in user.says("hub", "start")


def test_the_hub_survives_the_terminal_it_was_started_from(user: User) -> None:
    in_a_terminal = f"{TABWIRE} hub start; kill -HUP 0"
    subprocess.run(["setsid", "--wait", "sh", "-c", in_a_terminal], env=user.environ, check=False)
    assert user.run("hub", "status").returncode == 0


def test_the_hub_fits_into_its_memory(regular: User) -> None:
    status = Path(f"/proc/{regular.discovery()['pid']}/status").read_text()
    resident_kb = int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))
    assert resident_kb < 110 * 1024
