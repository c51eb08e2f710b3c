"""Mouse, touch and keyboard as synthetic events. Pages can detect them; frameworks accept them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any

from tabwire.engines.files import read_files
from tabwire.engines.page_events import DragStarted, PageEvents
from tabwire.engines.scripting.agent import ScriptingAgent
from tabwire.engines.scripting.frames import MAIN
from tabwire.protocol.input import KeyInput, MouseInput
from tabwire.protocol.page_agent import PageAgent
from tabwire.protocol.page_agent.synthetic import InputDone, TouchPoint


class ScriptingInput:
    """Send input to the frame that a point or the keyboard belongs to."""

    def __init__(self, agent: ScriptingAgent, events: PageEvents) -> None:
        self._agent = agent
        self._events = events

    async def mouse(self, inputs: Sequence[MouseInput]) -> None:
        """Send mouse events, in order; those at one point go to its frame together."""
        for group in _by_point(inputs):

            def send(
                agent: PageAgent, x: float, y: float, group: list[MouseInput] = group
            ) -> Awaitable[InputDone]:
                return agent.mouse_inputs([replace(item, x=x, y=y) for item in group])

            done = await self._at_point(group[0].x, group[0].y, send)
            if done.drag_started:
                self._events.emit(DragStarted({}))

    async def touch(self, paths: Sequence[Sequence[tuple[float, float]]]) -> None:
        """Touch with one finger for each path, move along it, and lift."""
        start_x, start_y = paths[0][0]

        def send(agent: PageAgent, x: float, y: float) -> Awaitable[InputDone]:
            across, down = x - start_x, y - start_y
            moved = [[TouchPoint(px + across, py + down) for px, py in path] for path in paths]
            return agent.touch_paths(moved)

        await self._at_point(start_x, start_y, send)

    async def keys(self, inputs: Sequence[KeyInput]) -> None:
        """Send key events, in order, to the focused element."""
        await self._at_focus(lambda agent: agent.key_inputs(list(inputs)))

    async def insert_text(self, text: str) -> None:
        """Insert text at the caret: the page gets a trusted input event."""
        await self._at_focus(lambda agent: agent.insert_text(text))

    async def catch_drags(self, enabled: bool) -> None:
        """Do nothing: the page agent always reports the start of a drag and drop."""

    async def drag(self, kind: str, x: float, y: float, data: dict[str, Any]) -> None:
        """Continue a drag and drop; files are passed as bytes."""
        files = await read_files(data.get("files", ())) if kind == "enter" else []
        await self._at_point(x, y, lambda agent, x, y: agent.drag_to(kind=kind, x=x, y=y, files=files))

    async def _at_point(
        self, x: float, y: float, send: Callable[[PageAgent, float, float], Awaitable[InputDone]]
    ) -> InputDone:
        """Send to the innermost frame at a point; each frame has its own coordinates."""
        frame = MAIN
        while True:
            done = await send(self._agent.acting_in(frame), x, y)
            inner = await self._agent.frame_in(frame, done.inner.ref) if done.inner else None
            if inner is None or done.inner is None:
                return done
            frame, x, y = inner, done.inner.x, done.inner.y

    async def _at_focus(self, send: Callable[[PageAgent], Awaitable[InputDone]]) -> None:
        """Send to the focused frame."""
        await self._at_point(0, 0, lambda agent, _x, _y: send(agent))


def _by_point(inputs: Sequence[MouseInput]) -> list[list[MouseInput]]:
    groups: list[list[MouseInput]] = []
    for item in inputs:
        if groups and (groups[-1][0].x, groups[-1][0].y) == (item.x, item.y):
            groups[-1].append(item)
        else:
            groups.append([item])
    return groups
