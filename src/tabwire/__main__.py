"""`tabwire …`: hand the command line to the part that deals with it, loading nothing else."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tabwire.hub.program import Compose


def main() -> int:
    """Run the program that the arguments name; return its exit code."""
    arguments = sys.argv[1:]
    if arguments[:1] == ["mcp"]:
        from tabwire.surfaces.stdio.shim import run as run_shim

        return run_shim(arguments[1:])
    if arguments[:1] == ["native-host"]:
        from tabwire.surfaces.stdio.native_host import run as run_native_host

        return run_native_host(arguments[1:])
    if arguments[:2] == ["hub", "run"]:
        from tabwire.hub.program import run as run_hub

        return run_hub(arguments[2:], _load_app)
    from tabwire.surfaces.cli import run as run_cli

    return run_cli(arguments)


def _load_app() -> Compose:
    from tabwire.app import open_app

    return open_app


if __name__ == "__main__":
    sys.exit(main())
