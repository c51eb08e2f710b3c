"""tabwire itself, on each of the ways it has to a browser."""

from __future__ import annotations

import csv
import io
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.contenders import (
    BROWSER_SWITCHES,
    VIEWPORT,
    Contender,
    Field,
    NotAvailable,
    NotFound,
)
from benchmarks.mcp_client import Reply
from benchmarks.programs import CHROMIUM
from tabwire import __version__

# What headless Chrome keeps of a window's height for its frame and for the bar about remote debugging.
FRAME_PX = 143
PROGRAM = str(Path(sys.executable).parent / "tabwire")


class TabwireLaunched(Contender):
    """A browser that the hub starts."""

    label = "tabwire"
    is_peer = False
    finds_text = True

    @property
    def version(self) -> str:
        return __version__

    def command(self) -> list[str]:
        return [PROGRAM, "mcp"]

    def environ(self) -> dict[str, str]:
        return {
            "TABWIRE_HOME": str(self.folder),
            "TABWIRE_HTTP_PORT": "0",
            "TABWIRE_BROWSER_HEADLESS": "yes",
            "TABWIRE_BROWSER_EXECUTABLE": CHROMIUM,
            "TABWIRE_BROWSER_WINDOW": f"{VIEWPORT[0]}x{VIEWPORT[1] + FRAME_PX}",
            "TABWIRE_BROWSER_ARGS": ",".join(BROWSER_SWITCHES),
        }

    def close(self) -> None:
        self.client.stop()
        subprocess.run([PROGRAM, "hub", "stop"], env=self._environ(), capture_output=True)
        super().close()

    def navigate(self, url: str) -> Reply:
        return self._call("browser_navigate", url=url)

    def snapshot(self) -> Reply:
        return self._call("browser_snapshot")

    def ref(self, snapshot: str, role: str, name: str) -> str:
        for line in snapshot.splitlines():
            row = next(csv.reader(io.StringIO(line.strip())), [])
            if row[1:3] == [role, name]:
                return row[0]
        raise NotFound(f'{role} "{name}"')

    def click(self, ref: str) -> Reply:
        return self._call("browser_click", target=ref)

    def type(self, ref: str, text: str) -> Reply:
        return self._call("browser_type", target=ref, text=text)

    def fill(self, fields: Sequence[tuple[str, Field]]) -> None:
        self._call("browser_fill", fields=[{"target": ref, "value": f.value} for ref, f in fields])

    def evaluate(self, expression: str) -> Reply:
        return self._call("browser_evaluate", expression=expression)

    def screenshot(self) -> Reply:
        return self._call("browser_screenshot", format="jpeg")

    def find(self, text: str) -> Reply:
        return self._call("browser_find", text=text)


class NotYet(TabwireLaunched):
    """A way to a browser that this build does not have."""

    def __init__(self, who: str) -> None:
        raise NotAvailable("this build of tabwire has no extension")


class TabwireOverWebSocket(NotYet):
    """The user's Chrome: extension and WebSocket."""

    label = "tabwire, extension"


class TabwireOverNativeMessaging(NotYet):
    """The user's Chrome: extension and native messaging."""

    label = "tabwire, native"


class TabwireScripting(NotYet):
    """The user's Chrome without the debugger: content scripts."""

    label = "tabwire, scripting"
