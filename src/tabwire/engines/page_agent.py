"""The page agent's source: classic scripts, one topic each, joined in the order they build on each other."""

from __future__ import annotations

from functools import cache
from pathlib import Path

FILES = ("core.js", "dom.js", "refs.js", "page.js", "agent.js")


@cache
def source() -> str:
    """Return the whole page agent as one script."""
    return "\n".join((_folder() / name).read_text(encoding="utf-8") for name in FILES)


def _folder() -> Path:
    """Find the scripts: inside the installed package, or beside it in a checkout."""
    package = Path(__file__).resolve().parent.parent
    installed = package / "extension" / "page"
    return installed if installed.is_dir() else package.parent.parent / "extension" / "page"
