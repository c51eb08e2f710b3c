"""How elements, points and files are written in requests and answers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ElementLook:
    """An element as replies name it; its ref is without the prefix of its frame."""

    ref: str
    role: str
    name: str


@dataclass(frozen=True, slots=True)
class Point:
    """A point of a frame's viewport, in CSS pixels."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class FileBytes:
    """A file that comes as bytes; `type` is its media type."""

    name: str
    type: str
    base64: str
