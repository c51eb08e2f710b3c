"""Replies come the moment the page is quiet: not before, and not long after."""

import asyncio

import pytest
from websockets.asyncio.server import serve

SERVER_TAKES_S = 0.15


@pytest.mark.parametrize(
    ("button", "shows"),
    [
        ("Sync", "sync"),
        ("Promise", "promise"),
        ("Timer", "timer"),
        ("Frames", "frames"),
        ("Drawn", "drawn"),
        ("Fetch", "fetched"),
        ("Chain", "chain fetched"),
        ("Request", "xhr fetched"),
        ("Module", "module"),
        ("Loading", "fetched"),
    ],
)
async def test_what_a_click_causes_is_there_when_its_reply_comes(site, button, shows):
    await site.open("handlers")
    clicked = await site.browser.call("click", target=f'button "{button}"')
    assert await site.value("shown.textContent") == shows
    assert is_settled(clicked)


async def test_a_click_that_does_nothing_says_so(site):
    await site.open("handlers")
    assert "nothing visible changed" in await site.browser.text("click", target="Idle")
    assert "nothing visible" not in await site.browser.text("click", target="Sync")


async def test_what_a_script_slides_into_sight_is_in_the_reply(site):
    await site.open("drawn_motion")
    assert '+ "September"' in (await site.browser.call("click", target="Open")).changed


async def test_what_changes_inside_something_that_was_moving_is_told(site):
    await site.open("drawn_motion")
    await site.browser.call("click", target="Open")
    assert (await site.browser.call("click", target="Next")).changed == ('+ "October"', '- "September"')


async def test_a_choice_that_shows_by_a_class_alone_is_told(site):
    await site.open("drawn_motion")
    assert (await site.browser.call("click", target=".choice")).changed[0].endswith("class +selected")
    assert (await site.browser.call("click", target=".choice")).changed[0].endswith("class -selected")


async def test_a_page_that_never_rests_holds_nothing_up(site):
    with site.server.hold("/long-poll"):
        await site.open("restless")
        for _ in range(8):
            assert is_settled(await site.browser.call("click", target="Count"))
        assert await site.said() == "8"
        assert is_settled(await site.browser.call("type", target="Name", text="Ann"))


def is_settled(acted):
    """Tell whether a reply came because the page was quiet, not because patience had an end."""
    return not any("still" in note for note in acted.notes)


async def test_an_infinite_list_says_whether_anything_new_came(site):
    await site.open("infinite_list")
    assert "new content" in await site.browser.text("scroll", direction="bottom")
    await site.browser.call("scroll", direction="bottom")
    assert "new content" not in await site.browser.text("scroll", direction="bottom")
    assert await site.value("loaded") == 60


async def test_a_virtual_list_is_scrolled_and_clicked(site):
    await site.open("virtual_list")
    await site.browser.call("scroll", target='list "Items"', direction="down", amount=15000)
    await site.browser.call("click", target="Item 503")
    assert await site.said() == "item 503"


@pytest.fixture
async def socket(site):
    """Return a page with a WebSocket: "ask" is answered when the server is done with it, "note" never."""

    async def answer(connection):
        async for message in connection:
            if message == "ask":
                await asyncio.sleep(SERVER_TAKES_S)
                await connection.send("answered")

    async with serve(answer, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        page = site.server.url(f"/socket.html?socket=ws://127.0.0.1:{port}")
        await site.browser.call("navigate", url=page)
        await site.browser.call("wait_for_script", expression="socket.readyState === WebSocket.OPEN")
        yield site


async def test_what_a_socket_answers_is_in_the_reply(socket):
    assert "answered" in await socket.browser.text("click", target="Ask")


async def test_a_message_that_nobody_answers_holds_nothing_up_for_good(socket):
    for _ in range(2):
        clicked = await socket.browser.call("click", target="Note")
        assert clicked.notes == ("nothing visible changed",)
