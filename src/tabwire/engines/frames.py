"""The frames of a page, in every engine, and the errors for those that are gone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, Protocol, TypeVar

from tabwire.engines.page_events import FrameId
from tabwire.errors import ElementStale


def frame_gone() -> ElementStale:
    """Return the error for a frame that is gone."""
    return ElementStale("The frame is gone.")


def document_changed() -> ElementStale:
    """Return the error for a call whose document was replaced."""
    return ElementStale("The page loaded another document meanwhile.")


class Nested(Protocol):
    """What every engine knows about a frame."""

    id: FrameId
    parent: FrameId | None


F = TypeVar("F", bound=Nested)


class Frames(Generic[F]):
    """The frames of one page by their ids."""

    def __init__(self) -> None:
        self._frames: dict[FrameId, F] = {}

    def __iter__(self) -> Iterator[F]:
        return iter(tuple(self._frames.values()))

    def get(self, frame: FrameId) -> F | None:
        """Return the frame, or None if it is gone."""
        return self._frames.get(frame)

    def require(self, frame: FrameId) -> F:
        """Return the frame, or fail if it is gone."""
        found = self._frames.get(frame)
        if found is None:
            raise frame_gone()
        return found

    def children(self, parent: FrameId) -> list[F]:
        """List the direct child frames of a frame."""
        return [frame for frame in self._frames.values() if frame.parent == parent]

    def drop(self, frame: FrameId) -> None:
        """Remove a frame and the frames inside it."""
        if self._frames.pop(frame, None) is not None:
            self.drop_children(frame)

    def drop_children(self, parent: FrameId) -> None:
        """Remove the frames inside a frame."""
        for child in self.children(parent):
            self.drop(child.id)
