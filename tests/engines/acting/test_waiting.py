"""Waiting for what will come."""


async def test_waiting_for_an_element_to_become_usable(browser, page):
    await page.show(
        "<button id=go disabled>Go</button><script>setTimeout(() => go.disabled = false, 300)</script>"
    )
    await browser.call("wait_for_element", target="Go", state="enabled")
    assert await page.value("document.querySelector('button').disabled") is False


async def test_waiting_for_a_text_to_go_and_for_an_address(browser, page):
    url = await page.show(
        """<p id=note>Loading</p><script>
        setTimeout(() => { note.remove(); history.pushState(0, '', '/done/42') }, 200)</script>"""
    )
    await browser.call("wait_for", gone="Loading")
    assert (await browser.call("wait_for", url="/done/")).url.endswith("/done/42")
    assert (await browser.call("wait_for", url="*/done/*")).url != url


async def test_waiting_for_text_in_a_frame_of_another_site(browser, page):
    inner = page.server.add_html(
        "<p id=note>soon</p><script>setTimeout(() => note.textContent = 'Frame is ready', 300)</script>",
        host="localhost",
    )
    await page.show(f"<iframe src='{inner}'></iframe>")
    waited = await browser.call("wait_for", text="frame is ready", timeout_s=20)
    assert waited.found == 'text "frame is ready"'


async def test_waiting_goes_on_over_a_navigation(browser, page):
    there = page.server.add_html("<p>Second page</p>")
    await page.show(f"<script>setTimeout(() => location = '{there}', 200)</script>")
    assert (await browser.call("wait_for", text="Second page", timeout_s=20)).url == there


async def test_waiting_for_the_network_and_for_a_script(browser, page):
    with page.server.hold("/slow-thing"):
        await page.show("<script>fetch('/slow-thing').then(() => window.done = true)</script>")
        assert (await browser.fails("wait_for_load", state="networkidle", timeout_s=1)).code == "TIMEOUT"
    await browser.call("wait_for_load", state="networkidle")
    assert await page.value("window.done") is True
    await browser.call("evaluate", expression="void setTimeout(() => window.later = true, 200)")
    await browser.call("wait_for_script", expression="window.later", timeout_s=20)
    assert await page.value("window.later") is True


async def test_waiting_for_a_tab_and_a_download_that_nobody_clicked(browser, page):
    def attachment(request):
        request.send_response(200)
        request.send_header("Content-Disposition", "attachment; filename=late.txt")
        request.send_header("Content-Length", "4")
        request.end_headers()
        request.wfile.write(b"late")

    page.server.add_route("/late", attachment)
    await page.show("<p>here</p>")
    await browser.call("evaluate", expression="void setTimeout(() => location = '/late', 200)")
    assert (await browser.call("wait_for_download", timeout_s=20)).path.endswith(".txt")
    there = page.server.add_html("<title>Popped</title>")
    await browser.call("evaluate", expression=f"void setTimeout(() => window.open('{there}'), 200)")
    assert (await browser.call("wait_for_tab", timeout_s=20)).url == there


async def test_a_frame_is_chosen_by_id_address_or_element(browser, page):
    first = page.server.add_html("<button onclick=\"this.textContent = 'First was hit'\">Same</button>")
    second = page.server.add_html("<button>Same</button>", host="localhost")
    await page.show(f"<iframe id=one src='{first}'></iframe><iframe src='{second}'></iframe>")
    listed = (await browser.call("frames")).frames
    assert [row.frame for row in listed] == ["main", "f1", "f2"]
    assert (await browser.fails("click", target="Same")).code == "ELEMENT_AMBIGUOUS"
    assert (await browser.call("switch_frame", frame="#one")).url == first
    await browser.call("click", target="Same")
    await browser.call("main_frame")
    await browser.call("wait_for", text="First was hit", timeout_s=20)
    assert (await browser.call("switch_frame", frame="localhost")).url == second
    assert (await browser.fails("click", target="First was hit")).code == "ELEMENT_NOT_FOUND"
    assert (await browser.fails("switch_frame", frame="f99")).code == "ELEMENT_NOT_FOUND"
