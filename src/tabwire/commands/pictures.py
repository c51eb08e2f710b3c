"""Take pictures of the page."""

from __future__ import annotations

from typing import Literal

from tabwire.commands.parameters import TargetText
from tabwire.reading.pictures import take_picture
from tabwire.registry import Effect, command
from tabwire.results.pictures import Screenshot
from tabwire.results.result import Image
from tabwire.session.tab import Tab


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
