"""Pictures of a page over DevTools."""

from __future__ import annotations

import asyncio
from dataclasses import asdict

from tabwire.engines.cdp import CdpRefused, CdpSession
from tabwire.engines.facets import Clip
from tabwire.engines.page import PageState
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
RECORDED = ("jpeg", "png")
FRAME_WITHIN_S = 0.5


class DebuggerPictures:
    """Keep one page drawing and take its pictures."""

    def __init__(self, root: CdpSession, state: PageState) -> None:
        self._root = root
        self._state = state
        self._recording = asyncio.Lock()
        self._begun: asyncio.Future[CdpObject] | None = None
        self._frame: asyncio.Future[str] | None = None
        root.on("Page.screencastFrame", self._on_frame)

    def keep_drawing(self) -> None:
        """Make the page draw, also in the background."""
        self._root.start("Page.startScreencast", **KEEP_DRAWING)

    async def screenshot(self, media: str, quality: int | None, clip: Clip | None) -> str:
        """Return a new picture of the viewport or of `clip`, base64-encoded: Chrome draws two frames."""
        self._state.check()
        options: CdpObject = _options(media, quality) | {"optimizeForSpeed": True}
        if clip is not None:
            options |= {"clip": asdict(clip), "captureBeyondViewport": True}
        return str((await self._root.call("Page.captureScreenshot", **options))["data"])

    async def last_frame(self, media: str, quality: int | None) -> str | None:
        """Return what the viewport shows, base64-encoded, in half the time; None when no frame came."""
        self._state.check()
        if media not in RECORDED:
            return None
        async with self._recording:
            self._root.start("Page.stopScreencast")
            self._begun = self._root.start("Page.startScreencast", **_options(media, quality))
            self._frame = asyncio.get_running_loop().create_future()
            try:
                async with asyncio.timeout(FRAME_WITHIN_S):
                    await self._begun
                    return await self._frame
            except (TimeoutError, CdpRefused):
                return None
            finally:
                self._begun = self._frame = None
                self._root.start("Page.stopScreencast")
                self.keep_drawing()

    def _on_frame(self, params: CdpObject) -> None:
        # A frame may come with the word that recording began; an earlier one is of the last recording.
        has_begun = self._begun is not None and self._begun.done()
        if has_begun and self._frame is not None and not self._frame.done():
            self._frame.set_result(str(params["data"]))


def _options(media: str, quality: int | None) -> CdpObject:
    return {"format": media} if quality is None else {"format": media, "quality": quality}
