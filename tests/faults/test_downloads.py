"""R15: downloads that go wrong are told as failed, and nothing of them is left."""

import os
import subprocess

import pytest

from tests.browsers import own_app
from tests.front_door import ShownPage

BODY = b"x" * 200_000


def serve(server, name, length, body):
    """Serve a file whose server promises a length and sends a body; return a link to it."""

    def answer(request):
        request.send_response(200)
        request.send_header("Content-Disposition", f"attachment; filename={name}")
        request.send_header("Content-Length", str(length))
        request.end_headers()
        request.wfile.write(body)
        request.close_connection = True

    return f"<a href='{server.add_route(f'/{name}', answer)}'>{name}</a>"


async def downloaded(browser, server, name, length, body):
    """Click a link to a file; return what the reply says of the download."""
    await ShownPage(server, browser).show(serve(server, name, length, body))
    (told,) = (await browser.call("click", target=name)).downloads
    return told


async def test_r15_a_download_that_is_cut_is_told_and_leaves_nothing(home, server):
    async with own_app(home) as browser:
        assert await downloaded(browser, server, "cut.bin", 1_000_000, BODY) == "cut.bin (failed)"
        assert os.listdir(home / "downloads") == []


async def test_r15_a_download_without_a_byte_is_an_empty_file(home, server):
    async with own_app(home) as browser:
        path = await downloaded(browser, server, "empty.bin", 0, b"")
        assert (os.path.basename(path), os.path.getsize(path)) == ("empty.bin", 0)


async def test_r15_a_server_that_sends_more_than_it_promised_is_cut_off_there(home, server):
    async with own_app(home) as browser:
        path = await downloaded(browser, server, "more.bin", 1000, BODY)
        assert os.path.getsize(path) == 1000


@pytest.mark.skipif(os.getuid() != 0, reason="only root can make a small disk")
async def test_r15_a_disk_that_is_full_is_told_and_gets_its_room_back(home, server):
    folder = home / "downloads"
    folder.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", str(folder)], check=False)
    if made.returncode:
        pytest.skip("this machine lets nobody mount a small disk")
    try:
        async with own_app(home) as browser:
            assert await downloaded(browser, server, "large.bin", len(BODY), BODY) == "large.bin (failed)"
            assert os.listdir(folder) == []
            path = await downloaded(browser, server, "small.bin", 10, b"0123456789")
            assert os.path.getsize(path) == 10
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)
