"""The link comes back by itself, whatever ends: the worker, the extension, the hub, the browser."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager

import pytest
from tests.e2e.extension.silent_proxy import SilentProxy
from tests.e2e.extension.users_browser import hub_in, pair
from tests.front_door import FrontDoor
from tests.page_server import send

from tabwire.callers import local_user
from tabwire.errors import UnknownOutcome
from tabwire.protocol.relay import PING_EVERY_S, RECONNECT_MAX_S, SILENCE_S, WATCHDOG_EVERY_S

BACK_WITHIN_S = 5.0


def test_no_wait_on_the_way_back_is_longer_than_promised():
    assert max(RECONNECT_MAX_S, WATCHDOG_EVERY_S) < BACK_WITHIN_S


async def test_r01_a_read_survives_the_end_of_the_worker_and_refs_stay(joined, browser, page):
    await page.show("<button>Go</button>")
    before = await browser.text("snapshot")
    worker = await joined.chrome.worker()
    await joined.chrome.kill_worker()
    after = await browser.call("snapshot")
    assert after.to_text() == before
    assert await joined.chrome.worker() not in {"", worker}


async def test_r02_an_act_under_way_is_reported_as_unknown_and_never_repeated(joined, browser, page):
    begun = asyncio.Event()
    loop = asyncio.get_running_loop()

    def note(request):
        loop.call_soon_threadsafe(begun.set)
        send(request, "noted")

    url = page.server.add_route("/begun", note)
    await page.show("<script>times = 0</script>")
    acting = asyncio.ensure_future(
        browser.call("evaluate", expression=f"times += 1; fetch({url!r}); new Promise(() => {{}})")
    )
    await begun.wait()
    await joined.chrome.kill_worker()
    with pytest.raises(UnknownOutcome):
        await acting
    assert (await browser.call("evaluate", expression="times")).value == 1


async def test_r04_the_extension_may_be_loaded_anew(joined, browser, page):
    await page.show("<button>Go</button>")
    await joined.chrome.reload_extension()
    assert "Go" in await browser.text("click", target="Go")


async def test_a_restarted_hub_finds_the_browser_again_without_pairing(new_home, chrome):
    async with hub_in(new_home) as app:
        await pair(app, chrome)
        port = app.http.rpartition(":")[2]
        door = FrontDoor(app, local_user("first"))
        await door.call("new_tab")
    async with hub_in(new_home, TABWIRE_HTTP_PORT=port) as app:
        door = FrontDoor(app, local_user("second"))
        result = await door.call("new_tab")
        assert result.url == "about:blank"
        await chrome.drive("until", "connected")


async def test_a_restarted_hub_lets_go_of_tabs_that_nobody_uses_any_more(new_home, chrome):
    async with hub_in(new_home) as app:
        await pair(app, chrome)
        port = app.http.rpartition(":")[2]
        await FrontDoor(app, local_user("first")).call("new_tab")
        assert (await chrome.drive("stored", "session", "attached"))["attached"]
    async with hub_in(new_home, TABWIRE_HTTP_PORT=port) as app:
        await FrontDoor(app, local_user("second")).call("tabs")
        assert await chrome.drive("untilFree")


async def test_a_browser_that_was_closed_is_back_after_its_start(joined):
    door = joined.door()
    await door.call("new_tab")
    await joined.chrome.close()
    await joined.chrome.start()
    assert (await door.call("new_tab")).url == "about:blank"


@asynccontextmanager
async def joined_through_proxy(new_home, chrome):
    """Let a browser join a hub by way of a proxy; return the hub's app and the proxy."""
    async with (
        SilentProxy() as proxy,
        hub_in(new_home, TABWIRE_HTTP_ALLOWED_HOSTS=proxy.host) as app,
    ):
        proxy.port = int(app.http.rpartition(":")[2])
        await pair(app, chrome)
        await chrome.drive(
            "save", {"transport": "websocket", "hubAddress": proxy.host, "browserName": "Work"}
        )
        await proxy.carried.wait()
        await FrontDoor(app, local_user("first")).call("tabs")
        await chrome.drive("until", "connected")
        yield app, proxy


@pytest.mark.parametrize("idle_s", [SILENCE_S, pytest.param(300, marks=pytest.mark.long)])
async def test_r03_a_link_without_work_stays_alive_by_its_own_pings(new_home, chrome, idle_s):
    async with joined_through_proxy(new_home, chrome) as (app, proxy):
        before = (await chrome.drive("state"))["state"]["hub"]
        now = asyncio.get_running_loop().time
        began = now()
        async with asyncio.timeout(idle_s + 2 * PING_EVERY_S):
            while now() - began < idle_s:
                await proxy.next_word()
        assert (await chrome.drive("state"))["state"]["hub"] == before
        assert "url: " in await FrontDoor(app, local_user("user")).text("snapshot")


async def test_a_link_that_is_silently_cut_is_noticed_by_both_sides_and_replaced(new_home, chrome):
    async with joined_through_proxy(new_home, chrome) as (app, proxy):
        proxy.fall_silent()
        assert "url: " in await FrontDoor(app, local_user("user")).text("snapshot")
