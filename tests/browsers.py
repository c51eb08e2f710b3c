"""Browsers of a test's own, started by an app or by a user who lets us attach; and ways to kill them."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path

from tabwire.browsers.executables import find_executable
from tabwire.callers import local_user
from tests.apps import app_in
from tests.front_door import FrontDoor


@asynccontextmanager
async def own_app(home: Path, **environ: str) -> AsyncIterator[FrontDoor]:
    """Run an app of the test's own, for tests that end its browser."""
    async with app_in(home, **environ) as app:
        yield FrontDoor(app, local_user("own"))


@contextmanager
def foreign_browser() -> Iterator[tuple[str, str]]:
    """Start a browser as a user would who wants to be attached to; yield its DevTools addresses."""
    folder = tempfile.mkdtemp()
    switches = ["--headless=new", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
    switches += ["--no-sandbox"] if os.getuid() == 0 else []
    process = subprocess.Popen(
        [find_executable(), *switches, "--remote-debugging-port=0", f"--user-data-dir={folder}"],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stderr is not None
    try:
        for line in process.stderr:
            if found := re.search(r"DevTools listening on (ws://(\S+?)/\S*)", line):
                yield found[1], f"http://{found[2]}"
                break
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        process.stderr.close()
        shutil.rmtree(folder, ignore_errors=True)


def processes_with(text: str) -> list[int]:
    """List the living processes whose command line contains the text."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if text.encode() in path.read_bytes():
                found.append(int(path.parent.name))
        except (FileNotFoundError, ProcessLookupError):
            continue
    return found


def kill_browser(home: Path) -> None:
    """Kill the browser that works in a profile below `home`."""
    for pid in processes_with(f"--user-data-dir={home}"):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def kill_parts(kind: str, *, of: str = "") -> int:
    """Kill the processes of one kind in all browsers of this run, as the kernel does; return how many."""
    return _kill(set(processes_with(f"--type={kind}")) & set(processes_with(of)))


def kill_pages() -> int:
    """Kill the processes of pages in all browsers of this run, but not of extensions; return how many."""
    return _kill(set(processes_with("--type=renderer")) - set(processes_with("--extension-process")))


def _kill(pids: set[int]) -> int:
    """Kill those processes that this run started; return how many."""
    killed = 0
    for pid in pids:
        try:
            if _is_ours(pid):
                os.kill(pid, signal.SIGKILL)
                killed += 1
        except (FileNotFoundError, ProcessLookupError):
            continue
    return killed


def _is_ours(pid: int) -> bool:
    """Tell whether this test run started the process, directly or not."""
    while pid > 1:
        if pid == os.getpid():
            return True
        pid = int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])
    return False
