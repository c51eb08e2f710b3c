"""The frames of a page that is handled without the debugger, by the numbers Chrome gives them."""

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
    """One frame; `document` is Chrome's id of what it shows, or ours of an error page."""

    id: FrameId
    parent: FrameId | None
    url: str
    document: str

    @property
    def is_error_page(self) -> bool:
        """Tell whether Chrome shows a page of its own instead of the one that was asked for."""
        return self.document.startswith(ERROR_PAGE)


class ScriptingFrames(Frames[ScriptingFrame]):
    """Follow which frames there are and what they show."""

    def __init__(self) -> None:
        super().__init__()
        self._frames = {MAIN: ScriptingFrame(MAIN, None, "about:blank", "")}

    @property
    def main(self) -> ScriptingFrame:
        """Return the main frame."""
        return self._frames[MAIN]

    def load(self, rows: list[dict[str, Any]]) -> None:
        """Take over all frames as the extension lists them, parents first."""
        for row in sorted(rows, key=lambda row: int(row["frameId"])):
            self.show(row)

    def show(self, row: dict[str, Any]) -> ScriptingFrame:
        """Put a new document into a frame; a new document in the main frame ends all others."""
        frame = FrameId(str(row["frameId"]))
        parent = None if row["parentFrameId"] == TOP_PARENT else FrameId(str(row["parentFrameId"]))
        shown = ScriptingFrame(frame, parent, without_password(row["url"]), row.get("documentId") or "")
        if frame == MAIN:
            self._frames = {MAIN: shown}
        else:
            self.drop_children(frame)
            self._frames[frame] = shown
        return shown
