"""A running Chrome that asks its user: Chrome's side is played by a small server."""

from __future__ import annotations

import asyncio
import http
import json
from contextlib import asynccontextmanager

import pytest
from websockets.asyncio.server import serve

from tabwire.browsers.attached import attach
from tabwire.browsers.consent import answered_by_user, find_socket
from tabwire.errors import NoBrowser


@asynccontextmanager
async def asking_chrome(folder, user):
    """Hold each handshake until the user answers, as Chrome does; then answer like a DevTools endpoint."""

    async def ask(connection, request):
        user.was_asked.set()
        return (
            None if await user.wait() and user.allows else connection.respond(http.HTTPStatus.FORBIDDEN, "")
        )

    async def answer(connection):
        async for frame in connection:
            request = json.loads(frame)
            result = {"product": "Chrome/156"} if request["method"] == "Browser.getVersion" else {}
            await connection.send(json.dumps({"id": request["id"], "result": result}))

    async with serve(answer, "127.0.0.1", 0, process_request=ask) as server:
        port = server.sockets[0].getsockname()[1]
        (folder / "DevToolsActivePort").write_text(f"{port}\n/devtools/browser/1\n")
        yield


class User(asyncio.Event):
    """The person before the dialog."""

    allows = True

    def __init__(self):
        super().__init__()
        self.was_asked = asyncio.Event()


async def test_the_connection_waits_until_the_user_allows_it(tmp_path):
    user = User()
    async with asking_chrome(tmp_path, user):
        attaching = asyncio.ensure_future(attach(f"chrome:{tmp_path}", timeout_s=5))
        await user.was_asked.wait()
        assert not attaching.done()
        user.set()
        attached = await attaching
        assert attached.version == "Chrome/156"
        await attached.close()


async def test_a_refusal_is_told_as_one(tmp_path):
    user = User()
    user.allows = False
    user.set()
    async with asking_chrome(tmp_path, user):
        with pytest.raises(NoBrowser, match="did not allow"):
            await attach(f"chrome:{tmp_path}", timeout_s=5)


async def test_a_caller_hears_that_the_user_has_not_answered_yet():
    with pytest.raises(NoBrowser) as caught:
        await answered_by_user(asyncio.get_running_loop().create_future(), 0.05)
    assert "press Allow" in caught.value.next_step


def test_without_a_running_chrome_the_error_says_where_to_allow_it(tmp_path):
    with pytest.raises(NoBrowser) as caught:
        find_socket("", str(tmp_path), "linux")
    assert "chrome://inspect/#remote-debugging" in caught.value.next_step
