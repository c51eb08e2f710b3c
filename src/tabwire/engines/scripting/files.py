"""File inputs without the debugger: files are passed to the page as bytes."""

from __future__ import annotations

from collections.abc import Sequence

from tabwire.engines.files import read_files
from tabwire.engines.page_events import FrameId
from tabwire.engines.scripting.agent import ScriptingAgent
from tabwire.errors import UnsupportedByEngine


class ScriptingFiles:
    """Choose files in one page."""

    def __init__(self, agent: ScriptingAgent) -> None:
        self._agent = agent

    async def set_files(self, frame_id: FrameId, ref: str, paths: Sequence[str]) -> None:
        """Choose files in a file input, as bytes."""
        await self._agent.in_frame(frame_id).give_files(ref, files=await read_files(paths))

    def catch_choosers(self, enabled: bool) -> None:
        """Do nothing: Chrome opens choosers only for trusted input."""

    async def answer_chooser(self, frame_id: FrameId, node: int, paths: Sequence[str]) -> None:
        """Refuse: Chrome opens choosers only for trusted input."""
        raise UnsupportedByEngine(
            "Quiet mode cannot open file choosers.", next_step="Upload to the file field."
        )
