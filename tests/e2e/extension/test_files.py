"""Files reach pages of the user's browser, also when the extension may not touch files itself."""

from __future__ import annotations

import pytest
from tests.e2e.extension.chrome import close_chrome, open_chrome
from tests.e2e.extension.users_browser import forbid_files, hub_in, join
from tests.front_door import FrontDoor, ShownPage

from tabwire.callers import local_user


@pytest.fixture
async def uploads(tmp_path_factory, server):
    """Return the upload page in a browser whose extension has no access to files."""
    async with hub_in(tmp_path_factory.mktemp("files")) as app:
        chrome = await open_chrome()
        try:
            await forbid_files(chrome)
            await join(app, chrome, "debugger")
            page = ShownPage(server, FrontDoor(app, local_user("uploads")))
            await page.open("uploads")
            yield page
        finally:
            await close_chrome(chrome)


async def test_without_access_to_files_they_are_given_as_bytes(uploads, tmp_path):
    (tmp_path / "one.txt").write_text("first")
    (tmp_path / "two.txt").write_text("second")
    one, two = str(tmp_path / "one.txt"), str(tmp_path / "two.txt")
    for target, paths, said in [
        ("Photo", [one], "photo: one.txt=first"),
        ("label.button", [two], "hidden: two.txt=second"),
        ("Pick files", [one, two], "picked: one.txt=first two.txt=second"),
        ('region "Drop zone"', [two], "dropped: two.txt=second"),
    ]:
        await uploads.browser.call("upload", target=target, paths=paths)
        await uploads.browser.call("wait_for", text=said, timeout_s=3)
        assert await uploads.said() == said


async def test_without_access_to_files_none_outside_the_allowed_folders_is_read(uploads):
    error = await uploads.browser.fails("upload", target="Photo", paths=["/etc/hostname"])
    assert error.code == "FORBIDDEN"
