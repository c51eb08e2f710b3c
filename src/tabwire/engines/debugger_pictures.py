"""Pictures of a page over DevTools."""

from __future__ import annotations

from tabwire.engines.cdp import CdpSession
from tabwire.engines.page import Clip
from tabwire.protocol.cdp import CdpObject

# The smallest recording there is: its frames are not looked at.
KEEP_DRAWING = {"format": "jpeg", "quality": 1, "maxWidth": 1, "maxHeight": 1, "everyNthFrame": 1000}


async def capture(page: CdpSession, media: str, quality: int | None, clip: Clip | None) -> str:
    """Return a picture, base64-encoded.

    Chrome does not draw a tab in the background, and a picture of one waits for a frame that never comes,
    every second time. A recording keeps the tab drawing while the picture is taken.
    """
    recording = page.start("Page.startScreencast", **KEEP_DRAWING)
    try:
        answer = await page.call("Page.captureScreenshot", **_options(media, quality, clip))
    finally:
        recording.cancel()
        page.start("Page.stopScreencast")
    return str(answer["data"])


def _options(media: str, quality: int | None, clip: Clip | None) -> CdpObject:
    options: CdpObject = {"format": media, "optimizeForSpeed": True}
    if quality is not None:
        options["quality"] = quality
    if clip is not None:
        place = {"x": clip.x, "y": clip.y, "width": clip.width, "height": clip.height, "scale": clip.scale}
        options |= {"clip": place, "captureBeyondViewport": True}
    return options
