"""File inputs and file choosers over DevTools: Chrome reads the files itself."""

from __future__ import annotations

from collections.abc import Sequence

from tabwire.engines.debugger.agent import DebuggerAgent
from tabwire.engines.debugger.frames import DebuggerFrames
from tabwire.engines.debugger.sessions import Sessions
from tabwire.engines.page_events import FrameId


class DebuggerFiles:
    """Choose files in one page."""

    def __init__(self, sessions: Sessions, frames: DebuggerFrames, agent: DebuggerAgent) -> None:
        self._sessions = sessions
        self._frames = frames
        self._agent = agent

    async def set_files(self, frame_id: FrameId, ref: str, paths: Sequence[str]) -> None:
        """Choose files in a file input."""
        frame = self._frames.require(frame_id)
        handle = await self._agent.element(frame, ref)
        await frame.session.call("DOM.setFileInputFiles", objectId=handle, files=list(paths))

    def catch_choosers(self, enabled: bool) -> None:
        """Report file choosers instead of showing them; applies before the next request."""
        for session in self._sessions:
            session.start("Page.setInterceptFileChooserDialog", enabled=enabled)

    async def answer_chooser(self, frame_id: FrameId, node: int, paths: Sequence[str]) -> None:
        """Choose files in the input of an open chooser."""
        session = self._frames.require(frame_id).session
        await session.call("DOM.setFileInputFiles", backendNodeId=node, files=list(paths))
