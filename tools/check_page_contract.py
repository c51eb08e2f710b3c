"""Check that the page agent defines what is declared, and that what is declared is called.

Run by `make check`. Types are checked by mypy and tsc; a name that only one side knows is not.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterator
from pathlib import Path

from tabwire.protocol.functions import methods_of
from tabwire.protocol.page_agent import PageAgent
from tabwire.protocol.typed_json import camel_case

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "extension" / "page"
SOURCE = ROOT / "src" / "tabwire"
DECLARATIONS = SOURCE / "protocol" / "page_agent"

_DEFINED = re.compile(r"\bagent\s*\.\s*define\(\s*\"(\w+)\"")
# A method of an agent, however that was come by, or of the class itself.
_CALLED = re.compile(r"\b(?:agent|main|PageAgent|(?:agent_in|acting_in|in_frame)\([^()]*\))\.(\w+)")


def problems(declared: Collection[str], scripts: str, python: str) -> Iterator[str]:
    """Say which functions are known to one side only; `declared` are the names of the methods."""
    functions = {camel_case(method): method for method in declared}
    defined = set(_DEFINED.findall(scripts))
    called = set(_CALLED.findall(python))
    yield from (f"{name} is declared, but no script defines it." for name in sorted({*functions} - defined))
    yield from (f"{name} is defined, but not declared." for name in sorted(defined - {*functions}))
    yield from (
        f"{method} is declared, but nothing in src/ calls it." for method in sorted({*declared} - called)
    )


def _text(folder: Path, pattern: str, *, without: Path | None = None) -> str:
    paths = (path for path in sorted(folder.rglob(pattern)) if not without or without not in path.parents)
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


def main() -> None:
    """Print what is wrong, if anything, and end with an error."""
    declared = [method.__name__ for method in methods_of(PageAgent)]
    python = _text(SOURCE, "*.py", without=DECLARATIONS)
    found = list(problems(declared, _text(PAGE, "*.js"), python))
    for problem in found:
        print(f"page agent: {problem}", file=sys.stderr)
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
