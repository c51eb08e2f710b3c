"""A Chromium of its own for tests that need its accessibility tree, the judge of roles and names."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import tempfile
from asyncio.subprocess import DEVNULL, PIPE
from itertools import count
from pathlib import Path
from typing import Any, Self

import websockets

from tabwire.engines import page_agent

CHROMIUM = os.environ.get("TABWIRE_BROWSER_EXECUTABLE", "/usr/bin/chromium")
SWITCHES = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-port=0",
    "about:blank",
)
START_WITHIN_S = 60

# Words the browser has for roles that ARIA does not know, and ours for the same.
OWN_WORDS = {
    "Abbr": "abbr",
    "Audio": "audio",
    "Canvas": "canvas",
    "ColorWell": "color",
    "Date": "date",
    "DescriptionList": "list",
    "DisclosureTriangle": "summary",
    "DisclosureTriangleGrouped": "summary",
    "EmbeddedObject": "object",
    "Figcaption": "figcaption",
    "Iframe": "iframe",
    "InputTime": "time",
    "LabelText": "label",
    "LayoutTable": "table",
    "LayoutTableRow": "row",
    "Legend": "legend",
    "PluginObject": "object",
    "Ruby": "ruby",
    "SvgRoot": "image",
    "Video": "video",
}
# Chromium names these by what it draws for them.
UNNAMED = {"Video", "Audio", "LayoutTable"}
# What Chromium leaves out where it says nothing of its own, and no reader hears from us.
UNHEARD = {"generic", "label", "none", "paragraph", "rowgroup"}
# Every element of the page in order: tag, hidden, role, name, description.
DESCRIBE_ALL = Path(__file__).with_name("describe_all.js").read_text(encoding="utf-8")


class Chromium:
    """One headless page over a DevTools socket, with the page agent in an isolated world."""

    def __init__(self) -> None:
        self._numbers = count(1)
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}

    async def __aenter__(self) -> Self:
        self._profile = tempfile.mkdtemp(prefix="tabwire-judge-")
        command = [CHROMIUM, f"--user-data-dir={self._profile}", *SWITCHES]
        self._process = await asyncio.create_subprocess_exec(
            *command, stdout=DEVNULL, stderr=PIPE, start_new_session=True
        )
        address = await self._address()
        self._socket = await websockets.connect(address, max_size=None, ping_interval=None)
        self._reading = asyncio.create_task(self._read())
        target = await self._send("Target.createTarget", {"url": "about:blank"}, "")
        attached = await self._send(
            "Target.attachToTarget", {"targetId": target["targetId"], "flatten": True}, ""
        )
        self._session = attached["sessionId"]
        for domain in ("Page", "DOM", "Runtime"):
            await self.send(f"{domain}.enable")
        tree = await self.send("Page.getFrameTree")
        self._frame = tree["frameTree"]["frame"]["id"]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._reading.cancel()
        await self._socket.close()
        os.killpg(self._process.pid, signal.SIGTERM)
        await self._process.communicate()
        shutil.rmtree(self._profile, ignore_errors=True)

    async def _address(self) -> str:
        """Wait until Chromium says where it listens."""
        assert self._process.stderr is not None
        async with asyncio.timeout(START_WITHIN_S):
            async for line in self._process.stderr:
                if b"DevTools listening on " in line:
                    return line.decode().split()[-1]
        raise RuntimeError("Chromium ended before it listened.")

    async def _read(self) -> None:
        async for message in self._socket:
            answer = json.loads(message)
            waiting = self._waiting.pop(answer.get("id", 0), None)
            if waiting is not None:
                waiting.set_result(answer)

    async def _send(self, method: str, params: dict[str, Any], session: str) -> dict[str, Any]:
        number = next(self._numbers)
        self._waiting[number] = asyncio.get_running_loop().create_future()
        request = {"id": number, "method": method, "params": params}
        await self._socket.send(json.dumps({**request, "sessionId": session} if session else request))
        answer = await self._waiting[number]
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        result: dict[str, Any] = answer["result"]
        return result

    async def send(self, method: str, **params: Any) -> dict[str, Any]:
        """Send one DevTools request to the page."""
        return await self._send(method, params, self._session)

    async def show(self, html: str) -> None:
        """Show a page and put the page agent into it."""
        await self.send("Page.setDocumentContent", frameId=self._frame, html=html)
        world = await self.send("Page.createIsolatedWorld", frameId=self._frame, worldName="tabwire")
        self._world = world["executionContextId"]
        await self.agent(page_agent.source())

    async def agent(self, expression: str, *, by_value: bool = True) -> Any:
        """Evaluate in the agent's world."""
        return await self._evaluate(expression, by_value, contextId=self._world)

    async def _evaluate(self, expression: str, by_value: bool, **where: Any) -> Any:
        answer = await self.send("Runtime.evaluate", expression=expression, returnByValue=by_value, **where)
        if "exceptionDetails" in answer:
            raise RuntimeError(json.dumps(answer["exceptionDetails"])[:600])
        return answer["result"].get("value") if by_value else answer["result"]

    async def described(self, selector: str) -> dict[str, Any] | None:
        """Return what the agent says about an element."""
        facts: dict[str, Any] | None = await self.agent(
            "tabwire.beginPass(), ((found) => found && tabwire.describe(found))"
            f"(document.querySelector({json.dumps(selector)}))"
        )
        return facts

    async def disagreements(self) -> tuple[int, list[str]]:
        """Compare every element of the page with Chromium's tree; return how many, and what differs."""
        document = (await self.send("DOM.getDocument", depth=-1, pierce=True))["root"]
        ours = await self.agent(DESCRIBE_ALL)
        tree = (await self.send("Accessibility.getFullAXTree"))["nodes"]
        theirs = {node.get("backendDOMNodeId"): node for node in tree if not node.get("ignored")}
        compared = 0
        found = []
        for number, (tag, hidden, *own) in zip(_elements(document), ours, strict=True):
            node = theirs.get(number)
            if node is None:
                if not hidden and own[0] not in UNHEARD:
                    found.append(f"<{tag}> {_spelled(*own)}; Chromium: ignored")
                continue
            if not _is_comparable(node):
                continue
            compared += 1
            if hidden or not _agrees(node, *own):
                said = "hidden" if hidden else _spelled(*own)
                found.append(f"<{tag}> {said}; Chromium: {_spelled(*_facts(node))}")
        return compared, found


def _elements(node: dict[str, Any]) -> list[int]:
    own = [node["backendNodeId"]] if node["nodeType"] == 1 else []
    shadows = [root for root in node.get("shadowRoots", ()) if root["shadowRootType"] == "open"]
    inside = [*shadows, *node.get("children", ())]
    return [*own, *(number for child in inside for number in _elements(child))]


def _role(node: dict[str, Any]) -> str:
    return str(node["role"]["value"])


def _is_comparable(node: dict[str, Any]) -> bool:
    role = _role(node)
    if role in {"StaticText", "InlineTextBox", "ListMarker", "LineBreak", "RootWebArea"}:
        return False
    return role in OWN_WORDS or not role[0].isupper()


def _facts(node: dict[str, Any]) -> tuple[str, str, str]:
    """Return the role, name and description of a node of Chromium's tree, in our words."""
    role = OWN_WORDS.get(_role(node), _role(node))
    name, description = (
        " ".join(str(node.get(part, {}).get("value", "")).split()) for part in ("name", "description")
    )
    return role, name, description


def _agrees(node: dict[str, Any], role: str, name: str, description: str) -> bool:
    their_role, their_name, their_description = _facts(node)
    same_role = their_role == role or (their_role == "generic" and role == "none")
    same_name = _role(node) in UNNAMED or their_name == " ".join(name.split())
    return same_role and same_name and their_description == " ".join(description.split())


def _spelled(role: str, name: str, description: str) -> str:
    return f"{role} {name!r}" + (f" described {description!r}" if description else "")
