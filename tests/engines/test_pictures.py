"""Pictures of real pages."""

import asyncio
import base64
import struct
import zlib

from tests.waiting import pass_time, soon

from tabwire.reading.pictures import DRAWN_AFTER_S, OPENED_AFTER_MS
from tabwire.trace import tracing


def png_size(encoded: str) -> tuple[int, int]:
    header = base64.b64decode(encoded)[16:24]
    return struct.unpack(">II", header)


def first_pixel(encoded: str) -> tuple[int, int, int]:
    """Return the colour of the upper left corner: the first bytes of a PNG's first row, however filtered."""
    picture = base64.b64decode(encoded)
    begin = picture.index(b"IDAT") + 4
    red, green, blue = zlib.decompressobj().decompress(picture[begin:], 4)[1:]
    return red, green, blue


async def come_to_rest() -> None:
    await pass_time(OPENED_AFTER_MS / 1000 + DRAWN_AFTER_S)


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


async def test_a_picture_shows_what_the_command_before_it_did_or_saw(browser, page):
    await page.show("""<button onclick="paint('rgb(9, 99, 199)')">Paint</button>
        <button onclick="setTimeout(paint, 300, 'rgb(200, 100, 10)')">Paint soon</button><p></p>
        <script>function paint(colour) {
          document.documentElement.style.background = document.querySelector('p').textContent = colour;
        }</script>""")
    await come_to_rest()
    await browser.call("click", target='button "Paint"')
    assert first_pixel((await browser.call("screenshot", format="png")).image.base64) == (9, 99, 199)
    await browser.call("click", target="Paint soon")
    await browser.call("wait_for", text="rgb(200, 100, 10)")
    assert first_pixel((await browser.call("screenshot", format="png")).image.base64) == (200, 100, 10)


async def test_a_page_at_rest_is_pictured_as_it_was_drawn_last(browser, page):
    await page.show("""<h1>Hello</h1><script>
        setTimeout(() => document.documentElement.style.background = 'rgb(1, 2, 3)', 300);
        </script>""")
    drawn_anew = await browser.call("screenshot", format="png")
    assert first_pixel(drawn_anew.image.base64) == (255, 255, 255)
    await come_to_rest()
    with tracing() as trace:
        shown = await browser.call("screenshot", format="png")
    assert first_pixel(shown.image.base64) == (1, 2, 3)
    assert png_size(shown.image.base64) == png_size(drawn_anew.image.base64)
    assert "Page.captureScreenshot" not in str(trace.facts())


async def test_pictures_of_one_page_can_be_taken_at_the_same_time(browser, page):
    await page.show("<h1>Hello</h1>")
    await come_to_rest()
    shots = await soon(asyncio.gather(*(browser.call("screenshot", format="png") for _ in range(4))), 5)
    assert len({png_size(shot.image.base64) for shot in shots}) == 1
