"""The peers: three well-known ways to give an agent a browser, from the npm registry, at fixed versions."""

from __future__ import annotations

import json
import os
import platform
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

from benchmarks.contenders import (
    BROWSER_SWITCHES,
    VIEWPORT,
    Contender,
    Field,
    NotAvailable,
    NotFound,
    sandbox_switches,
)
from benchmarks.mcp_client import Reply
from benchmarks.programs import CHROMIUM, NODE

VERSIONS = {"@playwright/mcp": "0.0.83", "chrome-devtools-mcp": "1.11.0", "agent-browser": "0.41.0"}
FOLDER = Path(os.environ.get("TABWIRE_BENCH_DIR") or Path.home() / ".cache" / "tabwire-bench")
MODULES = FOLDER / "node_modules"
SIZE = f"{VIEWPORT[0]}x{VIEWPORT[1]}"


def install() -> None:
    """Put the peers into a folder outside this repository; one that cannot be had is missed later, loudly."""
    if all(_installed(package) == version for package, version in VERSIONS.items()):
        return
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "package.json").write_text(json.dumps({"private": True}), encoding="utf-8")
    skip = {"PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD": "1", "PUPPETEER_SKIP_DOWNLOAD": "1"}
    for package, version in VERSIONS.items():
        print(f"Getting {package} {version}…", flush=True)
        options = ["--no-audit", "--no-fund", "--silent", "--ignore-scripts"]
        done = subprocess.run(
            ["npm", "install", *options, f"{package}@{version}"], cwd=FOLDER, env={**os.environ, **skip}
        )
        if done.returncode:
            print(f"{package} {version} could not be installed: it is left out.", flush=True)
    # The package leaves that to a script of its own, and none is run here.
    for program in (MODULES / "agent-browser" / "bin").glob("agent-browser-*"):
        program.chmod(0o755)


def _installed(package: str) -> str:
    try:
        facts = json.loads((MODULES / package / "package.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        return ""
    return str(facts["version"])


class Peer(Contender):
    """A contender from npm."""

    package: str

    def __init__(self, who: str) -> None:
        if _installed(self.package) != VERSIONS[self.package]:
            raise NotAvailable(f"{self.package} {VERSIONS[self.package]} is not installed")
        super().__init__(who)

    @property
    def version(self) -> str:
        return VERSIONS[self.package]


def _search(pattern: str, text: str, role: str, name: str) -> str:
    found = re.search(pattern.format(role=re.escape(role), name=re.escape(name)), text, re.MULTILINE)
    if not found:
        raise NotFound(f'{role} "{name}"')
    return found[1]


class PlaywrightMcp(Peer):
    """Microsoft's server."""

    label = "Playwright MCP"
    package = "@playwright/mcp"
    finds_text = True

    def command(self) -> list[str]:
        config = self.folder / "config.json"
        launch = {"args": [*BROWSER_SWITCHES, *sandbox_switches()]}
        config.write_text(json.dumps({"browser": {"launchOptions": launch}}), encoding="utf-8")
        options = ["--headless", "--isolated", "--executable-path", CHROMIUM, "--viewport-size", SIZE]
        sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
        cli = str(MODULES / "@playwright" / "mcp" / "cli.js")
        return [NODE, cli, *options, *sandbox, "--config", str(config), "--output-dir", str(self.folder)]

    def navigate(self, url: str) -> Reply:
        return self._call("browser_navigate", url=url)

    def snapshot(self) -> Reply:
        return self._call("browser_snapshot")

    def ref(self, snapshot: str, role: str, name: str) -> str:
        return _search(r'- {role} "{name}"[^\n]*?\[ref=(\w+)\]', snapshot, role, name)

    def click(self, ref: str) -> Reply:
        return self._call("browser_click", target=ref)

    def type(self, ref: str, text: str) -> Reply:
        return self._call("browser_type", target=ref, text=text)

    def fill(self, fields: Sequence[tuple[str, Field]]) -> None:
        wanted = [{"target": r, "name": f.label, "type": f.role, "value": f.value} for r, f in fields]
        self._call("browser_fill_form", fields=wanted)

    def evaluate(self, expression: str) -> Reply:
        return self._call("browser_evaluate", function=f"() => {expression}")

    def screenshot(self) -> Reply:
        return self._call("browser_take_screenshot", type="jpeg")

    def find(self, text: str) -> Reply:
        return self._call("browser_find", text=text)


class ChromeDevtoolsMcp(Peer):
    """Google's server."""

    label = "chrome-devtools-mcp"
    package = "chrome-devtools-mcp"

    def command(self) -> list[str]:
        switches = [f"--chromeArg={switch}" for switch in (*BROWSER_SWITCHES, *sandbox_switches())]
        cli = str(MODULES / "chrome-devtools-mcp" / "build" / "src" / "bin" / "chrome-devtools-mcp.js")
        options = ["--headless", "--isolated", "--executablePath", CHROMIUM, "--viewport", SIZE]
        return [NODE, cli, *options, *switches, "--no-usage-statistics", "--no-performance-crux"]

    def navigate(self, url: str) -> Reply:
        return self._call("navigate_page", pageId=1, type="url", url=url)

    def snapshot(self) -> Reply:
        return self._call("take_snapshot", pageId=1)

    def ref(self, snapshot: str, role: str, name: str) -> str:
        return _search(r'uid=(\w+) {role} "{name}"', snapshot, role, name)

    def click(self, ref: str) -> Reply:
        return self._call("click", pageId=1, uid=ref)

    def type(self, ref: str, text: str) -> Reply:
        return self._call("fill", pageId=1, uid=ref, value=text)

    def fill(self, fields: Sequence[tuple[str, Field]]) -> None:
        self._call("fill_form", pageId=1, elements=[{"uid": ref, "value": f.value} for ref, f in fields])

    def evaluate(self, expression: str) -> Reply:
        return self._call("evaluate_script", pageId=1, function=f"() => {expression}")

    def screenshot(self) -> Reply:
        return self._call("take_screenshot", pageId=1, format="jpeg")


class AgentBrowser(Peer):
    """Vercel's server: a native program and a daemon behind it."""

    label = "agent-browser"
    package = "agent-browser"

    def command(self) -> list[str]:
        machine = {"x86_64": "x64", "aarch64": "arm64", "arm64": "arm64"}[platform.machine()]
        program = MODULES / "agent-browser" / "bin" / f"agent-browser-{platform.system().lower()}-{machine}"
        return [str(program), "mcp"]

    def environ(self) -> dict[str, str]:
        window = (
            f"--window-size={VIEWPORT[0]},{VIEWPORT[1] + 87}"  # 87 px is the frame that headless Chrome adds
        )
        return {
            "AGENT_BROWSER_EXECUTABLE_PATH": CHROMIUM,
            "AGENT_BROWSER_ARGS": ",".join([*BROWSER_SWITCHES, *sandbox_switches(), window]),
            "AGENT_BROWSER_SESSION": self.mark,
            "AGENT_BROWSER_SOCKET_DIR": str(self.folder),
            "AGENT_BROWSER_SCREENSHOT_DIR": str(self.folder),
        }

    def close(self) -> None:
        self._call("agent_browser_close")
        super().close()

    def navigate(self, url: str) -> Reply:
        return self._call("agent_browser_open", url=url)

    def snapshot(self) -> Reply:
        # Its default leaves the page's text out; the others show it, so the same is asked of it.
        return self._call("agent_browser_snapshot", interactive=False)

    def ref(self, snapshot: str, role: str, name: str) -> str:
        return "@" + _search(r'- {role} "{name}"[^\n]*?\bref=(\w+)', snapshot, role, name)

    def click(self, ref: str) -> Reply:
        return self._call("agent_browser_click", selector=ref)

    def type(self, ref: str, text: str) -> Reply:
        return self._call("agent_browser_fill", selector=ref, text=text)

    def fill(self, fields: Sequence[tuple[str, Field]]) -> None:
        for ref, field in fields:
            if field.role == "combobox":
                self._call("agent_browser_select", selector=ref, values=[field.value])
            elif field.role == "checkbox":
                self._call("agent_browser_check", selector=ref)
            else:
                self._call("agent_browser_fill", selector=ref, text=field.value)

    def evaluate(self, expression: str) -> Reply:
        return self._call("agent_browser_eval", script=expression)

    def screenshot(self) -> Reply:
        return self._call("agent_browser_screenshot", format="jpeg")
