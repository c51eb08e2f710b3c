"""The floor: the same work with nothing but the DevTools protocol on a pipe."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.chrome import Chrome
from benchmarks.contenders import Field
from benchmarks.mcp_client import Reply, ServerFailed
from tabwire.engines import page_agent

SCRIPT = (Path(__file__).parent / "pages" / "floor.js").read_text(encoding="utf-8")
JPEG_QUALITY = 75


class Floor:
    """Raw CDP, in the shape of a contender: elements are named by their label instead of by a ref."""

    label = "raw CDP"

    def __init__(self, who: str) -> None:
        self.who = who
        self.folder = Path(tempfile.mkdtemp(prefix="tw-bench-floor-"))
        self.replies: list[Reply] = []
        self._agent = page_agent.source()

    def open(self) -> None:
        """Start Chrome and attach to its tab."""
        self._chrome = Chrome(self.folder, self.who)
        self._pipe = self._chrome.pipe
        targets = self._pipe.call("Target.getTargets")["targetInfos"]
        self._pipe.attach(next(target["targetId"] for target in targets if target["type"] == "page"))
        self._pipe.call("Page.enable")
        self._pipe.call("Emulation.setFocusEmulationEnabled", enabled=True)

    def close(self) -> None:
        """End Chrome."""
        self._chrome.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def navigate(self, url: str) -> Reply:
        def work() -> str:
            self._pipe.call("Page.navigate", url=url)
            self._pipe.until(lambda message: message.get("method") == "Page.loadEventFired")
            return ""

        reply = self._timed(work)
        self._bring_scripts()
        return reply

    def _bring_scripts(self) -> None:
        """Put our functions into the new document; a program that reads pages keeps them there as well."""
        frame = self._pipe.call("Page.getFrameTree")["frameTree"]["frame"]["id"]
        world = self._pipe.call("Page.createIsolatedWorld", frameId=frame, worldName="floor")
        self._world = world["executionContextId"]
        for source in (self._agent, SCRIPT):
            self._pipe.call("Runtime.evaluate", expression=source, contextId=self._world)

    def snapshot(self) -> Reply:
        """Let the page agent read the page, as tabwire does, and hand its answer over."""
        return self._timed(
            lambda: self._run("tabwire.callJson", "snapshot", {"mode": "auto", "first": 1, "prefix": ""})
        )

    def ref(self, snapshot: str, role: str, name: str) -> str:
        return name

    def click(self, ref: str) -> Reply:
        done = ref.removeprefix("Run ") + " done"

        def work() -> str:
            x, y = self._run("floor.at", ref)
            mouse = {"x": x, "y": y, "button": "left", "clickCount": 1}
            self._pipe.send("Input.dispatchMouseEvent", **{**mouse, "type": "mouseMoved", "button": "none"})
            self._pipe.send("Input.dispatchMouseEvent", type="mousePressed", **mouse)
            self._pipe.send("Input.dispatchMouseEvent", type="mouseReleased", **mouse)
            return str(self._run("floor.said", done))

        return self._timed(work)

    def type(self, ref: str, text: str) -> Reply:
        return self._timed(lambda: self._type([(ref, text)]))

    def fill(self, fields: Sequence[tuple[str, Field]]) -> None:
        def work() -> str:
            texts = [(ref, field.value) for ref, field in fields if field.role == "textbox"]
            for ref, field in fields:
                if field.role != "textbox":
                    self._start("floor.choose", ref, field.value)
            return self._type(texts)

        self._timed(work)

    def _type(self, texts: list[tuple[str, str]]) -> str:
        for label, text in texts:
            self._run("floor.focus", label)
            self._pipe.call("Input.insertText", text=text)
        return str(self._run("floor.value", texts[-1][0]))

    def evaluate(self, expression: str) -> Reply:
        def work() -> str:
            answer = self._pipe.call("Runtime.evaluate", expression=expression, returnByValue=True)
            return str(answer["result"]["value"])

        return self._timed(work)

    def screenshot(self) -> Reply:
        started = time.perf_counter()
        options = {"format": "jpeg", "quality": JPEG_QUALITY, "optimizeForSpeed": True}
        data = self._pipe.call("Page.captureScreenshot", **options)["data"]
        return self._noted(Reply("", "", (time.perf_counter() - started) * 1000, len(data) * 3 // 4))

    def _start(self, function: str, *arguments: object) -> int:
        return self._pipe.send(
            "Runtime.callFunctionOn",
            functionDeclaration=function,
            executionContextId=self._world,
            arguments=[{"value": argument} for argument in arguments],
            returnByValue=True,
            awaitPromise=True,
        )

    def _run(self, function: str, *arguments: object) -> Any:
        answer = self._pipe.answer(self._start(function, *arguments))
        if "exceptionDetails" in answer:
            raise ServerFailed(answer["exceptionDetails"]["exception"]["description"])
        return answer["result"].get("value")

    def _timed(self, work: Callable[[], str]) -> Reply:
        started = time.perf_counter()
        text = work()
        return self._noted(Reply(text, "", (time.perf_counter() - started) * 1000))

    def _noted(self, reply: Reply) -> Reply:
        self.replies.append(reply)
        return reply
