"""A peer that never reads costs the hub a bounded amount of memory, on every link."""

import asyncio
import os
import socket
from contextlib import asynccontextmanager, closing

import pytest
from websockets.asyncio.server import serve

from tabwire.links.link import LinkClosed
from tabwire.links.native_host import NativeLink
from tabwire.links.outgoing import WAITING_MAX_BYTES
from tabwire.links.pipe import PipeLink
from tabwire.links.relay import ServedLink
from tabwire.links.socket import SocketLink

FRAME = b'"' + b"x" * 1_000_000 + b'"'
# What sockets and pipes of the system hold by themselves.
IN_BETWEEN_BYTES = 32 * 1024 * 1024


@asynccontextmanager
async def pipe():
    """Return a link whose other end is open and never read."""
    ours_in, theirs_out = os.pipe()
    theirs_in, ours_out = os.pipe()
    link = await PipeLink.open(ours_in, ours_out)
    yield link
    await link.close()
    os.close(theirs_out)
    os.close(theirs_in)


@asynccontextmanager
async def devtools_socket():
    """Return a link to a server that takes nothing from its socket."""
    leaving = asyncio.Event()

    async def take_nothing(_):
        await leaving.wait()

    async with serve(take_nothing, "127.0.0.1", 0, max_size=None) as server:
        link = await SocketLink.open(f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}", timeout_s=5)
        yield link
        leaving.set()
        link._socket.transport.abort()
        await link.close()


@asynccontextmanager
async def native_host():
    """Return a link to a host process that does not read."""
    ours, theirs = socket.socketpair()
    with closing(theirs):
        link = NativeLink(*await asyncio.open_connection(sock=ours))
        yield link
        link._writer.transport.abort()


@asynccontextmanager
async def extension_socket():
    """Return a link to an extension that takes nothing from its socket."""
    never = asyncio.Event()

    async def wait(*_):
        await never.wait()

    async def close():
        never.set()

    link = ServedLink(wait, wait, close)
    yield link
    link._is_closed = True
    await link.close()


@pytest.mark.parametrize("link_of", [pipe, devtools_socket, native_host, extension_socket])
async def test_frames_for_a_peer_that_never_reads_are_refused_in_time(link_of):
    async with link_of() as link:
        waiting = 0
        with pytest.raises(LinkClosed, match="does not read"):
            while waiting < 2 * WAITING_MAX_BYTES:
                link.send(FRAME)
                waiting += len(FRAME)
                # Let the link write as much as its peer takes.
                await asyncio.sleep(0)
        assert WAITING_MAX_BYTES < waiting <= WAITING_MAX_BYTES + IN_BETWEEN_BYTES
