"""When a navigation counts as done."""

import asyncio

from tests.page_server import TYPES
from tests.waiting import soon

PICTURE = "<svg xmlns='http://www.w3.org/2000/svg'/>"


async def test_navigate_returns_only_after_everything_has_loaded(page, server):
    for number in range(3):
        with server.hold("/slow.svg", PICTURE, TYPES[".svg"]) as asked:
            loading = asyncio.create_task(page.show(f"<img src='/slow.svg?{number}'>"))
            await soon(asked.wait())
            assert not loading.done()
        await loading
        assert await page.value("document.readyState") == "complete"
        assert await page.value("document.images[0].complete") is True


async def test_waiting_for_the_dom_does_not_wait_for_images(browser, page, server):
    url = server.add_html("<p>here</p><img src='/held.svg'>")
    with server.hold("/held.svg"):
        await browser.call("navigate", url=url, wait_until="domcontentloaded")
        assert await page.value("document.readyState") == "interactive"


async def test_workers_and_worklets_of_a_page_run(browser, page):
    await page.open("workers")
    for words in ("worker 42", "nested 60", "worklet"):
        assert words in (await browser.call("wait_for", text=words, timeout_s=5)).found
