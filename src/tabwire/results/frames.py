"""The frames of a page."""

from __future__ import annotations

from tabwire.results.result import Result


class FrameRow(Result):
    """One frame in a list."""

    frame: str
    parent: str
    url: str


class FrameList(Result):
    """The frames of a page, the main one first."""

    frames: tuple[FrameRow, ...]


class FrameChosen(Result):
    """Where targets are looked for from now on."""

    frame: str
    url: str
