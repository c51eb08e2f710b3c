"""R34: browsers of another version, which lack what we ask for."""

import asyncio
import json
from contextlib import asynccontextmanager

import pytest
from websockets.asyncio.client import connect
from websockets.asyncio.server import serve

from tests.browsers import foreign_browser, own_app
from tests.front_door import ShownPage

PAGE = "<title>old</title><button onclick='document.title = 1'>Go</button>"
METHOD_NOT_FOUND = -32601


@asynccontextmanager
async def older_browser(*unknown):
    """Run a browser that does not know some methods; yield its DevTools address."""
    with foreign_browser() as (address, _):

        async def pass_on(client):
            async with connect(address, max_size=None) as browser:

                async def back():
                    async for frame in browser:
                        await client.send(frame)

                answering = asyncio.create_task(back())
                async for frame in client:
                    message = json.loads(frame)
                    if message["method"] in unknown:
                        error = {"code": METHOD_NOT_FOUND, "message": f"'{message['method']}' wasn't found"}
                        known = {key: message[key] for key in ("id", "sessionId") if key in message}
                        await client.send(json.dumps({**known, "error": error}))
                    else:
                        await browser.send(frame, text=True)
                answering.cancel()

        async with serve(pass_on, "127.0.0.1", 0, max_size=None) as server:
            port = server.sockets[0].getsockname()[1]
            yield f"ws://127.0.0.1:{port}/devtools/browser"


@pytest.mark.parametrize(
    "method",
    [
        "Runtime.addBinding",
        "Emulation.setFocusEmulationEnabled",
        "Inspector.enable",
        "Page.startScreencast",
        "Browser.setDownloadBehavior",
        "Network.enable",
        "DOMDebugger.getEventListeners",
    ],
)
async def test_r34_a_browser_that_lacks_a_convenience_is_used_without_it(home, server, method):
    async with older_browser(method) as address, own_app(home, TABWIRE_BROWSER_CDP_URL=address) as browser:
        await ShownPage(server, browser).show(PAGE)
        await browser.call("click", target="Go")
        assert "button,Go" in await browser.text("snapshot")


@pytest.mark.parametrize(
    ("method", "command", "params"),
    [
        ("Page.getFrameTree", "snapshot", {}),
        ("Runtime.callFunctionOn", "snapshot", {}),
        ("Input.dispatchMouseEvent", "click_at", {"x": 1, "y": 1}),
        ("Page.captureScreenshot", "screenshot", {}),
    ],
)
async def test_r34_a_browser_that_lacks_what_is_needed_is_named(home, method, command, params):
    async with older_browser(method) as address, own_app(home, TABWIRE_BROWSER_CDP_URL=address) as browser:
        error = await browser.fails(command, **params)
        assert (error.code, method) == ("UNSUPPORTED_BY_ENGINE", error.data["method"])
