"""Mouse, touch and keyboard as synthetic events. Pages can detect them; frameworks accept them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from tabwire.engines.facets import KeyInput, MouseInput
from tabwire.engines.files import read_files
from tabwire.engines.page_events import DragStarted, PageEvents
from tabwire.engines.scripting.agent import PageAgent
from tabwire.engines.scripting.frames import MAIN


class ScriptingInput:
    """Send input to the frame that a point or the keyboard belongs to."""

    def __init__(self, agent: PageAgent, events: PageEvents) -> None:
        self._agent = agent
        self._events = events

    async def mouse(self, inputs: Sequence[MouseInput]) -> None:
        """Send mouse events, in order; those at one point go to its frame together."""
        for group in _by_point(inputs):

            def at(x: float, y: float, group: list[MouseInput] = group) -> dict[str, Any]:
                return {"inputs": [{**asdict(item), "x": x, "y": y} for item in group]}

            answer = await self._at_point("mouseInputs", group[0].x, group[0].y, at)
            if answer.get("dragStarted"):
                self._events.emit(DragStarted({}))

    async def touch(self, paths: Sequence[Sequence[tuple[float, float]]]) -> None:
        """Touch with one finger for each path, move along it, and lift."""
        start_x, start_y = paths[0][0]

        def at(x: float, y: float) -> dict[str, Any]:
            across, down = x - start_x, y - start_y
            return {"paths": [[(px + across, py + down) for px, py in path] for path in paths]}

        await self._at_point("touchPaths", start_x, start_y, at)

    async def keys(self, inputs: Sequence[KeyInput]) -> None:
        """Send key events, in order, to the focused element."""
        await self._at_focus("keyInputs", {"inputs": [asdict(item) for item in inputs]})

    async def insert_text(self, text: str) -> None:
        """Insert text at the caret: the page gets a trusted input event."""
        await self._at_focus("insertText", {"text": text})

    async def catch_drags(self, enabled: bool) -> None:
        """Do nothing: the page agent always reports the start of a drag and drop."""

    async def drag(self, kind: str, x: float, y: float, data: dict[str, Any]) -> None:
        """Continue a drag and drop; files are passed as bytes."""
        files = await read_files(data.get("files", ())) if kind == "enter" else []
        await self._at_point("dragTo", x, y, lambda x, y: {"kind": kind, "x": x, "y": y, "files": files})

    async def _at_point(
        self, name: str, x: float, y: float, arguments: Callable[[float, float], dict[str, Any]]
    ) -> dict[str, Any]:
        """Act in the innermost frame at a point; each frame has its own coordinates."""
        frame = MAIN
        while True:
            answer = await self._agent.act(frame, name, arguments(x, y))
            inner = await self._agent.frame_in(frame, answer["ref"]) if "ref" in answer else None
            if inner is None:
                return answer
            frame, x, y = inner, answer["x"], answer["y"]

    async def _at_focus(self, name: str, arguments: dict[str, Any]) -> None:
        """Act in the focused frame."""
        frame = MAIN
        while True:
            answer = await self._agent.act(frame, name, arguments)
            inner = await self._agent.frame_in(frame, answer["ref"]) if "ref" in answer else None
            if inner is None:
                return
            frame = inner


def _by_point(inputs: Sequence[MouseInput]) -> list[list[MouseInput]]:
    groups: list[list[MouseInput]] = []
    for item in inputs:
        if groups and (groups[-1][0].x, groups[-1][0].y) == (item.x, item.y):
            groups[-1].append(item)
        else:
            groups.append([item])
    return groups
