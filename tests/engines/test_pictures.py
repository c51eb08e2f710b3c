"""Pictures of real pages."""

import base64
import struct

from tests.waiting import soon


def png_size(encoded: str) -> tuple[int, int]:
    header = base64.b64decode(encoded)[16:24]
    return struct.unpack(">II", header)


async def test_a_picture_shows_the_viewport_in_page_pixels(browser, page):
    await page.show("<h1>Hello</h1>")
    shot = await browser.call("screenshot", format="png")
    assert png_size(shot.image.base64) == (shot.width_px, shot.height_px)
    assert shot.scale == 1


async def test_a_full_page_is_scaled_down_to_what_a_model_can_take(browser, page):
    await page.show("<div style='height:6000px'>tall</div>")
    shot = await browser.call("screenshot", full_page=True, format="png")
    _width, height = png_size(shot.image.base64)
    assert height <= 1568
    assert abs(height - shot.height_px) <= 1
    assert shot.scale < 1


async def test_one_element_is_cut_out_also_inside_a_frame(browser, page):
    inner = page.server.add_html("<button style='margin:0;width:120px;height:40px;border:0'>Inner</button>")
    await page.show(f"<p>outer</p><iframe src='{inner}' style='border:7px solid'></iframe>")
    shot = await browser.call("screenshot", target="Inner", format="png")
    assert png_size(shot.image.base64) == (120, 40)


async def test_tabs_in_the_background_can_be_pictured_again_and_again(browser, page):
    await page.show("<h1>Hello</h1>")
    await browser.call("new_tab")
    for media in ("png", "jpeg") * 4:
        assert (await soon(browser.call("screenshot", format=media), 5)).image.media_type == f"image/{media}"
