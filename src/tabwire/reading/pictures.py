"""Pictures of a page, never larger than a model can take."""

from __future__ import annotations

from dataclasses import dataclass

from tabwire.engines.facets import Clip
from tabwire.errors import ElementNotActionable, InvalidParams
from tabwire.protocol.page_agent.reading import Viewport
from tabwire.reading.targets import find_element
from tabwire.session.tab import Tab

# Models scale larger pictures down themselves or refuse them; sending more pixels costs and helps nobody.
LONGEST_SIDE_PX = 1568
QUALITY = {"jpeg": 75, "webp": 75, "png": None}
# What a command did or saw is on the screen a few frames later; a new document may be held back for longer.
DRAWN_AFTER_S = 0.1
OPENED_AFTER_MS = 1000


@dataclass(frozen=True)
class Picture:
    """A picture and its scale: picture pixels per page pixel."""

    base64: str
    width_px: int
    height_px: int
    scale: float


async def take_picture(tab: Tab, target: str | None, full_page: bool, media: str) -> Picture:
    """Show the viewport, one element, or the whole page."""
    if target is not None and full_page:
        raise InvalidParams("Give either `target` or `full_page`, not both.")
    is_drawn = tab.is_left_alone_for(DRAWN_AFTER_S)
    # A page that answers has drawn what it was busy with before.
    size = await tab.main_frame.agent.viewport()
    part = await _part(tab, target, full_page, size)
    scale = min(1.0, LONGEST_SIDE_PX / max(part["width"], part["height"]) / size.scale)
    is_plain = target is None and not full_page and scale == 1
    clip = None if is_plain else Clip(part["x"], part["y"], part["width"], part["height"], scale)
    frame = None
    if is_plain and is_drawn and size.age_ms >= OPENED_AFTER_MS:
        frame = await tab.page.pictures.last_frame(media, QUALITY[media])
    data = frame or await tab.page.pictures.screenshot(media, QUALITY[media], clip)
    factor = scale * size.scale
    return Picture(data, round(part["width"] * factor), round(part["height"] * factor), round(factor, 4))


async def _part(tab: Tab, target: str | None, full_page: bool, size: Viewport) -> dict[str, float]:
    if target is not None:
        element = await find_element(tab, target)
        box = await tab.box_in_page(element.frame, element.bare_ref)
        if box["width"] < 1 or box["height"] < 1:
            raise ElementNotActionable(
                f"{target} has no size on the page.", next_step="Choose a visible element."
            )
        return box
    if full_page:
        return {"x": 0, "y": 0, "width": size.page_width, "height": size.page_height}
    return {"x": size.scroll_x, "y": size.scroll_y, "width": size.width, "height": size.height}
