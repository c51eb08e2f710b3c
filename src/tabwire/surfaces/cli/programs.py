"""The argument parser of subcommands such as hub, doctor, config and mcp-config."""

from __future__ import annotations

import argparse
import sys

from tabwire.surfaces.cli.printing import USAGE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


class Parser(argparse.ArgumentParser):
    """A parser whose errors look like every other error of tabwire."""

    def error(self, message: str) -> NoReturn:
        """Print the error and the usage, and exit."""
        print(f"INVALID_PARAMS: {self.prog}: {message}\n{self.format_usage()}", end="", file=sys.stderr)
        sys.exit(USAGE)
