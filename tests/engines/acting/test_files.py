"""Files: to fields, to choosers, dropped on zones; only from allowed folders."""

from pathlib import Path

import pytest


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder that files may be uploaded from, with two files in it."""
    (tmp_path / "one.txt").write_text("first")
    (tmp_path / "two.txt").write_text("second")
    return tmp_path


async def test_files_reach_fields_labels_and_zones(browser, page, folder):
    await page.open("uploads")
    one, two = str(folder / "one.txt"), str(folder / "two.txt")
    for target, paths, said in [
        ("Photo", [one], "photo: one.txt=first"),
        ("Many", [one, two], "many: one.txt=first two.txt=second"),
        ("#hidden", [one], "hidden: one.txt=first"),
        ("label.button", [two], "hidden: two.txt=second"),
        ('region "Drop zone"', [two], "dropped: two.txt=second"),
    ]:
        await browser.call("upload", target=target, paths=paths)
        await browser.call("wait_for", text=said, timeout_s=10)
        assert await page.said() == said


async def test_files_reach_what_a_button_asks_for(browser, page, folder):
    await page.open("uploads")
    paths = [str(folder / "one.txt"), str(folder / "two.txt")]
    await browser.call("upload", target="Pick files", paths=paths)
    await browser.call("wait_for", text="picked: one.txt=first two.txt=second", timeout_s=3)
    assert await page.said() == "picked: one.txt=first two.txt=second"


async def test_a_field_for_one_file_refuses_two(browser, page, folder):
    await page.open("uploads")
    paths = [str(folder / "one.txt"), str(folder / "two.txt")]
    error = await browser.fails("upload", target="Photo", paths=paths)
    assert error.code == "INVALID_PARAMS"


async def test_files_outside_the_allowed_folders_are_refused(browser, page, folder):
    await page.open("uploads")
    (folder / "link").symlink_to("/etc/hostname")
    for path in ("/etc/hostname", str(folder / "link"), str(folder / "missing.txt"), str(folder)):
        assert (await browser.fails("upload", target="Photo", paths=[path])).code == "FORBIDDEN"


async def test_a_click_that_opens_a_file_chooser_hangs_nothing(browser, page, folder):
    await page.open("uploads")
    assert "the page asks for files" in await browser.text("click", target="Pick files")
    path = str(folder / "one.txt")
    await browser.call("upload", target="Pick files", paths=[path])
    await browser.call("wait_for", text="picked: one.txt=first", timeout_s=10)
    assert await page.said() == "picked: one.txt=first"


async def test_bytes_are_given_to_fields_and_zones(browser, page):
    await page.open("uploads")
    await browser.call("upload_bytes", target="Photo", name="a.txt", content="aGVsbG8=")
    await browser.call("wait_for", text="photo: a.txt=hello", timeout_s=10)
    zone = 'region "Drop zone"'
    await browser.call("upload_bytes", target=zone, name="b.txt", content="aGVsbG8=")
    await browser.call("wait_for", text="dropped: b.txt=hello", timeout_s=10)
    error = await browser.fails("upload_bytes", target=zone, name="b.txt", content="not base64!")
    assert error.code == "INVALID_PARAMS"


async def test_bytes_given_to_the_button_of_an_upload_go_to_its_field(browser, page):
    await page.show(
        "<div><span><button>Choose</button></span>"
        "<input type=file hidden onchange='document.title = files[0].name'></div>"
    )
    await browser.call("upload_bytes", target="Choose", name="a.txt", content="aGVsbG8=")
    assert await page.value("document.title") == "a.txt"
