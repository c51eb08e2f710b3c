"""Node programs of `tools/node`, run as processes."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
TOOLS = ROOT / "tools" / "node"
BIN = TOOLS / "node_modules" / ".bin"


async def run(program: str, *arguments: str, timeout_s: float = 300, **environ: str) -> tuple[int, str]:
    """Run a program and return its exit code and all it printed."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    process = await asyncio.create_subprocess_exec(
        BIN / program,
        *arguments,
        env={**os.environ, "PATH": path, **environ},
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        async with asyncio.timeout(timeout_s):
            output, _ = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return process.returncode or 0, output.decode(errors="replace")


async def install() -> None:
    """Get the programs as the lock file names them, unless they are there."""
    if BIN.is_dir():
        return
    npm = shutil.which("npm", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    assert npm, "npm is missing: run `make ready`"
    process = await asyncio.create_subprocess_exec(
        npm, "ci", "--silent", "--no-audit", "--no-fund", cwd=TOOLS
    )
    assert await process.wait() == 0, "`npm ci` failed in tools/node"
