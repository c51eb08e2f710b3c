"""The frames of a page without the debugger, by Chrome's frame numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tabwire.engines.addresses import without_password
from tabwire.engines.frames import Frames
from tabwire.engines.page_events import FrameId

MAIN = FrameId("0")
TOP_PARENT = -1
ERROR_PAGE = "error-"


@dataclass(slots=True)
class ScriptingFrame:
    """One frame; `document` is Chrome's document id, or ours for an error page."""

    id: FrameId
    parent: FrameId | None
    url: str
    document: str

    @property
    def is_error_page(self) -> bool:
        """Return whether Chrome shows an error page instead of the requested one."""
        return self.document.startswith(ERROR_PAGE)


class ScriptingFrames(Frames[ScriptingFrame]):
    """The frames of one page and their documents."""

    def __init__(self) -> None:
        super().__init__()
        self._frames = {MAIN: ScriptingFrame(MAIN, None, "about:blank", "")}

    @property
    def main(self) -> ScriptingFrame:
        """Return the main frame."""
        return self._frames[MAIN]

    def load(self, rows: list[dict[str, Any]]) -> None:
        """Add all frames that the extension lists, parents first."""
        for row in sorted(rows, key=lambda row: int(row["frameId"])):
            self.show(row)

    def show(self, row: dict[str, Any]) -> ScriptingFrame:
        """Put a new document into a frame; in the main frame, it removes all other frames."""
        frame = FrameId(str(row["frameId"]))
        parent = None if row["parentFrameId"] == TOP_PARENT else FrameId(str(row["parentFrameId"]))
        shown = ScriptingFrame(frame, parent, without_password(row["url"]), row.get("documentId") or "")
        if frame == MAIN:
            self._frames = {MAIN: shown}
        else:
            self.drop_children(frame)
            self._frames[frame] = shown
        return shown
