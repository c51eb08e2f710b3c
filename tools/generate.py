"""Write everything that is derived from the registry; with `--check`, only compare.

Run by `make gen` and `make check`. What is generated is committed, so that a reader sees it and that
the thin clients need neither the registry nor this program.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from generators import cli_table, command_docs, error_docs, extension_protocol, page_contract, python_client
from generators.parameters import topic_of
from tabwire.app import build_registry
from tabwire.registry import Command
from tabwire.settings import Settings

ROOT = Path(__file__).resolve().parent.parent


def generated() -> dict[str, str]:
    """Return the content of every generated file by its path."""
    commands = in_reading_order(list(build_registry(Settings())))
    return {
        "src/tabwire/surfaces/cli/commands.json": cli_table.render(commands),
        "src/tabwire/client/commands.py": _formatted(python_client.render(commands)),
        "docs/commands.md": command_docs.render(commands),
        "docs/errors.md": error_docs.render(),
        "extension/shared/protocol.js": extension_protocol.render(),
        "extension/page/contract.d.ts": _formatted_js("contract.d.ts", page_contract.render()),
    }


def in_reading_order(commands: list[Command]) -> list[Command]:
    """Put topics that most readers need before those that hold only special commands."""
    everyday = {topic_of(command) for command in commands if command.declaration.core}
    return sorted(commands, key=lambda command: topic_of(command) not in everyday)


def _formatted(source: str) -> str:
    """Return Python source as `ruff format` would leave it."""
    ruff = Path(sys.executable).with_name("ruff")
    done = subprocess.run(
        [ruff, "format", "--quiet", "--stdin-filename", "commands.py", "-"],
        input=source, capture_output=True, text=True, check=True, cwd=ROOT,
    )  # fmt: skip
    return done.stdout


def _formatted_js(name: str, source: str) -> str:
    """Return JavaScript or its types as `biome format` would leave them."""
    biome = ROOT / "tools" / "node" / "node_modules" / ".bin" / "biome"
    done = subprocess.run(
        [biome, "format", f"--stdin-file-path=extension/page/{name}"],
        input=source, capture_output=True, text=True, check=True, cwd=ROOT,
    )  # fmt: skip
    return done.stdout


def differing(files: dict[str, str]) -> list[str]:
    """Return the paths whose file is missing or says something else."""
    return [
        path
        for path, content in files.items()
        if not (ROOT / path).exists() or (ROOT / path).read_text(encoding="utf-8") != content
    ]


def main(arguments: list[str]) -> int:
    """Write the files that differ, or with `--check` name them and fail."""
    files = generated()
    changed = differing(files)
    if arguments == ["--check"]:
        for path in changed:
            print(f"{path} is out of date: run `make gen` and commit it.", file=sys.stderr)
        return 1 if changed else 0
    for path in changed:
        (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / path).write_text(files[path], encoding="utf-8")
        print(f"written: {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
