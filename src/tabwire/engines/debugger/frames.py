"""The frames of one page: which document each shows, and which DevTools session reaches it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field

from tabwire.engines.addresses import without_password
from tabwire.engines.cdp import CdpSession
from tabwire.engines.page_events import FrameId
from tabwire.protocol.cdp import CdpObject


@dataclass(slots=True)
class FrameState:
    """One frame. `world` is the page agent's execution context, 0 until the agent is there; `page_world` is
    that of the page's own scripts, 0 when it is not known.

    `document`, `listening` and `listening_inside` (nodes of frames inside this one) are what is known of the
    page's own listeners, `slots` how many of these were looked through, and `revealed` how much that the page
    agent cannot see by itself it was shown; one at a time learns more. `speakers` are handles of the elements
    that say by ElementInternals what they are.

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
    speakers: set[str] = field(default_factory=set)
    revealed: int = 0
    revealing: asyncio.Lock = field(default_factory=asyncio.Lock)

    def lose_agent(self) -> None:
        """Forget the page agent that was there, and what it had been shown."""
        self.world = 0
        self.listening.clear()
        self.listening_inside.clear()
        self.slots = 0
        self.speakers.clear()


class FrameTree:
    """Follow Chrome's frame events; frames in other processes have a session of their own."""

    def __init__(self) -> None:
        self._frames: dict[FrameId, FrameState] = {}

    def __iter__(self) -> Iterator[FrameState]:
        return iter(tuple(self._frames.values()))

    def get(self, frame: FrameId) -> FrameState | None:
        """Return the frame if it is still there."""
        return self._frames.get(frame)

    def inside(self, outer: FrameState) -> list[FrameState]:
        """List the frames right inside one that share its process."""
        return [state for state in self if state.parent == outer.id and state.session is outer.session]

    @property
    def main(self) -> FrameState:
        """Return the main frame."""
        return next(state for state in self._frames.values() if state.parent is None)

    def load(self, tree: CdpObject, session: CdpSession) -> None:
        """Take over a tree as `Page.getFrameTree` told it; events that came since then know better."""
        known = self._frames.get(FrameId(tree["frame"]["id"]))
        if known is None or not known.loader or known.session is not session:
            self.navigated(tree["frame"], session)
        for child in tree.get("childFrames", ()):
            self.load(child, session)

    def attached(self, frame: FrameId, parent: FrameId, session: CdpSession) -> None:
        """Add a frame that has no document yet."""
        self._frames.setdefault(frame, FrameState(frame, parent, session))

    def navigated(self, facts: CdpObject, session: CdpSession) -> FrameState:
        """Put a new document into a frame; whatever was known of the old one is void."""
        frame = FrameId(facts["id"])
        known = self._frames.get(frame)
        parent = FrameId(facts["parentId"]) if "parentId" in facts else known and known.parent
        url = without_password(facts["url"] + facts.get("urlFragment", ""))
        state = FrameState(frame, parent or None, session, url, facts["loaderId"])
        if known is not None and known.loader == state.loader and known.session is session:
            state.world, state.page_world, state.document = known.world, known.page_world, known.document
            state.brings_agent = known.brings_agent
        if known is not None and state.parent is None:
            self._drop_children(frame)
        if known is not None:
            # Nobody waits for the agent of a document that is gone.
            known.has_agent.set()
        self._frames[frame] = state
        return state

    def moved(self, frame: FrameId, session: CdpSession) -> None:
        """Note that another process, reached by `session`, shows the frame from now on."""
        state = self._frames.get(frame)
        if state is not None:
            state.session = session
            state.loader = ""
            state.lose_agent()
            state.page_world, state.document = 0, None
            state.brings_agent = False

    def detached(self, frame: FrameId) -> None:
        """Remove a frame and the frames inside it."""
        if self._frames.pop(frame, None) is not None:
            self._drop_children(frame)

    def _drop_children(self, parent: FrameId) -> None:
        for state in tuple(self._frames.values()):
            if state.parent == parent:
                self.detached(state.id)
