"""Replies come the moment the page is quiet: not before, and not long after."""

import pytest
from tests.waiting import pass_time
from websockets.asyncio.server import serve

SERVER_TAKES_S = 0.15


SHOWN = {
    "Sync": "sync",
    "Promise": "promise",
    "Timer": "timer",
    "Fetch": "fetched",
    "Chain": "chain fetched",
    "Request": "xhr fetched",
    "Module": "module",
    "Loading": "fetched",
}


# What a page does when it is drawn the next time.
DRAWN = {"Frames": "frames", "Drawn": "drawn"}


async def check_each_is_shown(browser, page, shown):
    for button, shows in shown.items():
        await page.open("handlers")
        clicked = await browser.call("click", target=f'button "{button}"')
        assert await page.value("shown.textContent") == shows
        assert is_settled(clicked), button


async def test_what_a_click_causes_is_there_when_its_reply_comes(browser, page):
    await check_each_is_shown(browser, page, SHOWN)


async def test_what_is_drawn_after_a_click_is_there_when_its_reply_comes(browser, page):
    await check_each_is_shown(browser, page, DRAWN)


async def test_a_click_that_does_nothing_says_so(browser, page):
    await page.open("handlers")
    assert "nothing visible changed" in await browser.text("click", target="Idle")
    assert "nothing visible" not in await browser.text("click", target="Sync")


async def test_what_a_script_slides_into_sight_is_in_the_reply(browser, page):
    await page.open("drawn_motion")
    assert '+ "September"' in (await browser.call("click", target="Open")).changed


async def test_what_changes_inside_something_that_was_moving_is_told(browser, page):
    await page.open("drawn_motion")
    await browser.call("click", target="Open")
    assert (await browser.call("click", target="Next")).changed == ('+ "October"', '- "September"')


async def test_a_choice_that_shows_by_a_class_alone_is_told(browser, page):
    await page.open("drawn_motion")
    assert (await browser.call("click", target=".choice")).changed[0].endswith("class +selected")
    assert (await browser.call("click", target=".choice")).changed[0].endswith("class -selected")


async def test_a_page_that_never_rests_holds_nothing_up(browser, page):
    with page.server.hold("/long-poll"):
        await page.open("restless")
        for _ in range(8):
            assert is_settled(await browser.call("click", target="Count"))
        assert await page.said() == "8"
        assert is_settled(await browser.call("type", target="Name", text="Ann"))


def is_settled(acted):
    """Tell whether a reply came because the page was quiet, not because patience had an end."""
    return not any("still" in note for note in acted.notes)


async def test_an_infinite_list_says_whether_anything_new_came(browser, page):
    await page.open("infinite_list")
    assert "new content" in await browser.text("scroll", direction="bottom")
    await browser.call("scroll", direction="bottom")
    assert "new content" not in await browser.text("scroll", direction="bottom")
    assert await page.value("loaded") == 60


async def test_a_virtual_list_is_scrolled_and_clicked(browser, page):
    await page.open("virtual_list")
    await browser.call("scroll", target='list "Items"', direction="down", amount=15000)
    await browser.call("click", target="Item 503")
    assert await page.said() == "item 503"


@pytest.fixture
async def socket(browser, page):
    """Open a page with a WebSocket: "ask" is answered when the server is done with it, "note" never."""

    async def answer(connection):
        async for message in connection:
            if message == "ask":
                await pass_time(SERVER_TAKES_S)
                await connection.send("answered")

    async with serve(answer, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        url = page.server.url(f"/socket.html?socket=ws://127.0.0.1:{port}")
        await browser.call("navigate", url=url)
        await browser.call("wait_for_script", expression="socket.readyState === WebSocket.OPEN")
        yield


async def test_what_a_socket_answers_is_in_the_reply(browser, socket):
    assert "answered" in await browser.text("click", target="Ask")


async def test_a_message_that_nobody_answers_holds_nothing_up_for_good(browser, socket):
    for _ in range(2):
        clicked = await browser.call("click", target="Note")
        assert clicked.notes == ("nothing visible changed",)
