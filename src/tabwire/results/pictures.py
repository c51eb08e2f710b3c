"""Pictures of a page."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from tabwire.results.result import Image, Result


class Screenshot(Result):
    """A picture, and how its pixels relate to the page's."""

    image: Image
    width_px: int
    height_px: int
    scale: Annotated[float, Field(description="Picture pixels per page pixel.")] = 1.0

    def to_text(self) -> str:
        """Return the size; the picture itself travels beside the text."""
        scaled = f", scale {self.scale:g}" if self.scale != 1 else ""
        return f"{self.image.media_type} {self.width_px}×{self.height_px}{scaled}"
