"""Pictures of a quiet page: what its window shows, cut to the part that is wanted."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from tabwire.engines.page import Clip
from tabwire.errors import UnsupportedByEngine
from tabwire.protocol.page_agent import PageAgent
from tabwire.protocol.page_agent.reading import Viewport

Ask = Callable[..., Awaitable[Any]]
# The page agent of the main frame.
MainAgent = Callable[[], PageAgent]

# Boxes are measured in fractions of a pixel; a part that sticks out by less is still in view.
SLACK_PX = 1.0


class QuietCamera:
    """Take pictures through the extension, which can only see what is in view."""

    def __init__(self, ask: Ask, main_agent: MainAgent) -> None:
        self._ask = ask
        self._agent = main_agent

    async def take(self, media: str, quality: int | None, clip: Clip | None) -> str:
        """Return a picture of the viewport or of a part of the page, base64-encoded."""
        if clip is None:
            return await self._capture(media, quality, None, 1, 1)
        view = await self._agent().viewport()
        if clip.width > view.width + SLACK_PX or clip.height > view.height + SLACK_PX:
            raise UnsupportedByEngine(
                "Quiet mode shows no more of a page than its window does.",
                next_step="Leave `full_page` out, or give a smaller `target`; scroll for the rest.",
            )
        if _is_in_view(clip, view):
            return await self._cut(media, quality, clip, view)
        return await self._scrolled(media, quality, clip, view)

    async def _scrolled(self, media: str, quality: int | None, clip: Clip, view: Viewport) -> str:
        """Bring the part into view for the picture, and the page back to where it was."""
        there = await self._agent().scroll_page(x=clip.x, y=clip.y)
        try:
            scrolled = replace(view, scroll_x=there.scroll_x, scroll_y=there.scroll_y)
            return await self._cut(media, quality, clip, scrolled)
        finally:
            await self._agent().scroll_page(x=view.scroll_x, y=view.scroll_y)

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
        answer = await self._ask(
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
