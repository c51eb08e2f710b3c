"""A page debugged through the extension: the debugger engine, within what Chrome lets extensions do.

Its facets work around what Chrome does not allow extensions.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from tabwire.engines.cdp import CdpSession
from tabwire.engines.debugger.dialogs import DebuggerDialogs
from tabwire.engines.debugger.files import DebuggerFiles
from tabwire.engines.debugger.history import DebuggerHistory
from tabwire.engines.debugger.page import DebuggerPage
from tabwire.engines.debugger.sessions import OpenSession
from tabwire.engines.dialogs import UNSEEN_DIALOG
from tabwire.engines.facets import Navigation
from tabwire.engines.files import read_files
from tabwire.engines.page_agent import agent_in
from tabwire.engines.page_events import FrameId
from tabwire.engines.refusals import FilesNotAllowed, NotDebuggable
from tabwire.errors import TabClosed, TabwireError
from tabwire.protocol.typed_json import encode

# Shows an empty page instead of the current one.
Leave = Callable[[], Awaitable[object]]


class RelayedPage(DebuggerPage):
    """A tab of the user's own browser, over its debugger."""

    def __init__(self, root: CdpSession, open_session: OpenSession, leave: Leave) -> None:
        super().__init__(root, open_session, is_old=True)
        self.dialogs = self._dialogs = RelayedDialogs(self._sessions, self.state, self.events)
        self.files = RelayedFiles(self._sessions, self._frames, self._agent)
        self.history = RelayedHistory(root, leave)


class RelayedDialogs(DebuggerDialogs):
    """Answer dialogs, even if they lead to a page that extensions may not debug."""

    async def answer(self, accept: bool, text: str | None) -> None:
        """Accept or dismiss the open dialog."""
        is_old = self._state.dialog is UNSEEN_DIALOG
        try:
            await super().answer(accept, text)
        except TabClosed:
            if not is_old:
                raise
            # The dialog is closed, but extensions may not debug the page it led to; the next call reattaches.
            with suppress(TabwireError):
                await self._events.until(lambda: False, despite_dialog=True)
            self._state.dialog = None


class RelayedFiles(DebuggerFiles):
    """Choose files, as bytes if the user does not allow the extension to read them."""

    async def set_files(self, frame_id: FrameId, ref: str, paths: Sequence[str]) -> None:
        """Choose files in a file input."""
        try:
            await super().set_files(frame_id, ref, paths)
        except FilesNotAllowed:
            await agent_in(frame_id, self._agent.call).give_files(ref, files=await read_files(paths))

    async def answer_chooser(self, frame_id: FrameId, node: int, paths: Sequence[str]) -> None:
        """Choose files in the input of an open chooser."""
        try:
            await super().answer_chooser(frame_id, node, paths)
        except FilesNotAllowed:
            frame = self._frames.require(frame_id)
            world = await self._agent.world(frame)
            # The input that a button creates for its chooser is often not in the document, so it has no ref.
            field = {"objectId": await self._agent.resolve(frame, node, world)}
            files = {"value": encode(await read_files(paths))}
            await self._agent.start(frame, world, "tabwire.chooseFiles", [field, files])


class RelayedHistory(DebuggerHistory):
    """Navigate, even from pages that extensions may not debug."""

    def __init__(self, root: CdpSession, leave: Leave) -> None:
        super().__init__(root)
        self._leave = leave

    async def navigate(self, url: str) -> Navigation:
        """Start loading an address, even from a page that extensions may not debug."""
        try:
            return await super().navigate(url)
        except NotDebuggable:
            await self._leave()
            return await super().navigate(url)
