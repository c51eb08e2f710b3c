"""`make soak`: clients work, faults are thrown at real browsers and the hub, and nothing may go wrong."""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import shutil
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from tests.faults.faults import GONE_WITHIN_S, all_ended, memory_mb, open_files
from tests.faults.real_hub import RealHub, is_alive
from tests.page_server import PageServer
from tests.soak.clients import Worker
from tests.soak.faults import Faults
from tests.soak.report import Report
from tests.soak.site import Site
from tests.waiting import soon

SAMPLE_EVERY_S = 5.0
MEMORY_MAX_MB = 250.0
GROWTH_MAX_MB = 50.0
FILES_MAX_GROWTH = 30


async def soak(minutes: float, count: int, seed: int, fault_every_s: float) -> Report:
    """Run one soak and return what it found."""
    report = Report()
    dice = random.Random(seed)
    hub = RealHub(Path(os.environ["TABWIRE_HOME"]))
    with PageServer() as server:
        site = Site(server)
        workers = [
            Worker(f"w{number}", site, report, random.Random(dice.random())) for number in range(count)
        ]
        ended = asyncio.Event()
        asyncio.get_running_loop().call_later(minutes * 60, ended.set)
        async with asyncio.TaskGroup() as tasks:
            for worker in workers:
                tasks.create_task(worker.work(ended))
            tasks.create_task(Faults(hub, report, dice, fault_every_s).throw(ended))
            tasks.create_task(_sample(hub, report, ended))
        await asyncio.gather(*(worker.close() for worker in workers))
        await _check_end(hub, report)
    return report


async def _sample(hub: RealHub, report: Report, ended: asyncio.Event) -> None:
    """Look at the hub's memory and files every few seconds."""
    while not ended.is_set():
        pid = await asyncio.to_thread(hub.pid)
        if pid and is_alive(pid):
            report.samples.append((pid, memory_mb(pid), open_files(pid)))
        with suppress(TimeoutError):
            await soon(ended.wait(), SAMPLE_EVERY_S)


async def _check_end(hub: RealHub, report: Report) -> None:
    """Compare the hub with its earlier self, end it, and look for what is left."""
    pid = await asyncio.to_thread(hub.pid)
    if pid:
        life = [sample for sample in report.samples if sample[0] == pid]
        _check_leaks(report, life, memory_mb(pid), open_files(pid))
        os.kill(pid, 15)
        if not await all_ended([pid], GONE_WITHIN_S):
            report.orphans.append(f"the hub {pid} did not end")
    await all_ended(hub.browsers(), GONE_WITHIN_S)
    report.orphans += [f"browser process {left}" for left in hub.browsers()]
    report.orphans += [f"profile {left}" for left in hub.temporary_profiles()]


def _check_leaks(report: Report, life: list[tuple[int, float, int]], memory: float, files: int) -> None:
    report.leaks += [f"{mb:.0f} MB in process {pid}" for pid, mb, _ in report.samples if mb > MEMORY_MAX_MB]
    if len(life) < 4:
        return
    _, early_mb, early_files = life[len(life) // 4]
    if memory > early_mb + GROWTH_MAX_MB:
        report.leaks.append(f"memory from {early_mb:.0f} to {memory:.0f} MB")
    if files > early_files + FILES_MAX_GROWTH:
        report.leaks.append(f"open files from {early_files} to {files}")


def main() -> int:
    """Read the arguments, run the soak in a home of its own, print the report."""
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=3.0)
    parser.add_argument("--clients", type=int, default=4)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randint(1, 10**6))
    parser.add_argument("--fault-every-s", type=float, default=6.0)
    options = parser.parse_args()
    home = tempfile.mkdtemp(prefix="tw-soak-")
    os.environ.update(
        TABWIRE_HOME=home, TABWIRE_HTTP_PORT="0", TABWIRE_BROWSER_HEADLESS="yes", TABWIRE_HUB_IDLE_EXIT_S="60"
    )
    print(f"{options.minutes:g} minutes, {options.clients} clients, seed {options.seed}", flush=True)
    try:
        report = asyncio.run(soak(options.minutes, options.clients, options.seed, options.fault_every_s))
    finally:
        shutil.rmtree(home, ignore_errors=True)
    print("\n".join(report.lines()))
    return 1 if any(report.problems.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
