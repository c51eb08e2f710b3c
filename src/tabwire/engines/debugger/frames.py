"""The frames of one page: which document each shows, and which DevTools session reaches it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from tabwire.engines.addresses import without_password
from tabwire.engines.cdp import CdpSession
from tabwire.engines.frames import Frames
from tabwire.engines.page_events import FrameId
from tabwire.protocol.cdp import CdpObject


@dataclass(slots=True)
class DebuggerFrame:
    """One frame. `world` is the page agent's execution context, 0 without the agent; `page_world` is that of
    the page's own scripts, 0 if unknown.

    What scripts cannot see in it: `document` is the page's own handle of its document, `listening` and
    `listening_inside` (of frames inside this one) are the nodes with listeners, `slots` is the count of the
    last scan, `with_internals` are handles of elements that use ElementInternals, and `unseen_found` counts
    all of it. One scan runs at a time.

    A document that loads after we attached brings the agent along, shortly after it is shown (`has_agent`);
    into an older one it must be injected.
    """

    id: FrameId
    parent: FrameId | None
    session: CdpSession
    url: str = ""
    loader: str = ""
    world: int = 0
    page_world: int = 0
    gets_agent: bool = False
    has_agent: asyncio.Event = field(default_factory=asyncio.Event)
    document: asyncio.Future[CdpObject] | None = None
    listening: set[int] = field(default_factory=set)
    listening_inside: set[int] = field(default_factory=set)
    slots: int = 0
    with_internals: set[str] = field(default_factory=set)
    unseen_found: int = 0
    scanning: asyncio.Lock = field(default_factory=asyncio.Lock)

    def forget_agent(self) -> None:
        """Forget the page agent of the previous document, and what was reported to it."""
        self.world = 0
        self.listening.clear()
        self.listening_inside.clear()
        self.slots = 0
        self.with_internals.clear()

    async def show_agent(self, world: int, function: str, arguments: list[CdpObject]) -> int:
        """Report to the page agent what it cannot see; return how much of it was new."""
        answer = await self.session.call(
            "Runtime.callFunctionOn",
            functionDeclaration=function,
            executionContextId=world,
            arguments=arguments,
            returnByValue=True,
        )
        return int(answer["result"]["value"])


class DebuggerFrames(Frames[DebuggerFrame]):
    """Follow Chrome's frame events; frames in other processes have their own session."""

    @property
    def main(self) -> DebuggerFrame:
        """Return the main frame."""
        return next(frame for frame in self._frames.values() if frame.parent is None)

    def sharing_process(self, outer: DebuggerFrame) -> list[DebuggerFrame]:
        """List the direct child frames in the same process."""
        return [frame for frame in self.children(outer.id) if frame.session is outer.session]

    def load(self, tree: CdpObject, session: CdpSession) -> None:
        """Add the frames of `Page.getFrameTree`, except those that newer events have updated."""
        known = self._frames.get(FrameId(tree["frame"]["id"]))
        if known is None or not known.loader or known.session is not session:
            self.navigated(tree["frame"], session)
        for child in tree.get("childFrames", ()):
            self.load(child, session)

    def attached(self, frame: FrameId, parent: FrameId, session: CdpSession) -> None:
        """Add a frame that has no document yet."""
        self._frames.setdefault(frame, DebuggerFrame(frame, parent, session))

    def navigated(self, facts: CdpObject, session: CdpSession) -> DebuggerFrame:
        """Put a new document into a frame; drop everything about the old one."""
        frame_id = FrameId(facts["id"])
        known = self._frames.get(frame_id)
        parent = FrameId(facts["parentId"]) if "parentId" in facts else known and known.parent
        url = without_password(facts["url"] + facts.get("urlFragment", ""))
        frame = DebuggerFrame(frame_id, parent or None, session, url, facts["loaderId"])
        if known is not None and known.loader == frame.loader and known.session is session:
            frame.world, frame.page_world, frame.document = known.world, known.page_world, known.document
            frame.gets_agent = known.gets_agent
        if known is not None and frame.parent is None:
            self.drop_children(frame_id)
        if known is not None:
            # Stop waiting for the agent of the old document.
            known.has_agent.set()
        self._frames[frame_id] = frame
        return frame

    def moved(self, frame_id: FrameId, session: CdpSession) -> None:
        """Record that another process shows the frame now, reached by `session`."""
        frame = self._frames.get(frame_id)
        if frame is not None:
            frame.session = session
            frame.loader = ""
            frame.forget_agent()
            frame.page_world, frame.document = 0, None
            frame.gets_agent = False
