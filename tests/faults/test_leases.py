"""Several agents, one browser: each works in its own tabs, and nobody in somebody else's."""

import asyncio
from dataclasses import replace
from itertools import count

import pytest

from tabwire.callers import local_user
from tests.front_door import FrontDoor
from tests.waiting import soon

_numbers = count(1)


@pytest.fixture
async def other(app):
    """Return another agent of the same user."""
    door = FrontDoor(app, local_user(f"other-{next(_numbers)}", client="another-agent"))
    app.sessions.hold(door.caller)
    yield door
    await app.sessions.release(door.caller)


async def tab_of(door):
    return next(row.tab for row in (await door.call("tabs")).tabs if row.current)


async def test_a_foreign_write_names_the_owner_and_since_when(browser, page, other):
    await page.show("<p>mine</p>")
    await other.call("new_tab")
    error = await other.fails("press", key="a", tab=await tab_of(browser))
    assert error.code == "TAB_BUSY"
    assert error.data["owner"] == browser.caller.session
    assert error.data["since"].startswith("20")
    assert "hand_over_tab" in error.next_step


async def test_reading_a_tab_of_another_session_is_shared(browser, page, other):
    await page.show("<h1>Shared words</h1>")
    await other.call("new_tab")
    assert "Shared words" in await other.text("snapshot", tab=await tab_of(browser))


async def test_the_tab_of_another_caller_does_not_exist(app, browser, page):
    await page.show("<p>mine</p>")
    stranger = FrontDoor(app, replace(local_user("key:stranger:7"), name="stranger", is_local=False))
    await stranger.call("new_tab")
    assert (await stranger.fails("snapshot", tab=await tab_of(browser))).code == "NO_TAB"
    listed = (await stranger.call("sessions")).sessions
    assert [row.session for row in listed] == ["key:stranger:7"]
    await app.sessions.release(stranger.caller)


async def test_a_tab_is_handed_over_with_what_is_in_it(browser, page, other):
    await page.show("<input id=name>")
    await browser.call("type", target="#name", text="half done")
    mine = await tab_of(browser)
    await other.call("new_tab")
    handed = await browser.call("hand_over_tab", to=other.caller.session)
    assert (handed.tab, handed.session) == (mine, other.caller.session)
    assert await tab_of(other) == mine
    value = await other.call("evaluate", expression="document.querySelector('#name').value")
    assert value.value == "half done"
    assert (await browser.fails("press", key="a", tab=mine)).code == "TAB_BUSY"


async def test_handing_over_waits_for_the_work_under_way(browser, page, other):
    await page.show("<p>x</p>")
    await other.call("new_tab")
    with page.server.hold("/held") as asked:
        slow = asyncio.create_task(browser.call("evaluate", expression="fetch('/held').then(() => 7)"))
        await soon(asked.wait())
        handing = asyncio.create_task(browser.call("hand_over_tab", to=other.caller.session))
        assert await tab_of(other) != await tab_of(browser)
    await handing
    assert slow.done() and slow.result().value == 7


async def test_a_released_tab_stays_open_and_can_be_claimed(browser, page, other):
    await page.show("<title>left behind</title>")
    mine = await tab_of(browser)
    assert (await browser.call("release_tab")).session == ""
    await other.call("new_tab")
    assert (await other.call("claim_tab", tab=mine)).session == other.caller.session
    assert (await browser.fails("press", key="a", tab=mine)).code == "TAB_BUSY"


async def test_the_tabs_of_a_client_that_left_are_free_again(app, browser, page, other):
    await page.show("<p>x</p>")
    await other.call("new_tab")
    mine = await tab_of(browser)
    await browser.call("release_tab")
    await other.call("claim_tab", tab=mine)
    await app.sessions.release(other.caller)
    assert (await browser.call("evaluate", expression="1", tab=mine)).value == 1


async def test_a_popup_stays_with_its_session_after_its_opener_closed(browser, page, server, other):
    popup = server.add_html("<title>popup</title>")
    await page.show("<title>opener</title>")
    opener = await tab_of(browser)
    await browser.call("evaluate", expression=f"window.open('{popup}') && 1")
    opened = (await browser.call("wait_for_tab")).tab
    await browser.call("close_tab", tab=opener)
    await other.call("new_tab")
    assert (await other.fails("press", key="a", tab=opened)).code == "TAB_BUSY"


async def test_a_session_is_listed_and_closed_by_name(app, browser, page, server):
    await browser.call("navigate", url=server.add_html("<p>side</p>"), session="listed")
    rows = (await browser.call("sessions")).sessions
    assert [len(row.tabs) for row in rows if row.session == "listed"] == [1]
    assert (await browser.call("session_close", name="listed")).ended == "listed"
    assert "listed" not in [row.session for row in (await browser.call("sessions")).sessions]
    assert (await browser.fails("session_close", name="listed")).code == "INVALID_PARAMS"


async def test_a_reconnecting_client_finds_its_tabs_again(app, server):
    first = FrontDoor(app, local_user("comes-back"))
    app.sessions.hold(first.caller)
    await first.call("navigate", url=server.add_html("<title>still here</title>"))
    app.sessions.let_go(first.caller)
    again = FrontDoor(app, local_user("comes-back"))
    assert (await again.call("evaluate", expression="document.title")).value == "still here"
    await app.sessions.release(again.caller)


async def test_an_isolated_session_has_cookies_of_its_own(browser, page, server, other):
    url = await page.show("<p>x</p>")
    await browser.call("evaluate", expression="document.cookie = 'who=mine'")
    await other.call("launch_browser", isolated=True)
    await other.call("navigate", url=url)
    assert (await other.call("evaluate", expression="document.cookie")).value == ""
    assert len((await other.call("tabs")).tabs) == 1
    assert "who=mine" in (await browser.call("evaluate", expression="document.cookie")).value
