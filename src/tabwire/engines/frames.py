"""The frames of a page, as every engine keeps them, and the errors of those that went away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, Protocol, TypeVar

from tabwire.engines.page_events import FrameId
from tabwire.errors import ElementStale


def frame_gone() -> ElementStale:
    """Return the error of a frame that is not there any more."""
    return ElementStale("The frame is gone.")


def document_changed() -> ElementStale:
    """Return the error of a call whose document went away under it."""
    return ElementStale("The page changed to another document meanwhile.")


class Nested(Protocol):
    """What an engine knows of a frame: at least its place."""

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
        """Return the frame if it is still there."""
        return self._frames.get(frame)

    def require(self, frame: FrameId) -> F:
        """Return the frame, or fail if it is gone."""
        found = self._frames.get(frame)
        if found is None:
            raise frame_gone()
        return found

    def children(self, parent: FrameId) -> list[F]:
        """List the frames right inside a frame."""
        return [frame for frame in self._frames.values() if frame.parent == parent]

    def drop(self, frame: FrameId) -> None:
        """Remove a frame and the frames inside it."""
        if self._frames.pop(frame, None) is not None:
            self.drop_children(frame)

    def drop_children(self, parent: FrameId) -> None:
        """Remove the frames inside a frame."""
        for child in self.children(parent):
            self.drop(child.id)
