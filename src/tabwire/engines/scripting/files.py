"""File inputs without the debugger: files are handed to the page as bytes."""

from __future__ import annotations

from collections.abc import Sequence

from tabwire.engines.files import set_files_as_bytes
from tabwire.engines.page_events import FrameId
from tabwire.engines.scripting.agent import PageAgent
from tabwire.errors import UnsupportedByEngine


class ScriptingFiles:
    """Choose files in one page."""

    def __init__(self, agent: PageAgent) -> None:
        self._agent = agent

    async def set_files(self, frame_id: FrameId, ref: str, paths: Sequence[str]) -> None:
        """Choose files in a file input, as bytes."""
        await set_files_as_bytes(self._agent.call, frame_id, ref, paths)

    def catch_choosers(self, enabled: bool) -> None:
        """Do nothing: without a real press Chrome opens no chooser."""

    async def answer_chooser(self, frame_id: FrameId, node: int, paths: Sequence[str]) -> None:
        """Refuse: no chooser ever opens for input that is not from a hand."""
        raise UnsupportedByEngine("Quiet mode opens no file choosers.", next_step="Upload to the file field.")
