"""tabwire itself, on each of the ways it has to a browser."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from benchmarks.chrome import BAR_PX, Chrome, Pipe
from benchmarks.contenders import (
    BROWSER_SWITCHES,
    VIEWPORT,
    Contender,
    Field,
    NotAvailable,
    NotFound,
)
from benchmarks.mcp_client import Reply, ServerFailed
from benchmarks.programs import CHROMIUM
from tabwire import __version__
from tabwire.engines import page_agent
from tabwire.protocol.relay import EXTENSION_ID

SCRIPT = (Path(__file__).parent / "pages" / "joining.js").read_text(encoding="utf-8")
PAGE = f"chrome-extension://{EXTENSION_ID}/options/options.html"
LOAD_WITHIN_S = 15.0
JOIN_WITHIN_MS = 8000
PROGRAM = str(Path(sys.executable).parent / "tabwire")


class TabwireLaunched(Contender):
    """A browser that the hub starts."""

    label = "tabwire"
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
            "TABWIRE_BROWSER_WINDOW": f"{VIEWPORT[0]}x{VIEWPORT[1] + BAR_PX}",
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
        changed = re.search(rf'^[+~] (\w+) {re.escape(role)} "{re.escape(name)}"', snapshot, re.MULTILINE)
        if changed:
            return changed[1]
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


class TabwireOverWebSocket(TabwireLaunched):
    """The user's Chrome: extension and WebSocket."""

    label = "tabwire, extension"
    starts_browser = False
    settings: ClassVar[dict[str, str]] = {"transport": "websocket", "engine": "debugger"}
    _chrome: Chrome | None = None

    def environ(self) -> dict[str, str]:
        return {**super().environ(), "TABWIRE_BROWSER_PREFER": "extension"}

    def open(self) -> float:
        took_ms = super().open()
        self._chrome = _chrome_with_extension(self.folder / "profile", self.mark)
        try:
            self._join(self._chrome.pipe)
            state = self._chrome.pipe.evaluate(f"joining.joined({JOIN_WITHIN_MS})")
        except ServerFailed as error:
            raise NotAvailable(f"the extension did not join: {error}") from error
        if state != "connected":
            raise NotAvailable(f"the extension did not join: its link is {state}")
        return took_ms

    def _join(self, pipe: Pipe) -> None:
        """Pair as a user does: take the hub's code, type it into the extension."""
        address = json.loads((self.folder / "hub.json").read_text(encoding="utf-8"))["http"]
        settings = {**self.settings, "hubAddress": address, "browserName": "bench"}
        pipe.evaluate(f"joining.save({json.dumps(settings)})")
        code = self._call("browser_pair_browser").text.split()[1].strip('"')
        refused = pipe.evaluate(f"joining.pair({json.dumps(code)})")
        if refused:
            raise ServerFailed(str(refused))

    def close(self) -> None:
        if self._chrome is not None:
            self._chrome.close()
        super().close()


class TabwireOverNativeMessaging(TabwireOverWebSocket):
    """The user's Chrome: extension and native messaging."""

    label = "tabwire, native"
    settings: ClassVar[dict[str, str]] = {"transport": "native", "engine": "debugger"}

    def open(self) -> float:
        profile = str(self.folder / "profile")
        install = [PROGRAM, "native", "install", "--user-data-dir", profile, "--yes"]
        done = subprocess.run(install, env=self._environ(), capture_output=True, text=True)
        if done.returncode:
            raise NotAvailable(f"the native host cannot be installed: {done.stderr[:200]}")
        return super().open()

    def _join(self, pipe: Pipe) -> None:
        """Join by itself: the system vouches for both sides."""
        pipe.evaluate(f"joining.save({json.dumps({**self.settings, 'browserName': 'bench'})})")


class TabwireScripting(TabwireOverWebSocket):
    """The user's Chrome without the debugger: content scripts."""

    label = "tabwire, scripting"
    settings: ClassVar[dict[str, str]] = {"transport": "websocket", "engine": "scripting"}


def _chrome_with_extension(folder: Path, mark: str) -> Chrome:
    """Start a browser as its user has it, with the extension loaded, and open a page of the extension."""
    preferences = folder / "Default" / "Preferences"
    preferences.parent.mkdir(parents=True)
    preferences.write_text(json.dumps({"extensions": {"ui": {"developer_mode": True}}}), encoding="utf-8")
    chrome = Chrome(folder, mark, [f"--load-extension={page_agent.folder().parent}"])
    pipe = chrome.pipe
    ends_at = time.monotonic() + LOAD_WITHIN_S
    while time.monotonic() < ends_at:
        pipe.session = ""
        target = pipe.call("Target.createTarget", url=PAGE, background=True)["targetId"]
        pipe.attach(target)
        if pipe.evaluate("typeof chrome.runtime?.connect") == "function":
            pipe.evaluate(SCRIPT)
            return chrome
        pipe.session = ""
        pipe.call("Target.closeTarget", targetId=target)
    chrome.close()
    raise NotAvailable("the extension does not load in this browser")
