"""The debugger engine: a page through the DevTools protocol, with trusted input."""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from typing import Any

from tabwire.engines.cdp import CdpSession
from tabwire.engines.debugger.agent import DebuggerAgent
from tabwire.engines.debugger.dialogs import DebuggerDialogs
from tabwire.engines.debugger.events import ChromeEvents
from tabwire.engines.debugger.files import DebuggerFiles
from tabwire.engines.debugger.frames import DebuggerFrames
from tabwire.engines.debugger.history import DebuggerHistory
from tabwire.engines.debugger.input import DebuggerInput
from tabwire.engines.debugger.pictures import DebuggerPictures
from tabwire.engines.debugger.scripts import DebuggerScripts
from tabwire.engines.debugger.sessions import OpenSession, Sessions
from tabwire.engines.debugger.unseen import DebuggerUnseen
from tabwire.engines.page import Page, PageFrame, PageState
from tabwire.engines.page_events import FrameId, PageEvents, PageGone
from tabwire.errors import TabCrashed, TabwireError


class DebuggerPage(Page):
    """One tab over its DevTools sessions.

    With `is_old` the page existed before we attached, and may already show a dialog.
    """

    def __init__(self, root: CdpSession, open_session: OpenSession, *, is_old: bool) -> None:
        self.state = PageState()
        self.events = PageEvents()
        self._is_old = is_old
        self._frames = DebuggerFrames()
        self._reports = ChromeEvents(self._frames, self.state, self.events)
        pictures = DebuggerPictures(root, self.state)
        self._sessions = Sessions(
            root,
            open_session,
            self._frames,
            self.state,
            follow=self._follow,
            keep_drawing=pictures.keep_drawing,
        )
        self._agent = DebuggerAgent(self._frames, self.state)
        self.dialogs = self._dialogs = DebuggerDialogs(self._sessions, self.state, self.events)
        self.files = DebuggerFiles(self._sessions, self._frames, self._agent)
        self.history = DebuggerHistory(root)
        self.input = DebuggerInput(root, self.state)
        self.pictures = pictures
        self.scripts = DebuggerScripts(root, self.state)
        self.unseen = DebuggerUnseen(self._frames, self._agent, self.state, self.events)

    async def ready(self) -> None:
        """Wait until the page can be worked in."""
        if not (self._is_old and await self._dialogs.are_blocking(self._sessions.root_ready)):
            await self._sessions.ready()

    def _follow(self, session: CdpSession) -> None:
        """Subscribe to what a session reports."""
        self._reports.follow(session)
        self._dialogs.follow(session)
        if session is self._sessions.root:
            session.on("Inspector.targetCrashed", lambda _: self.crashed())
            session.on("Inspector.targetReloadedAfterCrash", lambda _: self._on_revived())
            session.on("Page.frameNavigated", lambda _: self._on_revived())

    def crashed(self) -> None:
        """Record that the page's process crashed: it does not respond until it is reloaded."""
        if self.state.lost is not None:
            # Chrome reports it twice; the second report must not interrupt the reload after the first.
            return
        self.state.lost = TabCrashed("The page crashed.")
        self._sessions.interrupt(self.state.lost)
        self.events.emit(PageGone(self.state.lost))

    def _on_revived(self) -> None:
        self.state.lost = None

    def gone(self, error: TabwireError) -> None:
        """Record that the tab is closed or lost; pending requests fail with `error`."""
        self._sessions.end(error)
        self.events.emit(PageGone(error))

    def frames(self) -> Sequence[PageFrame]:
        """List the frames, the main one first; they are unknown until the page responds."""
        if not self._sessions.root_ready.done():
            self.state.check()
        return [
            PageFrame(
                frame.id, frame.parent, frame.url, frame.loader, has_internals=bool(frame.with_internals)
            )
            for frame in self._frames
        ]

    def main_loader(self) -> str:
        """Return the id of the main frame's current document."""
        return self._frames.main.loader if self._sessions.root_ready.done() else ""

    def call_agent(self, frame: FrameId, name: str, arguments: dict[str, Any]) -> Coroutine[Any, Any, Any]:
        """Call a function of the page agent in one frame; retry once if the frame loads a new document."""
        return self._agent.call(frame, name, arguments)

    def owner_ref(self, frame: FrameId) -> Coroutine[Any, Any, str]:
        """Return the ref, in the parent frame, of the element that contains this frame."""
        return self._agent.owner_ref(frame)
