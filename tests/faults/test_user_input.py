"""R32: what the user does in an agent's tab is told to the agent once; our own input is not told."""

import asyncio
from contextlib import asynccontextmanager

import pytest

from tabwire.callers import local_user
from tabwire.engines.cdp import CdpConnection
from tabwire.engines.page_events import ConsoleWritten, UserInputSeen
from tabwire.links.socket import SocketLink
from tests.browsers import foreign_browser, own_app
from tests.e2e.extension.users_browser import joined_browser
from tests.front_door import FrontDoor, ShownPage
from tests.waiting import soon

# Where the parts of shop.html lie, from the top of the page.
BUTTON, FIELD, EDITOR, TEXT = 20, 70, 120, 170


class Hand:
    """The user's hand, as far as a page can tell: trusted input that the hub knows nothing of."""

    def __init__(self, door, connection):
        self._door = door
        self._connection = connection
        self._session = None

    async def click(self, y):
        """Click in a spot of the page; wait until the hub has heard of it."""
        await self._do(
            lambda session: asyncio.gather(self._mouse("mousePressed", y), self._mouse("mouseReleased", y))
        )

    async def press(self, key):
        """Press a key; wait until the hub has heard of it."""
        await self._do(
            lambda session: session.call("Input.dispatchKeyEvent", type="keyDown", key=key, text=key)
        )

    def _mouse(self, kind, y):
        return self._session.call(
            "Input.dispatchMouseEvent", type=kind, x=20, y=y, button="left", clickCount=1
        )

    async def _do(self, deed):
        if self._session is None:
            self._session = await self._attach()
        noticed = asyncio.Event()
        tab = self._door.app.sessions.of(self._door.caller).tabs[0]

        def notice(event):
            if isinstance(event, UserInputSeen):
                noticed.set()

        unsubscribe = tab.page.events.subscribe(notice)
        await deed(self._session)
        await soon(noticed.wait())
        unsubscribe()

    async def _attach(self):
        """Bring the tab to the front and have it drawn: no hand reaches what is not seen."""
        url = self._door.app.sessions.of(self._door.caller).tabs[0].url
        targets = (await self._connection.browser.call("Target.getTargets"))["targetInfos"]
        target = next(target["targetId"] for target in targets if target["url"] == url)
        answer = await self._connection.browser.call("Target.attachToTarget", targetId=target, flatten=True)
        session = self._connection.session(answer["sessionId"])
        await session.call("Page.bringToFront")
        await session.call("Page.captureScreenshot")
        return session


@asynccontextmanager
async def attached_browser(home):
    """Return a way into a running browser, and a connection to it that the hub does not know."""
    with foreign_browser() as (address, _):
        async with own_app(home, TABWIRE_BROWSER_CDP_URL=address) as door:
            connection = CdpConnection(await SocketLink.open(address, timeout_s=10), lambda: None)
            yield door, connection
            await connection.close()


@asynccontextmanager
async def users_browser(home, engine):
    """Return a way into a browser joined by its extension, and a connection that the hub does not know."""
    async with joined_browser(home, engine) as (app, chrome):
        yield FrontDoor(app, local_user("user-hand")), chrome.cdp


@pytest.fixture(params=["attached", "debugger", "scripting"])
async def shared(request, home, server):
    """Return a browser that an agent and a user share: the agent's door, its page, and the user's hand."""
    opened = attached_browser(home) if request.param == "attached" else users_browser(home, request.param)
    async with opened as (door, connection):
        await ShownPage(server, door).open("shop")
        # Quiet mode brings the page agent along with the first look at the page.
        await door.call("snapshot")
        yield door, Hand(door, connection)


async def test_r32_what_the_user_did_is_told_once_and_without_what_was_typed(shared):
    browser, hand = shared
    await hand.click(BUTTON)
    await hand.click(FIELD)
    for key in "4711":
        await hand.press(key)
    seen = await browser.call("snapshot")
    assert seen.notes == (
        'meanwhile the user clicked button "Pay now", clicked textbox "Card number"'
        ' and typed in textbox "Card number"; look again before acting',
    )
    assert 'notes: "meanwhile the user' in seen.to_text()
    assert (await browser.call("snapshot")).notes == ()


async def test_r32_our_own_input_is_not_taken_for_the_users(shared):
    browser, hand = shared
    replies = [
        await browser.call("click", target="Pay now"),
        await browser.call("type", target="Card number", text="12", slowly=True),
        await browser.call("press", key="Enter"),
        await browser.call("snapshot"),
    ]
    assert "the user" not in " ".join(note for reply in replies for note in reply.notes)
    await hand.click(TEXT)
    hovered = await browser.call("hover", target="Pay now")
    assert hovered.notes == ('meanwhile the user clicked paragraph "Thanks"; look again before acting',)


async def test_r32_what_the_user_did_in_a_frame_of_another_site_is_told(shared, server):
    browser, hand = shared
    inner = server.add_html("<button style='position: fixed; inset: 0'>Inside</button>", host="localhost")
    frame = f"<iframe src='{inner}' style='position: fixed; inset: 0; width: 100%; height: 100%'></iframe>"
    await ShownPage(server, browser).show(frame)
    await browser.call("click", target="Inside")
    await hand.click(BUTTON)
    (note,) = (await browser.call("snapshot")).notes
    assert note == 'meanwhile the user clicked button "Inside"; look again before acting'


async def test_r32_our_input_that_a_busy_page_sees_late_is_not_taken_for_the_users(browser, page):
    await page.open("busy_on_move")
    tab = browser.app.sessions.of(browser.caller).tabs[0]
    busy, noticed = asyncio.Event(), asyncio.Event()

    def listen(event):
        if isinstance(event, UserInputSeen):
            noticed.set()
        elif isinstance(event, ConsoleWritten):
            busy.set()

    unsubscribe = tab.page.events.subscribe(listen)
    clicking = asyncio.create_task(browser.call("click", target="Go"))
    await soon(busy.wait())
    clicking.cancel()
    await asyncio.gather(clicking, return_exceptions=True)
    await soon(noticed.wait())
    unsubscribe()
    assert (await browser.call("snapshot")).notes == ()


async def test_r32_the_text_of_an_editor_is_not_told_and_much_is_told_briefly(shared):
    browser, hand = shared
    for y in (TEXT, FIELD, BUTTON, EDITOR):
        await hand.click(y)
    await hand.press("x")
    (note,) = (await browser.call("snapshot")).notes
    assert "private" not in note
    assert note.startswith("meanwhile the user did more, clicked ")
    assert "typed in" in note
    assert len(note) < 250
