"""The life of the servers: first navigation, memory, tool list, and what is left after kill -9."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.contenders import MARK, Contender, NotAvailable
from benchmarks.mcp_client import ServerFailed
from benchmarks.samples import Results
from benchmarks.server import BenchServer
from benchmarks.steps import Seat

LEFT_AFTER_S = 5.0
LOOK_EVERY_S = 0.1
BROWSER_WORDS = ("chromium", "chrome_crashpad", "--type=")


def note_tools(seats: Sequence[Seat], results: Results) -> None:
    """Keep the tool lists; their tokens are counted later."""
    for seat in seats:
        assert isinstance(seat.driver, Contender)
        tools = seat.driver.client.tools()
        results.note("tools", seat.driver.label, len(tools))
        results.note(
            "tool-list", seat.driver.label, json.dumps(tools, separators=(",", ":"), ensure_ascii=False)
        )


def note_memory(seats: Sequence[Seat], results: Results) -> None:
    """Note the memory of each contender's own processes after the run, its browser not counted."""
    for seat in seats:
        assert isinstance(seat.driver, Contender)
        sizes = {pid: _memory_mb(pid) for pid in marked(seat.driver.mark) if not _is_browser(pid)}
        client = sizes.pop(seat.driver.client.process.pid, 0.0)
        results.note("memory-client", seat.driver.label, round(client, 1))
        results.note("memory-behind", seat.driver.label, round(sum(sizes.values()), 1))


def run(kinds: Sequence[type[Contender]], server: BenchServer, times: int, results: Results) -> None:
    """Let every contender live a few times from nothing: start, first page, sudden death."""
    for number in range(times):
        for at in range(len(kinds)):
            _live(kinds[(at + number) % len(kinds)], server, results)


def _live(kind: type[Contender], server: BenchServer, results: Results) -> None:
    try:
        driver = kind("c0")
    except NotAvailable:
        return
    try:
        cold_ms = driver.open()
        results.of("start-cold", kind.label).ms.append(cold_ms)
        results.of("first", kind.label).add([driver.navigate(server.url(driver.who, "form"))])
        results.note("left", kind.label, _left_after_death(driver))
    except (ServerFailed, NotAvailable) as error:
        results.of("first", kind.label).fail(str(error))
    finally:
        _end_all(driver)


def _left_after_death(driver: Contender) -> int:
    """Kill everything of the contender but its browser, and count what is still there a while later."""
    for pid in marked(driver.mark):
        if not _is_browser(pid):
            os.kill(pid, signal.SIGKILL)
    driver.client.process.wait()
    ends_at = time.monotonic() + LEFT_AFTER_S
    while marked(driver.mark) and time.monotonic() < ends_at:
        time.sleep(LOOK_EVERY_S)
    return len(marked(driver.mark))


def _end_all(driver: Contender) -> None:
    for pid in marked(driver.mark):
        os.kill(pid, signal.SIGKILL)
    driver.client.stop()
    Contender.close(driver)


def marked(mark: str) -> list[int]:
    """Return the living processes that carry a mark in their environment."""
    wanted = f"{MARK}={mark}".encode()
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if wanted in (folder / "environ").read_bytes().split(b"\0") and not _is_dead(folder):
                found.append(int(folder.name))
        except OSError:
            continue
    return found


def _is_dead(folder: Path) -> bool:
    return ") Z " in (folder / "stat").read_text(errors="replace")


def _is_browser(pid: int) -> bool:
    try:
        line = Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace")
    except OSError:
        return False
    program = line.split("\0")[0]
    return "chromium" in program or "chrome_crashpad" in program or "\0--type=" in line


def _memory_mb(pid: int) -> float:
    """Return the memory that would be free if the process ended: shared pages count in shares."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024
