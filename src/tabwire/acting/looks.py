"""Elements that the page agent names in its answers."""

from __future__ import annotations

from dataclasses import replace

from tabwire.protocol.page_agent.elements import ElementLook
from tabwire.reading.targets import Element
from tabwire.session.tab import Frame


def seen_in(frame: Frame, look: ElementLook) -> ElementLook:
    """Return what the page agent of a frame saw, with its ref as callers write it."""
    return replace(look, ref=f"{frame.prefix}{look.ref}")


def element_near(element: Element, look: ElementLook) -> Element:
    """Return an element that the page agent named in an answer about another one."""
    return Element(element.frame, look.ref, look.role, look.name)
