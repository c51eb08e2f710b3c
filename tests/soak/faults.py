"""Faults, thrown at random."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

from tests.faults.real_hub import RealHub
from tests.soak.report import Report
from tests.waiting import pass_time

FROZEN_S = 8.0


class Faults:
    """Break something every few seconds."""

    def __init__(self, hub: RealHub, report: Report, dice: random.Random, every_s: float) -> None:
        self._hub = hub
        self._report = report
        self._dice = dice
        self._every_s = every_s
        self._faults: dict[str, tuple[int, Callable[[], Awaitable[None]]]] = {
            "renderer killed": (6, lambda: self._kill("--type=renderer")),
            "GPU process killed": (1, lambda: self._kill("--type=gpu-process")),
            "network process killed": (1, lambda: self._kill("NetworkService")),
            "browser killed": (3, self._kill_browser),
            "browser frozen": (1, self._freeze),
            "hub killed": (2, self._kill_hub),
        }

    async def throw(self, ended: asyncio.Event) -> None:
        """Throw faults until told to end."""
        while not ended.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(ended.wait(), self._dice.uniform(0.5, 1.5) * self._every_s)
                return
            names = list(self._faults)
            (name,) = self._dice.choices(names, [self._faults[name][0] for name in names])
            self._report.faults[name] += 1
            with suppress(ProcessLookupError):
                await self._faults[name][1]()

    async def _kill(self, kind: str) -> None:
        found = [pid for pid in self._hub.browsers() if kind in _command_line(pid)]
        if found:
            os.kill(self._dice.choice(found), signal.SIGKILL)

    async def _kill_browser(self) -> None:
        for pid in self._main_processes():
            os.kill(pid, signal.SIGKILL)

    async def _freeze(self) -> None:
        stopped = self._hub.browsers()
        for pid in stopped:
            os.kill(pid, signal.SIGSTOP)
        await pass_time(FROZEN_S)
        for pid in stopped:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)

    async def _kill_hub(self) -> None:
        pid = await asyncio.to_thread(self._hub.pid)
        if pid:
            os.kill(pid, signal.SIGKILL)

    def _main_processes(self) -> list[int]:
        return [pid for pid in self._hub.browsers() if "--type=" not in _command_line(pid)]


def _command_line(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace")
    except OSError:
        return ""
