"""Mouse and key events, as engines send them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class MouseInput:
    """One mouse event at a point of the viewport, in CSS pixels."""

    kind: Literal["move", "press", "release", "wheel"]
    x: float
    y: float
    button: Literal["none", "left", "middle", "right"] = "none"
    buttons: int = 0
    count: int = 0
    modifiers: int = 0
    delta_x: float = 0
    delta_y: float = 0


@dataclass(frozen=True, slots=True)
class KeyInput:
    """One key event; `text` is what the key types, if anything."""

    kind: Literal["down", "up"]
    key: str
    code: str
    key_code: int
    text: str = ""
    modifiers: int = 0
    location: int = 0
    commands: tuple[str, ...] = ()
