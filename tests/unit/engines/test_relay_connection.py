"""Requests to an extension whose link comes and goes."""

import asyncio
import json
import socket
import struct

from tabwire.engines.relay import RelayConnection
from tabwire.links.native_host import NativeLink


async def next_request(reader):
    """Return the next request that reaches the extension."""
    (length,) = struct.unpack("=I", await reader.readexactly(4))
    return json.loads(await reader.readexactly(length))


async def test_what_is_asked_for_without_a_link_waits_for_it_unless_it_was_given_up():
    connection = RelayConnection(lambda event: None)
    given_up = connection.request("tabs.create", url="https://example.com/order")
    wanted = connection.request("tabs.list")
    given_up.cancel()
    await asyncio.gather(given_up, return_exceptions=True)
    ours, theirs = socket.socketpair()
    reader, writer = await asyncio.open_connection(sock=theirs)
    carrying = asyncio.create_task(connection.carry(NativeLink(*await asyncio.open_connection(sock=ours))))
    first = await next_request(reader)
    assert first["method"] == "tabs.list"
    reply = json.dumps({"id": first["id"], "result": []}).encode()
    writer.write(struct.pack("=I", len(reply)) + reply)
    assert await wanted == []
    writer.close()
    await carrying
    assert not connection.is_linked
