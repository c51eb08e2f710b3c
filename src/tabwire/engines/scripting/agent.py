"""The page agent as a content script, called through the extension."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from tabwire.engines.frames import document_changed
from tabwire.engines.page import PageState
from tabwire.engines.page_agent import agent_in
from tabwire.engines.page_events import FrameId
from tabwire.engines.refusals import refused
from tabwire.engines.scripting.extension import ExtensionTab
from tabwire.engines.scripting.frames import MAIN, ScriptingFrames
from tabwire.errors import ElementStale, Internal, TabwireError, UnsupportedByEngine
from tabwire.protocol.page_agent import PageAgent
from tabwire.protocol.page_agent.settling import EffectReport
from tabwire.protocol.refusals import Refusal
from tabwire.protocol.typed_json import encode

# Answers in place of the page agent, where it cannot run.
WITHOUT_SCRIPTS: dict[str, dict[str, Any]] = {
    "page": {"state": "complete"},
    "settle": encode(EffectReport([], [], [])),
    "firstEffect": encode(EffectReport([], [], [])),
}


class ScriptingAgent:
    """Call functions of the page agent in the frames of one page."""

    def __init__(self, tab: ExtensionTab, frames: ScriptingFrames, state: PageState) -> None:
        self._tab = tab
        self._frames = frames
        self._state = state
        # Pending answers, and the frame of each.
        self._waiting: dict[asyncio.Future[None], FrameId] = {}

    async def call(self, frame: FrameId, name: str, arguments: dict[str, Any]) -> Any:
        """Call a function in one frame; retry once if the frame loads a new document."""
        try:
            return await self._call_following(frame, name, arguments)
        except UnsupportedByEngine:
            if frame != MAIN or name not in WITHOUT_SCRIPTS:
                raise
            # A page without scripts still has an address and a title, and nothing to wait for.
            return WITHOUT_SCRIPTS[name] | {"url": self._state.url, "title": self._state.title}

    def in_frame(self, frame: FrameId) -> PageAgent:
        """Return the page agent of one frame."""
        return agent_in(frame, self.call)

    @property
    def main(self) -> PageAgent:
        """Return the page agent of the main frame."""
        return self.in_frame(MAIN)

    def acting_in(self, frame: FrameId) -> PageAgent:
        """Return the page agent of one frame, for actions that may load another page."""
        return agent_in(frame, self._act)

    async def _act(self, frame: FrameId, name: str, arguments: dict[str, Any]) -> Any:
        """Act in a frame; if the frame loads another document before the answer, the action was done."""
        try:
            return await self._call("scripting.act", frame, name, arguments)
        except ElementStale:
            return {}

    async def _call_following(self, frame: FrameId, name: str, arguments: dict[str, Any]) -> Any:
        try:
            return await self._call("scripting.call", frame, name, arguments)
        except ElementStale:
            if self._frames.get(frame) is None:
                raise
        return await self._call("scripting.call", frame, name, arguments)

    async def _call(self, method: str, frame: FrameId, name: str, arguments: dict[str, Any]) -> Any:
        self._state.check()
        if self._frames.require(frame).is_error_page:
            raise refused(Refusal.PROTECTED_PAGE, {"words": "it shows an error page."})
        asking = self._tab.ask(method, frameId=int(frame), name=name, args=arguments)
        answer = await self.while_document_lives(frame, asking)
        if answer["json"] is None:
            raise document_changed()
        return json.loads(answer["json"])

    async def while_document_lives(self, frame: FrameId, asking: Coroutine[Any, Any, Any]) -> Any:
        """Wait for an answer until the document is replaced: Chrome never answers after that."""
        task = asyncio.ensure_future(asking)
        interrupted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[interrupted] = frame
        try:
            await asyncio.wait({task, interrupted}, return_when=asyncio.FIRST_COMPLETED)
            if task.done():
                return task.result()
            return interrupted.result()
        finally:
            del self._waiting[interrupted]
            for future in (task, interrupted):
                future.cancel()
            await asyncio.gather(task, return_exceptions=True)

    def on_new_document(self, frame: FrameId) -> None:
        """Fail calls that wait for the previous document of a frame."""
        for interrupted, waiting_for in tuple(self._waiting.items()):
            is_gone = waiting_for == frame or self._frames.get(waiting_for) is None
            if is_gone and not interrupted.done():
                interrupted.set_exception(document_changed())

    def interrupt(self, error: TabwireError) -> None:
        """Fail all pending calls."""
        for interrupted in tuple(self._waiting):
            if not interrupted.done():
                interrupted.set_exception(error.fresh_copy())

    async def owner_ref(self, frame: FrameId) -> str:
        """Return the ref, in the parent frame, of the element that contains this frame."""
        inner = self._frames.require(frame)
        if inner.parent is None:
            raise Internal("The main frame has no owner.")
        place = await self.in_frame(frame).frame_place()
        return await self.in_frame(inner.parent).frame_holder(index=place, url=inner.url)

    async def frame_in(self, parent: FrameId, ref: str) -> FrameId | None:
        """Return the frame that an element of `parent` contains."""
        for child in self._frames.children(parent):
            with suppress(ElementStale, UnsupportedByEngine):
                if await self.owner_ref(child.id) == ref:
                    return child.id
        return None
