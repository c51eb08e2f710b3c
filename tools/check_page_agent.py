"""Check how the scripts of the page agent depend on each other. Run by `make check`.

They share one global, so their order in `order.json` says what may use what: a script uses only what scripts
before it define. The list also declares the layers, because the scripts of a folder stand together.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent / "extension" / "page"

_COMMENT = re.compile(r"/\*[\s\S]*?\*/|(?<![:\"'\\/])//.*")
_GLOBAL = r"\b(?:agent|globalThis\s*\.\s*tabwire)"
_MEMBER_DEFINED = re.compile(_GLOBAL + r"\s*\.\s*(\w+)\s*=(?!=)")
_MEMBER_USED = re.compile(_GLOBAL + r"\s*\??\.\s*(\w+)")
_MEMBERS_TAKEN = re.compile(r"\{([^{}]*)\}\s*=\s*(?:agent|globalThis\.tabwire)\s*;")
# The first script makes the global itself, with its first members.
_GLOBAL_MADE = re.compile(r"globalThis\.tabwire\s*=\s*\(?\{([^{}]*)\}")
_FUNCTION_DEFINED = re.compile(r"\bagent\s*\.\s*define\(\s*\"(\w+)\"")
_FUNCTION_CALLED = re.compile(r"\bagent\s*\.\s*call(?:Json)?\(\s*\"(\w+)\"")


@dataclass(frozen=True)
class Script:
    """What one script defines and uses: members of the global, and functions by their name in quotes."""

    name: str
    defines: frozenset[str]
    uses: frozenset[str]


def read(name: str, text: str) -> Script:
    """Read what a script defines and uses."""
    code = _COMMENT.sub("", text)
    made = {key for literal in _GLOBAL_MADE.findall(code) for key in _keys(literal)}
    defines = {*made, *_MEMBER_DEFINED.findall(code), *_quoted(_FUNCTION_DEFINED.findall(code))}
    taken = {key for literal in _MEMBERS_TAKEN.findall(code) for key in _keys(literal)}
    uses = {*taken, *_MEMBER_USED.findall(code), *_quoted(_FUNCTION_CALLED.findall(code))}
    return Script(name, frozenset(defines), frozenset(uses))


def _keys(literal: str) -> list[str]:
    return [part.split(":")[0].strip() for part in literal.split(",") if part.strip()]


def _quoted(names: list[str]) -> list[str]:
    return [f'"{name}"' for name in names]


def problems(page: Path) -> Iterator[str]:
    """Say what is wrong with the scripts of a folder and their order."""
    order = json.loads((page / "order.json").read_text(encoding="utf-8"))
    loaded = [*order["agent"], *order["synthetic"]]
    listed = [*loaded, order["last"], *order["standalone"]]
    present = {path.relative_to(page).as_posix() for path in page.rglob("*.js")}
    yield from (
        f"{name}: listed twice in order.json." for name in sorted(set(listed)) if listed.count(name) > 1
    )
    yield from (f"{name}: listed in order.json, but not there." for name in sorted({*listed} - present))
    yield from (f"{name}: not listed in order.json." for name in sorted(present - {*listed}))
    yield from _scattered_folders(loaded)
    scripts = [read(name, (page / name).read_text(encoding="utf-8")) for name in loaded if name in present]
    yield from _wrong_uses(scripts)


def _scattered_folders(loaded: list[str]) -> Iterator[str]:
    """A folder whose scripts stand apart would use folders after it."""
    folders = [folder for folder, _ in groupby(loaded, key=lambda name: name.split("/")[0])]
    for folder in sorted(set(folders)):
        if folders.count(folder) > 1:
            yield f"{folder}/: its scripts must stand together in order.json."


def _wrong_uses(scripts: list[Script]) -> Iterator[str]:
    """Since nothing uses what is loaded later, there can be no cycles, neither of scripts nor of folders."""
    definer: dict[str, Script] = {}
    for script in scripts:
        for member in sorted(script.defines):
            first = definer.setdefault(member, script)
            if first is not script:
                yield f"{script.name}: defines {member}, which {first.name} has defined."
    known: set[str] = set()
    for script in scripts:
        known |= script.defines
        for member in sorted(script.uses - known):
            later = definer.get(member)
            yield f"{script.name}: uses {member}, which " + (
                f"{later.name} defines later." if later else "no script defines."
            )


def main() -> None:
    """Print what is wrong, if anything, and end with an error."""
    found = list(problems(PAGE))
    for problem in found:
        print(f"extension/page/{problem}", file=sys.stderr)
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
