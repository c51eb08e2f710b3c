"""The Alma extension works as it is, once the user lets it in; until then nobody gets in that way."""

from __future__ import annotations

import httpx2
import pytest
from tests.e2e.extension.alma import ORIGIN, alma_extension
from tests.e2e.extension.users_browser import hub_in
from tests.front_door import FrontDoor
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from tabwire.app import App
from tabwire.callers import local_user
from tabwire.protocol.alma import KNOWN

TOKEN = "bd5d4a4354c66c6dae7c2e60a8d4025a4ca64a48d6f5bb8f0fb7106b74bbf2bf"


def address(app: App, token: str = TOKEN) -> str:
    return f"{app.http.replace('http', 'ws')}/ws/browser-relay?token={token}"


@pytest.fixture
async def hub(new_home):
    """Return a hub that lets the Alma extension in."""
    async with hub_in(new_home, TABWIRE_HTTP_ALMA_TOKEN=TOKEN) as app:
        yield app


@pytest.fixture
async def alma(hub):
    """Return the Alma extension, connected."""
    async with alma_extension(address(hub)) as extension:
        yield extension


@pytest.fixture
async def door(hub, alma):
    """Return a front door into the browser of the Alma extension."""
    user = FrontDoor(hub, local_user("user"))
    hub.sessions.hold(user.caller)
    yield user
    await hub.sessions.release(user.caller)


async def test_pages_are_read_and_worked_in_with_alma_s_seven_methods(door, alma, server):
    await door.call("navigate", url=server.url("/greeting.html"))
    await door.call("type", target='textbox "Name"', text="Ada")
    await door.call("click", target='button "Go"')
    assert "Hello Ada" in await door.text("snapshot")
    assert (await door.call("screenshot")).width_px > 0
    assert set(alma.heard) <= KNOWN


async def test_tabs_are_opened_listed_and_closed(door, server):
    first = server.add_html("<title>First</title>")
    second = server.add_html("<title>Second</title>")
    await door.call("navigate", url=first)
    opened = await door.call("new_tab", url=second)
    assert {first, second} <= {row.url for row in (await door.call("tabs")).tabs}
    await door.call("close_tab", tab=opened.tab)
    assert second not in {row.url for row in (await door.call("tabs")).tabs}


async def test_what_alma_cannot_do_is_said(door, server):
    await door.call("navigate", url=server.add_html("<title>Page</title>"))
    await door.call("use_engine", engine="scripting")
    assert (await door.fails("snapshot")).code == "UNSUPPORTED_BY_ENGINE"


async def refused_at(url: str, origin: str | None = ORIGIN) -> int:
    with pytest.raises(InvalidStatus) as refused:
        async with connect(url, origin=Origin(origin) if origin else None, proxy=None):
            pass
    return refused.value.response.status_code


async def test_without_the_setting_no_token_opens_the_door(new_home):
    async with hub_in(new_home) as app:
        for token in (TOKEN, "", "%00"):
            assert await refused_at(address(app, token)) == 403


async def test_a_wrong_token_or_no_extension_is_refused(hub):
    assert await refused_at(address(hub, TOKEN[:-1] + "0")) == 403
    assert await refused_at(address(hub) + f"&token={TOKEN}") == 403
    for origin in (None, "null", "https://example.com", hub.http, ORIGIN + "/", ORIGIN + "x"):
        assert await refused_at(address(hub), origin) == 403


async def test_guessing_is_slowed_down(hub):
    answers = [await refused_at(address(hub, "0" * 32)) for _ in range(21)]
    assert answers[-1] == 429


async def test_the_configuration_tells_the_port_and_not_the_token(hub):
    async with httpx2.AsyncClient() as client:
        answer = await client.get(f"{hub.http}/api/browser-relay/config")
    assert str(answer.json()["port"]) == hub.http.rpartition(":")[2]
    assert TOKEN not in answer.text
