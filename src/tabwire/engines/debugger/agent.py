"""The page agent over DevTools: injected into a frame on first use, then called."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any

from tabwire.engines import page_agent
from tabwire.engines.cdp import CdpRefused
from tabwire.engines.debugger.frames import DebuggerFrame, DebuggerFrames
from tabwire.engines.debugger.internals import show_internals
from tabwire.engines.debugger.scripts import is_context_gone, script_error, script_value
from tabwire.engines.page import PageState
from tabwire.engines.page_events import FrameId
from tabwire.errors import ElementStale, Internal
from tabwire.protocol.cdp import CdpObject

# How long to wait for the agent of a new document; where scripts are forbidden none comes.
BROUGHT_WITHIN_S = 0.1


class DebuggerAgent:
    """Call functions of the page agent in the frames of one page."""

    def __init__(self, frames: DebuggerFrames, state: PageState) -> None:
        self._frames = frames
        self._state = state

    async def call(self, frame_id: FrameId, name: str, arguments: dict[str, Any]) -> Any:
        """Call a function in one frame; retry once if the frame loads a new document."""
        for attempt in (1, 2):
            frame = self._frames.require(frame_id)
            try:
                return await self._call(frame, name, arguments)
            except CdpRefused as error:
                frame.forget_agent()
                if attempt == 2 or not is_context_gone(error):
                    raise script_error(error) from error
        raise AssertionError("unreachable")

    async def _call(self, frame: DebuggerFrame, name: str, arguments: dict[str, Any]) -> Any:
        """Call a function and return its answer, which is sent as text: large objects are much slower."""
        world = await self.world(frame)
        if frame.with_internals:
            await show_internals(frame, world, [*frame.with_internals])
        values: list[CdpObject] = [{"value": name}, {"value": arguments}]
        answer = script_value(await self.start(frame, world, "tabwire.callJson", values))
        self._state.is_input_unseen = False
        return json.loads(answer)

    def start(
        self,
        frame: DebuggerFrame,
        world: int,
        function: str,
        arguments: list[CdpObject],
        *,
        by_value: bool = True,
    ) -> asyncio.Future[CdpObject]:
        """Call a function with values or handles now and return a future of its answer."""
        self._state.check()
        return frame.session.start(
            "Runtime.callFunctionOn",
            functionDeclaration=function,
            executionContextId=world,
            arguments=arguments,
            returnByValue=by_value,
            awaitPromise=True,
        )

    async def world(self, frame: DebuggerFrame) -> int:
        """Return the page agent's context in this frame; inject the agent first if needed."""
        self._state.check()
        if not frame.world and frame.gets_agent and frame.parent is None:
            with suppress(TimeoutError):
                async with asyncio.timeout(BROUGHT_WITHIN_S):
                    await frame.has_agent.wait()
        if not frame.world:
            answer = await frame.session.call(
                "Page.createIsolatedWorld", frameId=frame.id, worldName=page_agent.WORLD
            )
            frame.world = answer["executionContextId"]
            # The next call on the same session runs after this one: no need to wait.
            frame.session.start("Runtime.evaluate", expression=page_agent.source(), contextId=frame.world)
        return frame.world

    async def element(self, frame: DebuggerFrame, ref: str) -> str:
        """Return Chrome's handle of an element."""
        answer = await self.start(
            frame, await self.world(frame), "tabwire.element", [{"value": ref}], by_value=False
        )
        handle = answer["result"].get("objectId")
        if handle is None:
            raise ElementStale(f"{ref} is gone.")
        return str(handle)

    async def resolve(self, frame: DebuggerFrame, node: int, world: int) -> str:
        """Return the page agent's handle of a node, given Chrome's node number."""
        answer = await frame.session.call("DOM.resolveNode", backendNodeId=node, executionContextId=world)
        return str(answer["object"]["objectId"])

    async def owner_ref(self, frame_id: FrameId) -> str:
        """Return the ref, in the parent frame, of the element that contains this frame."""
        frame = self._frames.require(frame_id)
        if frame.parent is None:
            raise Internal("The main frame has no owner.")
        parent = self._frames.require(frame.parent)
        world = await self.world(parent)
        owner = await parent.session.call("DOM.getFrameOwner", frameId=frame_id)
        handle = await self.resolve(parent, owner["backendNodeId"], world)
        return str(script_value(await self.start(parent, world, "tabwire.refOf", [{"objectId": handle}])))
