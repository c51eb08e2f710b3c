"""The parser of the programs that are part of tabwire itself: hub, doctor, config, mcp-config."""

from __future__ import annotations

import argparse
import sys

from tabwire.surfaces.cli.printing import USAGE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


class Parser(argparse.ArgumentParser):
    """A parser whose complaints look like every other error of tabwire."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and how the program is used, and leave."""
        print(f"INVALID_PARAMS: {self.prog}: {message}\n{self.format_usage()}", end="", file=sys.stderr)
        sys.exit(USAGE)
