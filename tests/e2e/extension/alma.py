"""An extension that speaks Alma's language and no other, made of a real Chromium and its DevTools pipe."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from tests.e2e.extension.chrome import SWITCHES
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from tabwire.browsers.executables import find_executable
from tabwire.browsers.process import spawn
from tabwire.links.pipe import PipeLink

ORIGIN = "chrome-extension://abcdefghijklmnopabcdefghijklmnop"


class DevTools:
    """Chromium's own side: commands, and every event of every session."""

    def __init__(self, pipe: PipeLink) -> None:
        self._pipe = pipe
        self._numbers = itertools.count(1)
        self._open: dict[int, asyncio.Future[Any]] = {}
        self.events: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def read(self) -> None:
        async for frame in self._pipe.frames():
            message = json.loads(frame)
            if "id" in message:
                self._open.pop(message["id"]).set_result(message)
            else:
                self.events.put_nowait(message)

    async def call(self, method: str, params: dict[str, Any], session: str = "") -> Any:
        number = next(self._numbers)
        answer = self._open[number] = asyncio.get_running_loop().create_future()
        request = {"id": number, "method": method, "params": params}
        self._pipe.send(json.dumps({**request, "sessionId": session} if session else request).encode())
        message = await answer
        if "error" in message:
            raise RuntimeError(json.dumps(message["error"]))
        return message["result"]


class AlmaExtension:
    """Answer seven methods about the tabs of one browser, tell its status, and pass on DevTools events."""

    def __init__(self, devtools: DevTools, socket: ClientConnection) -> None:
        self._devtools = devtools
        self._socket = socket
        self._targets: dict[int, str] = {}
        self._sessions: dict[int, str] = {}
        self.heard: list[str] = []

    async def serve(self) -> None:
        await self._devtools.call("Target.setDiscoverTargets", {"discover": True})
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._pass_on())
            await self._say(type="status", attachedTabs=[])
            async for frame in self._socket:
                message = json.loads(frame)
                if message.get("type") == "ping":
                    await self._say(type="pong")
                elif "method" in message:
                    tasks.create_task(self._answer(**message))

    async def _say(self, **message: Any) -> None:
        await self._socket.send(json.dumps(message))

    async def _answer(self, id: str, method: str, params: dict[str, Any]) -> None:
        self.heard.append(method)
        handlers: dict[str, Callable[..., Awaitable[object]]] = {
            "tabs.list": self._list,
            "tabs.create": self._create,
            "tabs.navigate": self._navigate,
            "tabs.screenshot": self._screenshot,
            "debugger.attach": self._attach,
            "debugger.detach": self._detach,
            "cdp.send": self._send,
        }
        try:
            await self._say(id=id, result=await handlers[method](**params))
        except (RuntimeError, KeyError) as error:
            await self._say(id=id, error=str(error))

    async def _list(self) -> list[dict[str, Any]]:
        infos = (await self._devtools.call("Target.getTargets", {}))["targetInfos"]
        pages = {info["targetId"]: info for info in infos if info["type"] == "page"}
        for target in pages.keys() - self._targets.values():
            self._targets[100 + len(self._targets)] = target
        return [
            {"id": tab, "url": pages[target]["url"], "title": pages[target]["title"], "attached": False}
            for tab, target in self._targets.items()
            if target in pages
        ]

    async def _create(self, url: str = "about:blank", active: bool = True) -> dict[str, Any]:
        opened = await self._devtools.call("Target.createTarget", {"url": url, "background": not active})
        rows = await self._list()
        return next(row for row in rows if self._targets[row["id"]] == opened["targetId"])

    async def _navigate(self, tabId: int, url: str) -> dict[str, Any]:
        await self._send(tabId, "Page.navigate", {"url": url})
        return {"id": tabId, "url": url}

    async def _screenshot(self, **_: Any) -> dict[str, Any]:
        raise RuntimeError("nobody looks")

    async def _attach(self, tabId: int, version: str = "1.3") -> dict[str, Any]:
        if tabId not in self._sessions:
            target = {"targetId": self._targets[tabId], "flatten": True}
            self._sessions[tabId] = (await self._devtools.call("Target.attachToTarget", target))["sessionId"]
            await self._say(type="status", attachedTabs=list(self._sessions))
        return {"success": True}

    async def _detach(self, tabId: int) -> dict[str, Any]:
        session = {"sessionId": self._sessions.pop(tabId)}
        await self._devtools.call("Target.detachFromTarget", session)
        await self._say(type="status", attachedTabs=list(self._sessions))
        return {"success": True}

    async def _send(self, tabId: int, method: str, params: dict[str, Any] | None = None) -> Any:
        await self._attach(tabId)
        return await self._devtools.call(method, params or {}, self._sessions[tabId])

    async def _pass_on(self) -> None:
        while True:
            event = await self._devtools.events.get()
            method, params = event["method"], event["params"]
            tab = next((tab for tab, own in self._sessions.items() if own == event.get("sessionId")), None)
            if tab is not None:
                await self._say(type="cdp_event", tabId=tab, method=method, params=params)
            elif method == "Target.detachedFromTarget":
                gone = [tab for tab, session in self._sessions.items() if session == params["sessionId"]]
                for tab in gone:
                    del self._sessions[tab]
                await self._say(type="status", attachedTabs=list(self._sessions))
            elif method in {"Target.targetCreated", "Target.targetDestroyed"}:
                await self._say(type="status", attachedTabs=list(self._sessions))


@asynccontextmanager
async def alma_extension(address: str) -> AsyncIterator[AlmaExtension]:
    """Start a browser and connect it as the Alma extension does."""
    folder = tempfile.mkdtemp(prefix="tabwire-alma-")
    command = [find_executable(), *SWITCHES, f"--user-data-dir={folder}", "about:blank"]
    process, read_fd, write_fd = spawn(command, os.environ, f"{folder}/browser.log")
    pipe = await PipeLink.open(read_fd, write_fd)
    devtools = DevTools(pipe)
    reading = asyncio.create_task(devtools.read())
    try:
        async with connect(address, origin=Origin(ORIGIN), proxy=None, max_size=None) as socket:
            extension = AlmaExtension(devtools, socket)
            serving = asyncio.create_task(extension.serve())
            yield extension
            serving.cancel()
    finally:
        reading.cancel()
        await pipe.close()
        process.kill()
        await process.wait(5)
        await asyncio.to_thread(shutil.rmtree, folder, True)
