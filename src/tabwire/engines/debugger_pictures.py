"""Pictures of a page over DevTools."""

from __future__ import annotations

from tabwire.engines.cdp import CdpSession
from tabwire.engines.page import Clip
from tabwire.protocol.cdp import CdpObject

# Chrome draws a tab in the background once a second or not at all, and a picture of it may then wait for a
# frame that never comes. A recording, the smallest there is, makes the tab draw; nobody looks at its frames.
KEEP_DRAWING: CdpObject = {
    "format": "jpeg",
    "quality": 1,
    "maxWidth": 1,
    "maxHeight": 1,
    "everyNthFrame": 1000,
}


async def take_picture(page: CdpSession, media: str, quality: int | None, clip: Clip | None) -> str:
    """Return a picture of the viewport or of `clip`, base64-encoded."""
    options: CdpObject = {"format": media, "optimizeForSpeed": True}
    if quality is not None:
        options["quality"] = quality
    if clip is not None:
        place = {"x": clip.x, "y": clip.y, "width": clip.width, "height": clip.height, "scale": clip.scale}
        options |= {"clip": place, "captureBeyondViewport": True}
    return str((await page.call("Page.captureScreenshot", **options))["data"])
