"""A page debugged through the extension: the debugger engine, within what Chrome lets extensions do."""

from __future__ import annotations

from collections.abc import Sequence

from tabwire.engines.debugger import DebuggerPage
from tabwire.engines.files import give_bytes, read_files
from tabwire.engines.page import FrameId
from tabwire.engines.relay import KeptFromFiles


class RelayedPage(DebuggerPage):
    """Give files as bytes where the extension may not name them to Chrome by their paths."""

    async def set_files(self, frame: FrameId, ref: str, paths: Sequence[str]) -> None:
        """Choose files in a file input."""
        try:
            await super().set_files(frame, ref, paths)
        except KeptFromFiles:
            await give_bytes(self.call_agent, frame, ref, paths)

    async def answer_file_chooser(self, frame: FrameId, node: int, paths: Sequence[str]) -> None:
        """Choose files in the input that asked for them."""
        try:
            await super().answer_file_chooser(frame, node, paths)
        except KeptFromFiles:
            state = self._frame(frame)
            world = await self._world(state)
            # The input that a button makes for its chooser is often in no document, and has no ref.
            field = {"objectId": await self._resolve(state, node, world)}
            files = {"value": await read_files(paths)}
            await self._start_function(state, world, "tabwire.chooseFiles", [field, files])
