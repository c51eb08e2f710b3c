"""Pictures of a page over DevTools."""

from __future__ import annotations

import asyncio

from tabwire.engines.cdp import CdpSession
from tabwire.engines.page import Clip
from tabwire.protocol.cdp import CdpObject

USUALLY_WITHIN_S = 0.1
# The smallest recording there is: its frames are not looked at.
KEEP_DRAWING = {"format": "jpeg", "quality": 1, "maxWidth": 1, "maxHeight": 1, "everyNthFrame": 1000}


class Pictures:
    """Take pictures of one tab.

    Chrome does not draw a tab in the background, and every second picture of one waits for a frame that
    never comes. The first picture that is late shows where the tab is; from then on a recording beside
    each picture makes the tab draw.
    """

    def __init__(self, page: CdpSession) -> None:
        self._page = page
        self._needs_recording = False

    async def take(self, media: str, quality: int | None, clip: Clip | None) -> str:
        """Return a picture, base64-encoded."""
        if self._needs_recording:
            self._page.start("Page.startScreencast", **KEEP_DRAWING)
        picture = self._page.start("Page.captureScreenshot", **_options(media, quality, clip))
        try:
            if not self._needs_recording:
                await self._look_out(picture)
            return str((await picture)["data"])
        finally:
            if self._needs_recording:
                self._page.start("Page.stopScreencast")

    async def _look_out(self, picture: asyncio.Future[CdpObject]) -> None:
        """Start a recording when the picture is late."""
        on_time, _ = await asyncio.wait({picture}, timeout=USUALLY_WITHIN_S)
        if not on_time:
            self._needs_recording = True
            self._page.start("Page.startScreencast", **KEEP_DRAWING)


def _options(media: str, quality: int | None, clip: Clip | None) -> CdpObject:
    options: CdpObject = {"format": media, "optimizeForSpeed": True}
    if quality is not None:
        options["quality"] = quality
    if clip is not None:
        place = {"x": clip.x, "y": clip.y, "width": clip.width, "height": clip.height, "scale": clip.scale}
        options |= {"clip": place, "captureBeyondViewport": True}
    return options
