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
    """One frame. `world` is the page agent's execution context, 0 until the agent is there; `page_world` is
    that of the page's own scripts, 0 when it is not known.

    What was found in it that no script can see: `document` is the page's own handle of its document,
    `listening` and `listening_inside` (of frames inside this one) are the nodes with listeners, `slots` is
    what the last scan counted, `with_internals` are handles of elements that use ElementInternals, and
    `unseen_found` counts it all. One scan runs at a time.

    A document that came after we did brings the agent with it, a moment after it is shown (`has_agent`); into
    an older one the agent must be carried.
    """

    id: FrameId
    parent: FrameId | None
    session: CdpSession
    url: str = ""
    loader: str = ""
    world: int = 0
    page_world: int = 0
    brings_agent: bool = False
    has_agent: asyncio.Event = field(default_factory=asyncio.Event)
    document: asyncio.Future[CdpObject] | None = None
    listening: set[int] = field(default_factory=set)
    listening_inside: set[int] = field(default_factory=set)
    slots: int = 0
    with_internals: set[str] = field(default_factory=set)
    unseen_found: int = 0
    scanning: asyncio.Lock = field(default_factory=asyncio.Lock)

    def lose_agent(self) -> None:
        """Forget the page agent that was there, and what it had been shown."""
        self.world = 0
        self.listening.clear()
        self.listening_inside.clear()
        self.slots = 0
        self.with_internals.clear()

    async def show_agent(self, world: int, function: str, arguments: list[CdpObject]) -> int:
        """Hand over what the page agent cannot see; return how much of it was new."""
        answer = await self.session.call(
            "Runtime.callFunctionOn",
            functionDeclaration=function,
            executionContextId=world,
            arguments=arguments,
            returnByValue=True,
        )
        return int(answer["result"]["value"])


class DebuggerFrames(Frames[DebuggerFrame]):
    """Follow Chrome's frame events; frames in other processes have a session of their own."""

    @property
    def main(self) -> DebuggerFrame:
        """Return the main frame."""
        return next(frame for frame in self._frames.values() if frame.parent is None)

    def sharing_process(self, outer: DebuggerFrame) -> list[DebuggerFrame]:
        """List the frames right inside one that share its process."""
        return [frame for frame in self.children(outer.id) if frame.session is outer.session]

    def load(self, tree: CdpObject, session: CdpSession) -> None:
        """Take over a tree as `Page.getFrameTree` told it; events that came since then know better."""
        known = self._frames.get(FrameId(tree["frame"]["id"]))
        if known is None or not known.loader or known.session is not session:
            self.navigated(tree["frame"], session)
        for child in tree.get("childFrames", ()):
            self.load(child, session)

    def attached(self, frame: FrameId, parent: FrameId, session: CdpSession) -> None:
        """Add a frame that has no document yet."""
        self._frames.setdefault(frame, DebuggerFrame(frame, parent, session))

    def navigated(self, facts: CdpObject, session: CdpSession) -> DebuggerFrame:
        """Put a new document into a frame; whatever was known of the old one is void."""
        frame_id = FrameId(facts["id"])
        known = self._frames.get(frame_id)
        parent = FrameId(facts["parentId"]) if "parentId" in facts else known and known.parent
        url = without_password(facts["url"] + facts.get("urlFragment", ""))
        frame = DebuggerFrame(frame_id, parent or None, session, url, facts["loaderId"])
        if known is not None and known.loader == frame.loader and known.session is session:
            frame.world, frame.page_world, frame.document = known.world, known.page_world, known.document
            frame.brings_agent = known.brings_agent
        if known is not None and frame.parent is None:
            self.drop_children(frame_id)
        if known is not None:
            # Nobody waits for the agent of a document that is gone.
            known.has_agent.set()
        self._frames[frame_id] = frame
        return frame

    def moved(self, frame_id: FrameId, session: CdpSession) -> None:
        """Note that another process, reached by `session`, shows the frame from now on."""
        frame = self._frames.get(frame_id)
        if frame is not None:
            frame.session = session
            frame.loader = ""
            frame.lose_agent()
            frame.page_world, frame.document = 0, None
            frame.brings_agent = False
