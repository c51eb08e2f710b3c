"""Pictures without the debugger: the visible part of the page, cropped."""

from __future__ import annotations

from dataclasses import replace

from tabwire.engines.facets import Clip
from tabwire.engines.page import PageState
from tabwire.engines.scripting.agent import ScriptingAgent
from tabwire.engines.scripting.extension import ExtensionTab
from tabwire.errors import UnsupportedByEngine
from tabwire.protocol.page_agent.reading import Viewport

# Boxes have fractions of a pixel; a box that exceeds the view by less is still in view.
SLACK_PX = 1.0


class ScriptingPictures:
    """Take pictures through the extension, which sees only what is in view."""

    def __init__(self, tab: ExtensionTab, agent: ScriptingAgent, state: PageState) -> None:
        self._tab = tab
        self._agent = agent
        self._state = state

    async def last_frame(self, media: str, quality: int | None) -> str | None:
        """Return None: every picture is new."""
        return None

    async def screenshot(self, media: str, quality: int | None, clip: Clip | None) -> str:
        """Return a picture of the viewport or of a part of the page, base64-encoded."""
        self._state.check()
        if clip is None:
            return await self._capture(media, quality, None, 1, 1)
        view = await self._agent.main.viewport()
        if clip.width > view.width + SLACK_PX or clip.height > view.height + SLACK_PX:
            raise UnsupportedByEngine(
                "Quiet mode can only capture what the window shows.",
                next_step="Omit `full_page`, or pass a smaller `target`; scroll for the rest.",
            )
        if _is_in_view(clip, view):
            return await self._cut(media, quality, clip, view)
        return await self._scrolled(media, quality, clip, view)

    async def _scrolled(self, media: str, quality: int | None, clip: Clip, view: Viewport) -> str:
        """Scroll the part into view for the picture, and back afterwards."""
        there = await self._agent.main.scroll_page(x=clip.x, y=clip.y)
        try:
            scrolled = replace(view, scroll_x=there.scroll_x, scroll_y=there.scroll_y)
            return await self._cut(media, quality, clip, scrolled)
        finally:
            await self._agent.main.scroll_page(x=view.scroll_x, y=view.scroll_y)

    async def _cut(self, media: str, quality: int | None, clip: Clip, view: Viewport) -> str:
        box = {
            "x": clip.x - view.scroll_x,
            "y": clip.y - view.scroll_y,
            "width": clip.width,
            "height": clip.height,
        }
        return await self._capture(media, quality, box, clip.scale, view.scale)

    async def _capture(
        self,
        media: str,
        quality: int | None,
        box: dict[str, float] | None,
        scale: float,
        pixel_ratio: float,
    ) -> str:
        answer = await self._tab.ask(
            "scripting.picture", format=media, quality=quality, box=box, scale=scale, pixelRatio=pixel_ratio
        )
        return str(answer["base64"])


def _is_in_view(clip: Clip, view: Viewport) -> bool:
    across = view.scroll_x - SLACK_PX <= clip.x and (
        clip.x + clip.width <= view.scroll_x + view.width + SLACK_PX
    )
    down = view.scroll_y - SLACK_PX <= clip.y and (
        clip.y + clip.height <= view.scroll_y + view.height + SLACK_PX
    )
    return bool(across and down)
