"""Where a run took place."""

from __future__ import annotations

import os
import platform
import subprocess
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.peers import VERSIONS
from benchmarks.programs import CHROMIUM, NODE
from tabwire import __version__


def describe(seed: int, rounds: int) -> dict[str, str]:
    """Return the machine, the versions and the size of the run."""
    return {
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "machine": f"{_processor()}, {os.cpu_count()} cores, {_memory_gb()} GB, {platform.platform()}",
        "browser": _version([CHROMIUM, "--version"]),
        "python": platform.python_version(),
        "node": _version([NODE, "--version"]),
        "tabwire": __version__,
        **VERSIONS,
        "seed": str(seed),
        "rounds": str(rounds),
        "load": f"{os.getloadavg()[0]:.1f} at the end of the run",
    }


def _version(command: list[str]) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


def _memory_gb() -> int:
    return round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30)
