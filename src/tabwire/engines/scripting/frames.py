"""The frames of a page that is handled without the debugger, by the numbers Chrome gives them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tabwire.engines.addresses import without_password
from tabwire.engines.page_events import FrameId

MAIN = FrameId("0")
TOP_PARENT = -1
ERROR_PAGE = "error-"


@dataclass(slots=True)
class QuietFrame:
    """One frame; `document` is Chrome's id of what it shows, or ours of an error page."""

    id: FrameId
    parent: FrameId | None
    url: str
    document: str

    @property
    def is_error_page(self) -> bool:
        """Tell whether Chrome shows a page of its own instead of the one that was asked for."""
        return self.document.startswith(ERROR_PAGE)


class QuietFrames:
    """Follow which frames there are and what they show."""

    def __init__(self) -> None:
        self._frames: dict[FrameId, QuietFrame] = {MAIN: QuietFrame(MAIN, None, "about:blank", "")}

    def __iter__(self) -> Iterator[QuietFrame]:
        return iter(tuple(self._frames.values()))

    @property
    def main(self) -> QuietFrame:
        """Return the main frame."""
        return self._frames[MAIN]

    def get(self, frame: FrameId) -> QuietFrame | None:
        """Return the frame if it is still there."""
        return self._frames.get(frame)

    def load(self, rows: list[dict[str, Any]]) -> None:
        """Take over all frames as the extension lists them, parents first."""
        for row in sorted(rows, key=lambda row: int(row["frameId"])):
            self.show(row)

    def show(self, row: dict[str, Any]) -> QuietFrame:
        """Put a new document into a frame; a new document in the main frame ends all others."""
        frame = FrameId(str(row["frameId"]))
        parent = None if row["parentFrameId"] == TOP_PARENT else FrameId(str(row["parentFrameId"]))
        shown = QuietFrame(frame, parent, without_password(row["url"]), row.get("documentId") or "")
        if frame == MAIN:
            self._frames = {MAIN: shown}
        else:
            self._drop_children(frame)
            self._frames[frame] = shown
        return shown

    def drop(self, frame: FrameId) -> None:
        """Remove a frame and the frames inside it; the main frame stays."""
        if frame != MAIN and self._frames.pop(frame, None) is not None:
            self._drop_children(frame)

    def children(self, parent: FrameId) -> list[QuietFrame]:
        """List the frames right inside a frame."""
        return [frame for frame in self._frames.values() if frame.parent == parent]

    def _drop_children(self, parent: FrameId) -> None:
        for child in self.children(parent):
            self.drop(child.id)
