"""The extension's door: who may knock, who is let in, and what strangers learn (nothing)."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx2
import pytest
from tests.apps import app_in
from tests.front_door import FrontDoor
from tests.waiting import soon
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from tabwire.app import App
from tabwire.callers import local_user
from tabwire.protocol.relay import EXTENSION_ORIGIN, plain_code, proof, stretch

SOCKET = "/ws/browser-relay"


@pytest.fixture
async def hub(tmp_path_factory) -> AsyncIterator[App]:
    """Return a running hub."""
    async with app_in(tmp_path_factory.mktemp("hub"), TABWIRE_BROWSER_PREFER="extension") as app:
        yield app


def address(hub: App) -> str:
    return hub.http.replace("http", "ws") + SOCKET


@asynccontextmanager
async def knock(hub: App, origin: str = EXTENSION_ORIGIN):
    """Open the socket as the extension does."""
    async with connect(address(hub), origin=Origin(origin), proxy=None) as socket:
        challenge = json.loads(await socket.recv())
        assert challenge["type"] == "challenge"
        yield socket, challenge["nonce"]


async def say_hello(socket, **facts):
    hello = {"type": "hello", "protocol": 1, "version": "0.1.0", "instance": "i1", "boot": "b", "nonce": "n"}
    await socket.send(json.dumps({**hello, "name": "Test", "attachedTabs": [], "control": {}, **facts}))
    return json.loads(await socket.recv())


async def new_code(hub: App) -> str:
    return plain_code((await FrontDoor(hub, local_user("setup")).call("pair_browser")).code)


async def join(hub: App, socket, nonce: str) -> dict:
    key = stretch(await new_code(hub), nonce)
    return await say_hello(socket, pairing=proof(key, "extension", nonce, "n"))


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "null",
        "https://example.com",
        "chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        EXTENSION_ORIGIN + "/",
        EXTENSION_ORIGIN.upper(),
        EXTENSION_ORIGIN + ".evil.example",
    ],
)
async def test_only_our_extension_may_open_the_socket(hub, origin):
    with pytest.raises(InvalidStatus) as refused:
        async with connect(address(hub), origin=Origin(origin), proxy=None):
            pass
    assert refused.value.response.status_code == 403


async def test_a_page_of_the_hub_itself_may_not_open_it_either(hub):
    with pytest.raises(InvalidStatus):
        async with connect(address(hub), origin=hub.http, proxy=None):
            pass


async def test_a_key_does_not_open_it(hub):
    key = (await FrontDoor(hub, local_user("setup")).call("keys_create", name="k")).key
    with pytest.raises(InvalidStatus):
        headers = {"authorization": f"Bearer {key}"}
        async with connect(address(hub), additional_headers=headers, proxy=None):
            pass


async def test_the_configuration_holds_no_secret_and_needs_none(hub):
    async with httpx2.AsyncClient() as client:
        answer = await client.get(f"{hub.http}/api/browser-relay/config")
        assert answer.status_code == 200
        assert set(answer.json()) == {"port", "path", "protocol", "version"}
        assert answer.json()["port"] == int(hub.http.rpartition(":")[2])
        foreign = await client.get(answer.url, headers={"origin": "https://example.com"})
        assert foreign.status_code == 403


async def test_an_unpaired_browser_is_told_what_to_do_and_sent_away(hub):
    async with knock(hub) as (socket, _):
        answer = await say_hello(socket)
        assert answer["type"] == "unpaired"
        assert "tabwire setup" in answer["message"]
        with pytest.raises(ConnectionClosed):
            await socket.recv()


async def test_who_says_nothing_is_cut_off(hub):
    async with knock(hub) as (socket, _):
        with pytest.raises(ConnectionClosed):
            await soon(socket.recv(), 10)


async def test_what_is_no_hello_ends_the_link(hub):
    for words in ("hello", "[]", '{"type": "hello"}', '{"id": 1, "result": {}}', "x" * 100_000):
        async with knock(hub) as (socket, _):
            await socket.send(words)
            with pytest.raises(ConnectionClosed):
                await socket.recv()


async def test_a_code_lets_a_browser_in_and_the_hub_proves_itself(hub):
    async with knock(hub) as (socket, nonce):
        key = stretch(await new_code(hub), nonce)
        welcome = await say_hello(socket, pairing=proof(key, "extension", nonce, "n"))
        assert welcome["type"] == "welcome"
        assert welcome["proof"] == proof(key, "hub", nonce, "n")
    async with knock(hub) as (socket, nonce):
        secret = bytes.fromhex(welcome["secret"])
        again = await say_hello(socket, proof=proof(secret, "extension", nonce, "n"))
        assert again["proof"] == proof(secret, "hub", nonce, "n")
        assert "secret" not in again


async def test_wrong_codes_lock_the_door(hub):
    code = await new_code(hub)
    for _ in range(5):
        async with knock(hub) as (socket, _):
            assert (await say_hello(socket, pairing="0" * 64))["code"] == "FORBIDDEN"
    async with knock(hub) as (socket, nonce):
        right = proof(stretch(code, nonce), "extension", nonce, "n")
        assert (await say_hello(socket, pairing=right))["code"] == "RATE_LIMITED"


async def test_a_ping_is_answered_and_noise_is_survived(hub):
    async with knock(hub) as (socket, nonce):
        await join(hub, socket, nonce)
        assert json.loads(await socket.recv())["method"] == "tabs.list"
        await socket.send('{"id": "999", "result": {}}')
        await socket.send('{"type": "something new"}')
        await socket.send('{"type": "ping"}')
        assert json.loads(await socket.recv()) == {"type": "pong"}


async def test_a_second_link_of_the_same_browser_replaces_the_first(hub):
    async with knock(hub) as (first, nonce):
        welcome = await join(hub, first, nonce)
        secret = bytes.fromhex(welcome["secret"])
        async with knock(hub) as (second, nonce):
            await say_hello(second, proof=proof(secret, "extension", nonce, "n"))
            with pytest.raises(ConnectionClosed):
                while True:
                    await first.recv()
            rows = (await FrontDoor(hub, local_user("u")).call("browsers")).browsers
            assert len(rows) == 1
