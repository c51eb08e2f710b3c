"""Mouse, touch and keyboard through the DevTools protocol: trusted input, like a user's."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from tabwire.engines.cdp import CdpSession
from tabwire.engines.page import PageState
from tabwire.protocol.cdp import CdpObject
from tabwire.protocol.input import KeyInput, MouseInput

MOUSE_KINDS = {
    "move": "mouseMoved",
    "press": "mousePressed",
    "release": "mouseReleased",
    "wheel": "mouseWheel",
}
DRAG_KINDS = {"enter": "dragEnter", "over": "dragOver", "drop": "drop", "cancel": "dragCancel"}


class DebuggerInput:
    """Send input to the root session; Chrome passes it on to frames in other processes."""

    def __init__(self, root: CdpSession, state: PageState) -> None:
        self._root = root
        self._state = state

    def _begin(self) -> None:
        self._state.check()
        self._state.has_sent_input = self._state.is_input_unseen = True

    async def mouse(self, inputs: Sequence[MouseInput]) -> None:
        """Send mouse events, in order, without waiting for each answer."""
        self._begin()
        await asyncio.gather(
            *(self._root.start("Input.dispatchMouseEvent", **_mouse(item)) for item in inputs)
        )

    async def touch(self, paths: Sequence[Sequence[tuple[float, float]]]) -> None:
        """Touch with one finger for each path, move along it, and lift."""
        self._begin()
        longest = max(map(len, paths))
        steps = [[path[min(step, len(path) - 1)] for path in paths] for step in range(longest)]
        requests = [self._touch("touchStart", steps[0])]
        requests += [self._touch("touchMove", step) for step in steps[1:]]
        requests.append(self._touch("touchEnd", []))
        await asyncio.gather(*requests)

    def _touch(self, kind: str, points: Sequence[tuple[float, float]]) -> asyncio.Future[CdpObject]:
        fingers = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        return self._root.start("Input.dispatchTouchEvent", type=kind, touchPoints=fingers)

    async def keys(self, inputs: Sequence[KeyInput]) -> None:
        """Send key events, in order."""
        self._begin()
        await asyncio.gather(*(self._root.start("Input.dispatchKeyEvent", **_key(item)) for item in inputs))

    async def insert_text(self, text: str) -> None:
        """Insert text at the caret, like an input method."""
        self._begin()
        await self._root.call("Input.insertText", text=text)

    async def catch_drags(self, enabled: bool) -> None:
        """Report the start of a drag and drop instead of passing it to the system."""
        await self._root.call("Input.setInterceptDrags", enabled=enabled)

    async def drag(self, kind: str, x: float, y: float, data: dict[str, Any]) -> None:
        """Continue a drag and drop: enter, over, drop or cancel at a point."""
        self._begin()
        await self._root.call("Input.dispatchDragEvent", type=DRAG_KINDS[kind], x=x, y=y, data=data)


def _mouse(item: MouseInput) -> CdpObject:
    return {
        "type": MOUSE_KINDS[item.kind],
        "x": item.x,
        "y": item.y,
        "button": item.button,
        "buttons": item.buttons,
        "clickCount": item.count,
        "modifiers": item.modifiers,
        "deltaX": item.delta_x,
        "deltaY": item.delta_y,
        "pointerType": "mouse",
    }


def _key(item: KeyInput) -> CdpObject:
    kind = "keyUp" if item.kind == "up" else "keyDown" if item.text else "rawKeyDown"
    return {
        "type": kind,
        "key": item.key,
        "code": item.code,
        "windowsVirtualKeyCode": item.key_code,
        "text": item.text,
        "unmodifiedText": item.text,
        "modifiers": item.modifiers,
        "location": item.location,
        "commands": list(item.commands),
    }
