"""What every contender can be asked for; each translates it into its own tools, as its makers advise."""

from __future__ import annotations

import os
import shutil
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.mcp_client import McpClient, Reply

VIEWPORT = (1280, 720)
BROWSER_SWITCHES = ["--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
# Every process that a contender starts inherits this variable: that is how they are found again.
MARK = "TABWIRE_BENCH_MARK"


class NotAvailable(Exception):
    """This contender cannot take part here, for the reason it gives."""


class NotFound(Exception):
    """A snapshot does not hold the element that the step needs."""


@dataclass(frozen=True)
class Field:
    """A form field as a person names it, and what belongs into it."""

    role: str
    label: str
    value: str


class Contender(ABC):
    """One program that drives a browser over MCP stdio, with a folder and a browser of its own."""

    label: str
    finds_text = False
    starts_browser = True

    def __init__(self, who: str) -> None:
        self.who = who
        self.mark = f"{who}-{os.getpid()}-{os.urandom(4).hex()}"
        self.folder = Path(tempfile.mkdtemp(prefix=f"tw-bench-{who}-"))
        self.client = McpClient(self.command(), self._environ(), self.folder)

    @property
    @abstractmethod
    def version(self) -> str:
        """Return the version that takes part."""

    @abstractmethod
    def command(self) -> list[str]:
        """Return the command that starts the MCP server."""

    def environ(self) -> dict[str, str]:
        """Return the settings that travel in the environment."""
        return {}

    def open(self) -> float:
        """Start the server; return the milliseconds until it had answered `initialize`."""
        return self.client.start()

    def close(self) -> None:
        """End everything and remove its folder."""
        self.client.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start_again(self) -> float:
        """Start one more server process beside the open one, end it, and return its milliseconds."""
        extra = McpClient(self.command(), self._environ(), self.folder)
        took_ms = extra.start()
        extra.stop()
        return took_ms

    @abstractmethod
    def navigate(self, url: str) -> Reply: ...

    @abstractmethod
    def snapshot(self) -> Reply: ...

    @abstractmethod
    def ref(self, snapshot: str, role: str, name: str) -> str:
        """Return the contender's name of an element in a snapshot."""

    @abstractmethod
    def click(self, ref: str) -> Reply: ...

    @abstractmethod
    def type(self, ref: str, text: str) -> Reply: ...

    @abstractmethod
    def fill(self, fields: Sequence[tuple[str, Field]]) -> None:
        """Fill many fields with as few calls as there are tools for it."""

    @abstractmethod
    def evaluate(self, expression: str) -> Reply: ...

    @abstractmethod
    def screenshot(self) -> Reply: ...

    def find(self, text: str) -> Reply:
        """Look for a text the cheapest way there is: in the whole page, if nothing else is offered."""
        return self.look()

    def look(self) -> Reply:
        """Read the page including its plain text."""
        return self.snapshot()

    def _environ(self) -> dict[str, str]:
        return {**os.environ, **self.environ(), MARK: self.mark}

    def _call(self, tool: str, **arguments: Any) -> Reply:
        return self.client.call(tool, **arguments)


def sandbox_switches() -> list[str]:
    """Return what Chrome needs to run for root."""
    return ["--no-sandbox"] if os.geteuid() == 0 else []
