"""Node programs of `tools/node`, run as processes."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
TOOLS = ROOT / "tools" / "node"
TIMEOUT_S = 300
BIN = TOOLS / "node_modules" / ".bin"


async def run(program: str, *arguments: str, **environ: str) -> tuple[int, str]:
    """Run an installed program and return its exit code and all it printed."""
    return await _run(BIN / program, *arguments, **environ)


async def run_node(script: str, text: str) -> tuple[int, str]:
    """Run a script of ours on a text."""
    return await _run("node", TOOLS / script, text=text)


async def _run(*command: str | Path, text: str = "", **environ: str) -> tuple[int, str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    process = await asyncio.create_subprocess_exec(
        *command,
        env={**os.environ, "PATH": path, **environ},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        async with asyncio.timeout(TIMEOUT_S):
            output, _ = await process.communicate(text.encode())
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
        npm, "install", "--no-save", "--silent", "--no-audit", "--no-fund", cwd=TOOLS
    )
    assert await process.wait() == 0, "`npm install` failed in tools/node"


async def count_tokens(text: str) -> int:
    """Count the o200k tokens of a text."""
    await install()
    code, output = await run_node("count_tokens.mjs", text)
    assert code == 0, output
    return int(output)
