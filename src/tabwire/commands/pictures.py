"""Take pictures of the page."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from tabwire.commands.parameters import TargetText
from tabwire.reading.pictures import take_picture
from tabwire.registry import Effect, Image, Result, command
from tabwire.session.tab import Tab


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


@command(Effect.READ, core=True)
async def screenshot(
    tab: Tab,
    target: TargetText | None = None,
    full_page: bool = False,
    format: Literal["jpeg", "png", "webp"] = "jpeg",
) -> Screenshot:
    """Take a picture of the viewport, of one element, or of the whole page. Large ones are scaled down."""
    picture = await take_picture(tab, target, full_page, format)
    return Screenshot(
        image=Image(media_type=f"image/{format}", base64=picture.base64),
        width_px=picture.width_px,
        height_px=picture.height_px,
        scale=picture.scale,
    )
