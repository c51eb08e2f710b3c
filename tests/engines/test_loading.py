"""When a navigation counts as done."""

import threading

from tests.pages import send


async def test_navigate_returns_only_after_everything_has_loaded(browser, page, server):
    asked = threading.Event()
    held = threading.Event()

    def slow_image(request):
        asked.set()
        held.wait(5)
        send(request, b"<svg xmlns='http://www.w3.org/2000/svg'/>", "image/svg+xml")

    image = server.add_route("/slow.svg", slow_image)
    for _ in range(3):
        asked.clear(), held.clear()
        threading.Thread(target=lambda: (asked.wait(5), held.set())).start()
        await page.show(f"<img src='{image}?{_}'>")
        assert (await browser.call("evaluate", expression="document.readyState")).value == "complete"
        assert (await browser.call("evaluate", expression="document.images[0].complete")).value is True


async def test_waiting_for_the_dom_does_not_wait_for_images(browser, page, server):
    held = threading.Event()
    image = server.add_route("/held.svg", lambda request: held.wait(20))
    url = server.add_html(f"<p>here</p><img src='{image}'>")
    await browser.call("navigate", url=url, wait_until="domcontentloaded")
    assert (await browser.call("evaluate", expression="document.readyState")).value == "interactive"
    held.set()
