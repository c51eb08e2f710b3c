"""Ways to break things, and to wait until they work again."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tabwire.errors import TabwireError
from tests.front_door import FrontDoor
from tests.waiting import soon

# Whatever was killed: the next command works by then, and no process of ours is left.
AGAIN_WITHIN_S = 5.0
GONE_WITHIN_S = 10.0


async def works_again(door: FrontDoor, command: str, **params: Any) -> Any:
    """Repeat a command that may fail, but only with a typed error, until it works: within 5 s."""
    loop = asyncio.get_running_loop()
    ends_at = loop.time() + AGAIN_WITHIN_S
    while True:
        try:
            return await door.call(command, **params)
        except TabwireError as error:
            assert error.next_step, error
            assert loop.time() < ends_at, f"{command} still fails: {error.to_text()}"
        # What fails at once would leave nobody else a turn.
        await asyncio.sleep(0)


async def all_ended(pids: Iterable[int], within_s: float) -> bool:
    """Wait until processes have ended; tell whether all of them did in time."""
    try:
        await soon(asyncio.gather(*map(_end_of, pids)), within_s)
    except TimeoutError:
        return False
    return True


async def _end_of(pid: int) -> None:
    try:
        process = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    loop = asyncio.get_running_loop()
    is_over = asyncio.Event()
    loop.add_reader(process, is_over.set)
    try:
        await is_over.wait()
    finally:
        loop.remove_reader(process)
        os.close(process)


def memory_mb(pid: int) -> float:
    """Return the resident memory of a process."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def open_files(pid: int) -> int:
    """Count the open descriptors of a process."""
    return len(os.listdir(f"/proc/{pid}/fd"))
