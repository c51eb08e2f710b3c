"""A page debugged through the extension: the debugger engine, within what Chrome lets extensions do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from tabwire.engines.cdp import CdpSession
from tabwire.engines.debugger.page import DebuggerPage, OpenSession
from tabwire.engines.dialogs import UNSEEN_DIALOG
from tabwire.engines.files import read_files
from tabwire.engines.page import Navigation
from tabwire.engines.page_agent import agent_in
from tabwire.engines.page_events import FrameId
from tabwire.engines.relay import KeptFromDebuggers, KeptFromFiles
from tabwire.errors import TabClosed, TabwireError
from tabwire.protocol.typed_json import encode

# Shows an empty page instead of the present one.
Leave = Callable[[], Awaitable[object]]


class RelayedPage(DebuggerPage):
    """Do in other ways what Chrome does for debuggers of its own, but not for extensions."""

    def __init__(self, root: CdpSession, open_session: OpenSession, leave: Leave) -> None:
        super().__init__(root, open_session, is_old=True)
        self._leave = leave

    async def navigate(self, url: str) -> Navigation:
        """Start loading an address, also instead of a page that no extension may debug."""
        try:
            return await super().navigate(url)
        except KeptFromDebuggers:
            await self._leave()
            return await super().navigate(url)

    async def set_files(self, frame: FrameId, ref: str, paths: Sequence[str]) -> None:
        """Choose files in a file input."""
        try:
            await super().set_files(frame, ref, paths)
        except KeptFromFiles:
            await agent_in(frame, self.call_agent).give_files(ref, files=await read_files(paths))

    async def answer_file_chooser(self, frame: FrameId, node: int, paths: Sequence[str]) -> None:
        """Choose files in the input that asked for them."""
        try:
            await super().answer_file_chooser(frame, node, paths)
        except KeptFromFiles:
            state = self._frame(frame)
            world = await self._world(state)
            # The input that a button makes for its chooser is often in no document, and has no ref.
            field = {"objectId": await self._resolve(state, node, world)}
            files = {"value": encode(await read_files(paths))}
            await self._start_function(state, world, "tabwire.chooseFiles", [field, files])

    async def answer_dialog(self, accept: bool, text: str | None) -> None:
        """Accept or dismiss the open dialog."""
        is_old = self.state.dialog is UNSEEN_DIALOG
        try:
            await super().answer_dialog(accept, text)
        except TabClosed:
            if not is_old:
                raise
            # The dialog is closed, but no extension may follow where that led; the next call comes anew.
            with suppress(TabwireError):
                await self.events.until(lambda: False, despite_dialog=True)
            self.state.dialog = None
