"""What the user forbids in the extension, no agent reaches, on any way."""

from __future__ import annotations

import asyncio
from urllib.parse import quote

import pytest
from tests.page_server import send

FORBIDDEN = "localhost"


@pytest.fixture
def reached(server):
    """Collect what reaches the forbidden host; the page's own host is another name of the same server."""
    found = []

    def note(request):
        if FORBIDDEN in request.headers["Host"]:
            found.append(request.path)
        send(request, "<title>Forbidden</title>")

    server.add_route("/forbidden", note)
    return found


@pytest.fixture
async def blocked(joined):
    """Block a host in the extension's options."""
    reply = await joined.chrome.drive("act", "saveSettings", {"settings": {"blocked": [FORBIDDEN]}})
    assert reply.get("ok"), reply


async def test_navigation_is_refused(browser, page, server, blocked, reached):
    await page.show("<h1>Here</h1>")
    error = await browser.fails("navigate", url=server.url("/forbidden", FORBIDDEN))
    assert error.code == "FORBIDDEN"
    assert reached == []


ROUTES = {
    "redirect": "location.href = '/hop'",
    "frame": "document.body.append(Object.assign(document.createElement('iframe'), {src: TARGET}))",
    "fetch": "fetch(TARGET, {mode: 'no-cors'}).catch(() => 0)",
    "beacon": "navigator.sendBeacon(TARGET, 'x')",
    "image": "new Image().src = TARGET",
    "location": "location.href = TARGET",
    "socket": "new WebSocket(TARGET.replace('http', 'ws'))",
    "worker": "new Worker(URL.createObjectURL(new Blob([`fetch('${TARGET}', {mode: 'no-cors'})`])))",
    "window": "window.open(TARGET)",
    "link": "const a = document.createElement('a'); a.href = TARGET; a.target = '_blank'; a.click()",
}


@pytest.mark.parametrize("route", ROUTES)
async def test_a_page_cannot_go_there_either(route, browser, page, server, blocked, reached):
    target = server.url("/forbidden", FORBIDDEN)

    def hop(request):
        request.send_response(302)
        request.send_header("Location", target)
        request.send_header("Content-Length", "0")
        request.end_headers()

    server.add_route("/hop", hop)
    await page.show("<h1>Here</h1>")
    await browser.call("evaluate", expression=f"const TARGET = {target!r}; {ROUTES[route]}; 0")
    # What is allowed and asked for later arrives: by then the forbidden request would have, too.
    await browser.call("evaluate", expression="1")
    await page.show("<h1>Later</h1>")
    assert reached == []


@pytest.mark.parametrize("place", ["page", "frame"])
async def test_a_service_worker_cannot_go_there_either(place, joined, browser, page, server, reached):
    forbidden = f"far.{FORBIDDEN}"
    await joined.chrome.drive("act", "saveSettings", {"settings": {"blocked": [forbidden]}})
    fetching = f"/fetching_worker.html?{quote(server.url('/forbidden', forbidden))}"
    if place == "page":
        await browser.call("navigate", url=server.url(fetching))
    else:
        await page.show(f"<iframe src='{server.url(fetching, FORBIDDEN)}'></iframe>")
    await browser.call("wait_for", text="it is over")
    assert reached == []


async def test_the_users_own_tabs_are_left_alone(joined, browser, page, server, blocked, reached):
    await page.show("<h1>Here</h1>")
    await joined.chrome.drive("open", server.url("/forbidden", FORBIDDEN), False)
    async with asyncio.timeout(10):
        while not reached:
            await joined.chrome.drive("badge")


async def test_only_listed_domains_are_reached_when_there_is_a_list(joined, browser, page, server, reached):
    await joined.chrome.drive("act", "saveSettings", {"settings": {"allowed": ["127.0.0.1"]}})
    await page.show("<h1>Here</h1>")
    assert (await browser.fails("navigate", url=server.url("/forbidden", FORBIDDEN))).code == "FORBIDDEN"
    await browser.call(
        "evaluate", expression=f"fetch({server.url('/forbidden', FORBIDDEN)!r}).catch(() => 0)"
    )
    assert reached == []
