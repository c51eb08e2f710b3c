"""Plain work: fill, wait, download."""

from pathlib import Path


async def test_nothing_is_filled_when_one_field_cannot_be(browser, page):
    await page.show("<input aria-label=Name><input aria-label=Locked disabled>")
    error = await browser.fails("fill", fields={"Name": "Ann", "Locked": "x", "Missing thing": "y"})
    assert error.code == "INVALID_PARAMS"
    assert len(error.data["problems"]) == 2
    assert await page.value("document.querySelector('input').value") == ""


async def test_scrolling_ends_at_the_end_and_says_so(browser, page):
    await page.show("<div style='height:3000px'>tall</div>")
    height = await page.value("innerHeight")
    assert (await browser.text("scroll")).startswith(f"scrolled down {round(height * 0.85)} px")
    assert "any further" not in await browser.text("scroll", direction="bottom")
    assert "any further" in await browser.text("scroll", direction="bottom")
    assert "now at 0 of" in await browser.text("scroll", direction="top")


async def test_wait_for_sees_text_that_comes_later(browser, page):
    await page.show("<p>wait</p><script>setTimeout(() => document.body.append('All done'), 200)</script>")
    assert (await browser.call("wait_for", text="all done")).found == 'text "all done"'


async def test_waiting_in_vain_tells_what_is_there_instead(browser, page):
    await page.show("<p>Nothing to see</p>")
    error = await browser.fails("wait_for", text="Order shipped", timeout_s=0.3)
    assert error.code == "TIMEOUT"
    assert "Nothing to see" in error.message


def _send_file(request):
    request.send_response(200)
    request.send_header("Content-Type", "text/csv")
    request.send_header("Content-Disposition", 'attachment; filename="../report.csv"')
    request.send_header("Content-Length", "5")
    request.end_headers()
    request.wfile.write(b"a,b,c")


async def test_a_download_is_reported_with_its_path(browser, page):
    page.server.add_route("/report", _send_file)
    await page.show("<a href=/report>Report</a> <a href=/report target=_blank>In a tab</a>")
    first = await browser.call("click", target='link "Report"')
    assert Path(first.downloads[0]).read_text() == "a,b,c"
    second = await browser.call("click", target='link "In a tab"')
    assert second.downloads[0] != first.downloads[0]
    assert Path(second.downloads[0]).read_text() == "a,b,c"


async def test_a_box_is_pressed_beside_the_controls_in_its_middle(browser, page):
    await page.show(
        "<style>p {width:160px} input {width:110px} button {display:block;margin:auto;height:60px}</style>"
        "<p id=p>Date: <input onfocus='p.title = 1'></p>"
        "<div id=card onclick='document.title = event.target.id' style='width:200px;cursor:pointer'>"
        "<b id=words>Ada</b><button id=button>Delete</button></div>"
    )
    await browser.call("click", target="Date:")
    assert await page.value("p.title") == ""
    await browser.call("click", target="#card")
    assert await page.value("document.title") == "words"
