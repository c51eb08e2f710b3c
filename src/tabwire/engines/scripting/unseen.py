"""What no script can see: nothing of it can be found without the debugger."""

from __future__ import annotations

from collections.abc import Sequence

from tabwire.engines.page_events import FrameId


class ScriptingUnseen:
    """Find nothing: content scripts open closed roots themselves, and see no listeners or internals."""

    async def scan(self, frame_id: FrameId) -> bool:
        """Find nothing."""
        return False

    async def scan_elements(self, frame_id: FrameId, hosts: Sequence[str], customs: Sequence[str]) -> bool:
        """Find nothing."""
        return False

    async def wait_for_first_scan(self, frame_id: FrameId) -> None:
        """Wait for nothing."""
