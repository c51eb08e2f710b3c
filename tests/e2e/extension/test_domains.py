"""What the user forbids in the extension, no agent reaches, on any way."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any
from urllib.parse import quote

import pytest
from tests.page_server import send
from tests.waiting import until

from tabwire.errors import Forbidden
from tabwire.links.link import LinkLost

FORBIDDEN = "localhost"
BANK = "<title>Bank</title><p>IBAN DE99</p><button>Pay</button>"


async def choose(joined, **lists):
    """Change the lists of domains, as the user does in the options; wait until they are in force."""
    reply = await joined.chrome.drive("act", "saveSettings", {"settings": lists})
    assert reply.get("ok"), reply
    await joined.chrome.drive("untilChosen", lists)


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
    await choose(joined, blocked=[FORBIDDEN])


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
    await choose(joined, blocked=[forbidden])
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
    await choose(joined, allowed=["127.0.0.1"])
    await page.show("<h1>Here</h1>")
    assert (await browser.fails("navigate", url=server.url("/forbidden", FORBIDDEN))).code == "FORBIDDEN"
    await browser.call(
        "evaluate", expression=f"fetch({server.url('/forbidden', FORBIDDEN)!r}).catch(() => 0)"
    )
    assert reached == []


LISTS = {"blocked": {"blocked": [FORBIDDEN]}, "not allowed": {"allowed": ["127.0.0.1"]}}


@pytest.fixture(params=LISTS)
def lists(request):
    return LISTS[request.param]


async def handle_of(door, url):
    return next((row.tab for row in (await door.call("tabs")).tabs if row.url == url), None)


@pytest.mark.parametrize("engine", ["debugger", "scripting"])
async def test_a_tab_of_the_users_on_such_a_site_is_gone_for_agents(joined, browser, server, lists, engine):
    url = server.add_html(BANK, host=FORBIDDEN)
    await joined.chrome.drive("open", url, False)
    tab = await handle_of(browser, url)
    await browser.call("use_engine", engine=engine, tab=tab)
    assert "DE99" in await browser.text("snapshot", tab=tab)
    await choose(joined, **lists)
    assert await handle_of(browser, url) is None
    assert "Bank" not in await browser.text("tabs")
    for command, params in [
        ("snapshot", {}),
        ("text", {}),
        ("screenshot", {}),
        ("click", {"target": "Pay"}),
        ("evaluate", {"expression": "document.body.innerText"}),
        ("navigate", {"url": server.add_html("<p>Elsewhere</p>")}),
    ]:
        assert (await browser.fails(command, tab=tab, **params)).code == "NO_TAB"
    assert (await joined.chrome.drive("untilFree")) is True
    assert url in {open_tab["url"] for open_tab in await joined.chrome.drive("tabs")}


async def test_it_is_back_when_the_user_lifts_the_rule(joined, browser, server, blocked):
    url = server.add_html(BANK, host=FORBIDDEN)
    await joined.chrome.drive("open", url, False)
    assert await handle_of(browser, url) is None
    await choose(joined, blocked=[])
    assert "DE99" in await browser.text("snapshot", tab=await handle_of(browser, url))


async def test_a_tab_that_an_agent_works_in_is_lost_when_its_site_is_blocked(joined, browser, page):
    await page.show(BANK, host=FORBIDDEN)
    await choose(joined, blocked=[FORBIDDEN])
    await joined.heard()
    assert (await browser.fails("snapshot")).code == "TAB_CLOSED"
    await page.show("<p>Elsewhere</p>")
    assert "Elsewhere" in await browser.text("snapshot")


async def test_a_tab_that_goes_there_is_lost_and_comes_back_with_another_page(joined, server, blocked):
    here, there = server.add_html("<title>Here</title>"), server.add_html(BANK, host=FORBIDDEN)
    opened = await joined.chrome.drive("open", here, False)
    door = joined.door()
    assert await handle_of(door, here)
    await joined.chrome.drive("go", opened["id"], there)
    assert "Bank" not in await door.text("tabs")
    assert await handle_of(door, there) is None
    await joined.chrome.drive("go", opened["id"], here)
    assert await handle_of(door, here)


REQUESTS: dict[str, dict[str, Any]] = {
    "debugger.attach": {},
    "scripting.attach": {"files": []},
    "scripting.call": {"frameId": 0, "name": "page", "args": {}},
    "scripting.evaluate": {"frameId": 0, "expression": "1", "callsFunctions": False},
    "scripting.picture": {"format": "png", "quality": None, "box": None, "scale": 1, "pixelRatio": 1},
    "tabs.navigate": {"url": "about:blank"},
    "tabs.activate": {},
    "tabs.leave": {},
    "tabs.close": {},
}


async def test_the_extension_refuses_a_hub_that_asks_for_such_a_tab_all_the_same(joined, browser, page):
    url = await page.show(BANK, host=FORBIDDEN)
    number = next(tab["id"] for tab in await joined.chrome.drive("tabs") if tab["url"] == url)
    session = joined.app.sessions.of(browser.caller)
    extension = session.browser._connection
    await choose(joined, blocked=[FORBIDDEN])
    # Until the hub has heard that the tab is gone for agents, what it asks may fail with that instead.
    await until(lambda: url not in [tab.url for tab in session.browser.tabs.values()])
    asked = {method: extension.request(method, tabId=number, **REQUESTS[method]) for method in REQUESTS}
    asked["cdp.send"] = extension.session(number).start("Runtime.evaluate", expression="1")
    for method, answer in asked.items():
        with pytest.raises(Forbidden) as refused:
            await answer
        assert refused.value.data["reason"] == "site_forbidden", method
    await joined.chrome.drive("bringToFront", number)
    with pytest.raises(Forbidden):
        await extension.request("tabs.screenshot")


async def replace_worker(joined, extension):
    """End the worker; return when another one answers."""
    before = (await extension.request("status"))["boot"]
    await joined.chrome.kill_worker()
    boot = before
    async with asyncio.timeout(20):
        while boot == before:
            with suppress(LinkLost):
                boot = (await extension.request("status"))["boot"]


async def test_the_rule_holds_for_the_worker_that_comes_after(joined, browser, page):
    url = await page.show(BANK, host=FORBIDDEN)
    number = next(tab["id"] for tab in await joined.chrome.drive("tabs") if tab["url"] == url)
    extension = joined.app.sessions.of(browser.caller).browser._connection
    await choose(joined, blocked=[FORBIDDEN])
    await replace_worker(joined, extension)
    with pytest.raises(Forbidden):
        await extension.request("debugger.attach", tabId=number)
    assert "Bank" not in await joined.door().text("tabs")
