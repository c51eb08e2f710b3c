"""The DevTools sessions of one page: set up together, interrupted together, ended together."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from functools import partial

from tabwire.engines import page_agent
from tabwire.engines.cdp import CdpSession, MethodMissing
from tabwire.engines.debugger.events import BINDINGS
from tabwire.engines.debugger.frames import DebuggerFrames
from tabwire.engines.frames import frame_gone
from tabwire.engines.page import PageState
from tabwire.engines.page_events import FrameId
from tabwire.errors import ElementStale, TabwireError
from tabwire.protocol.cdp import CdpObject

FRAME_TARGET = "iframe"
FRAME_READY_WITHIN_S = 2.0

OpenSession = Callable[[str], CdpSession]


class Sessions:
    """The root session of a page, and one for each frame in another process.

    `follow` subscribes to what a new session reports; `keep_drawing` makes the page draw.
    """

    def __init__(
        self,
        root: CdpSession,
        open_session: OpenSession,
        frames: DebuggerFrames,
        state: PageState,
        *,
        follow: Callable[[CdpSession], None],
        keep_drawing: Callable[[], None],
    ) -> None:
        self.root = root
        self._open_session = open_session
        self._frames = frames
        self._state = state
        self._follow = follow
        self._keep_drawing = keep_drawing
        self._sessions: dict[str, CdpSession] = {}
        self._preparing: set[asyncio.Task[None]] = set()
        self.root_ready = self._start_preparing(root)

    def __iter__(self) -> Iterator[CdpSession]:
        return iter(tuple(self._sessions.values()))

    async def ready(self) -> None:
        """Wait until all are set up; a frame whose process is stuck is not waited for long."""
        await asyncio.shield(self.root_ready)
        if self._preparing:
            await asyncio.wait(self._preparing, timeout=FRAME_READY_WITHIN_S)

    def interrupt(self, error: TabwireError) -> None:
        """Fail every open request."""
        for session in self:
            session.interrupt(error)

    def interrupt_work(self, error: TabwireError) -> None:
        """Fail commands under way; a page that is not ready has none, but owes answers that make it so."""
        if self.root_ready.done():
            self.interrupt(error)

    def end(self, error: TabwireError) -> None:
        """Fail every open and every later request."""
        for session in self:
            session.end(error)
        self.root.end(error)

    def _start_preparing(self, session: CdpSession) -> asyncio.Task[None]:
        preparing = asyncio.create_task(self._prepare(session))
        self._preparing.add(preparing)
        preparing.add_done_callback(self._preparing.discard)
        # A page or frame that is closed before it is ready has nobody waiting for it.
        preparing.add_done_callback(lambda done: done.cancelled() or done.exception())
        return preparing

    async def _prepare(self, session: CdpSession) -> None:
        """Set a session up. Requests go out together; the page may run once all of them are on their way."""
        self._sessions[session.id] = session
        self._follow(session)
        session.on("Target.attachedToTarget", lambda params: self._on_child(params, session))
        session.on("Target.detachedFromTarget", self._on_child_gone)
        requests = [
            # First of all: every document that is reported after this has the page agent in it.
            session.start(
                "Page.addScriptToEvaluateOnNewDocument",
                source=page_agent.source(),
                worldName=page_agent.WORLD,
            ),
            session.start("Page.enable"),
            session.start("Page.setLifecycleEventsEnabled", enabled=True),
            session.start("Runtime.enable"),
            *_add_bindings(session),
            session.start("Network.enable"),
            session.start("Inspector.enable"),
            session.start("Emulation.setFocusEmulationEnabled", enabled=True),
            session.start("Target.setAutoAttach", autoAttach=True, waitForDebuggerOnStart=True, flatten=True),
        ]
        tree = session.start("Page.getFrameTree")
        if session is self.root:
            self._keep_drawing()
        requests.append(session.start("Runtime.runIfWaitingForDebugger"))
        self._frames.load((await tree)["frameTree"], session)
        for problem in await asyncio.gather(*requests, return_exceptions=True):
            # What this browser does not know is done without; who cannot will say so.
            if isinstance(problem, BaseException) and not isinstance(problem, MethodMissing):
                raise problem
        if session is self.root:
            self._state.url = self._frames.main.url

    def _on_child(self, params: CdpObject, parent: CdpSession) -> None:
        session = self._open_session(params["sessionId"])
        if params["targetInfo"]["type"] != FRAME_TARGET:
            # Chrome makes workers wait for us as well, even those that a filter leaves out: let them go.
            session.start("Runtime.runIfWaitingForDebugger")
            parent.start("Target.detachFromTarget", sessionId=session.id)
            session.end(ElementStale("The worker is left alone."))
            return
        self._frames.moved(FrameId(params["targetInfo"]["targetId"]), session)
        self._start_preparing(session)

    def _on_child_gone(self, params: CdpObject) -> None:
        session = self._sessions.pop(params["sessionId"], None)
        if session is not None:
            session.end(frame_gone())


def _add_bindings(session: CdpSession) -> list[asyncio.Future[CdpObject]]:
    """Give the page agent the functions by which it reports."""
    add = partial(session.start, "Runtime.addBinding", executionContextName=page_agent.WORLD)
    return [add(name=name) for name in BINDINGS]
