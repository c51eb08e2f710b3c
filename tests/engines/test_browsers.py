"""Where browsers come from, and what happens when they end."""

import asyncio
import os
import subprocess
import urllib.request
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
from tests.browsers import foreign_browser, kill_browser, own_app, processes_with
from tests.waiting import endless_script, soon, until

from tabwire.browsers.profile_folders import TemporaryProfile, remove_stale
from tabwire.errors import TabwireError


def open_foreign_tab(http, url):
    """Open a tab in a browser as its user would."""
    request = urllib.request.Request(f"{http}/json/new?{url}", method="PUT")
    urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request).close()


@asynccontextmanager
async def attached_late(home, url, happened):
    """Attach to a browser after something happened in a tab of it; yield the way in and that tab."""
    with foreign_browser() as (_, http):
        await asyncio.to_thread(open_foreign_tab, http, url)
        await happened.wait()
        async with own_app(home, TABWIRE_BROWSER_CDP_URL=http) as browser:
            await browser.call("new_tab")
            yield browser, next(row.tab for row in (await browser.call("tabs")).tabs if row.url == url)


async def test_a_killed_browser_fails_its_commands_at_once_and_is_started_again(home, server):
    async with own_app(home) as browser:
        await browser.call("navigate", url=server.add_html("<p>x</p>"))
        waiting = await endless_script(browser, server)
        kill_browser(home)
        with pytest.raises(TabwireError) as caught:
            await soon(waiting, 2)
        assert caught.value.code == "BROWSER_DISCONNECTED"
        assert (await browser.call("evaluate", expression="1")).value == 1


async def test_a_closed_app_leaves_no_process_and_no_profile(home, server):
    async with own_app(home) as browser:
        await browser.call("navigate", url=server.add_html("<p>x</p>"))
        assert processes_with(f"--user-data-dir={home}")
    assert processes_with(f"--user-data-dir={home}") == []
    assert list((home / "profiles").iterdir()) == []


async def test_who_is_stopped_while_closing_a_browser_stops_and_leaves_nothing(home, server):
    async with own_app(home) as browser:
        await browser.call("navigate", url=server.add_html("<p>x</p>"))
        closing = asyncio.create_task(browser.app.sessions.release(browser.caller))
        await until(lambda: not browser.app.is_needed())
        closing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await closing
    assert processes_with(f"--user-data-dir={home}") == []
    assert list((home / "profiles").iterdir()) == []


async def test_the_screen_of_a_launched_browser_holds_its_window(home, server):
    async with own_app(home) as browser:
        await browser.call("navigate", url=server.add_html("<p>x</p>"))
        holds = "screen.width >= outerWidth && screen.height >= outerHeight"
        assert (await browser.call("evaluate", expression=holds)).value is True


async def test_pages_of_a_browser_without_a_window_have_nearly_all_of_its_size(home, server):
    async with own_app(home) as browser:
        await browser.call("navigate", url=server.add_html("<p>x</p>"))
        # A bar of Chrome's own is left; tabs and tools would take 90 px more.
        assert (await browser.call("evaluate", expression="outerHeight - innerHeight")).value < 60


async def test_the_launched_browser_opens_no_port(home, server):
    async with own_app(home) as browser:
        await browser.call("navigate", url=server.add_html("<p>x</p>"))
        sockets = set()
        for pid in processes_with(f"--user-data-dir={home}"):
            with suppress(FileNotFoundError, ProcessLookupError):
                sockets |= {os.readlink(descriptor) for descriptor in Path(f"/proc/{pid}/fd").iterdir()}
        listening = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
        assert not [row for row in listening if row[3] == "0A" and f"socket:[{row[9]}]" in sockets]


async def test_profiles_of_a_killed_hub_are_removed_and_living_ones_are_not(home):
    living = TemporaryProfile.make(str(home / "profiles"))
    dead = home / "profiles" / "tmp-dead"
    dead.mkdir()
    (dead / "tabwire-owner.lock").touch()
    assert remove_stale(str(home / "profiles")) == 1
    assert [path.name for path in (home / "profiles").iterdir()] == [Path(living.path).name]
    living.remove()


async def test_a_profile_of_the_users_is_kept(home, server, tmp_path):
    profile = tmp_path / "mine"
    async with own_app(home, TABWIRE_BROWSER_USER_DATA_DIR=str(profile)) as browser:
        await browser.call("navigate", url=server.add_html("<p>x</p>"))
    assert (profile / "Default").is_dir()


async def test_a_profile_in_use_by_another_browser_is_explained(home, server, tmp_path):
    profile = str(tmp_path / "mine")
    async with own_app(home, TABWIRE_BROWSER_USER_DATA_DIR=profile) as browser:
        await browser.call("navigate", url=server.add_html("<p>x</p>"))
        async with own_app(home, TABWIRE_BROWSER_USER_DATA_DIR=profile) as second:
            error = await second.fails("new_tab")
        assert error.code == "NO_BROWSER"
        assert "open in another browser" in error.message
        assert (await browser.call("evaluate", expression="1")).value == 1


async def test_a_browser_that_does_not_start_is_quoted(home, tmp_path):
    broken = tmp_path / "chrome"
    broken.write_text("#!/bin/sh\necho 'libfoo.so: cannot open shared object file' >&2\nexit 127\n")
    broken.chmod(0o755)
    async with own_app(home, TABWIRE_BROWSER_EXECUTABLE=str(broken)) as browser:
        error = await browser.fails("new_tab")
        assert error.code == "NO_BROWSER"
        assert "libfoo.so: cannot open shared object file" in error.message
        assert "status 127" in error.message
        assert (await browser.call("status")).browsers == []


async def test_a_browser_that_hangs_is_given_up(home, tmp_path):
    silent = tmp_path / "chrome"
    silent.write_text("#!/bin/sh\nsleep 60\n")
    silent.chmod(0o755)
    environ = {"TABWIRE_BROWSER_EXECUTABLE": str(silent), "TABWIRE_BROWSER_START_TIMEOUT_S": "0.3"}
    async with own_app(home, **environ) as browser:
        error = await browser.fails("new_tab")
    assert "did not respond within 0.3 s" in error.message


async def test_no_browser_at_all_says_what_to_install(home, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    async with own_app(home) as browser:
        error = await browser.fails("new_tab")
    assert error.code == "NO_BROWSER"
    assert "Chrome extension not connected" in error.message
    assert "apt install chromium" in error.next_step


@pytest.mark.skipif(os.getuid() != 0, reason="only root can make a small disk")
async def test_a_full_disk_is_said_and_the_hub_lives_on(home):
    small = home / "profiles"
    small.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=16k,nr_inodes=2", "none", str(small)], check=False
    )
    if made.returncode:
        pytest.skip("this machine lets nobody mount a small disk")
    try:
        (small / "filler").write_bytes(b"x")
        async with own_app(home) as browser:
            error = await browser.fails("new_tab")
            assert error.code == "NO_BROWSER"
            assert "No space left on device" in error.message
            assert (await browser.call("status")).version
    finally:
        subprocess.run(["umount", str(small)], check=True)


@pytest.mark.parametrize("form", ["ws", "http"])
async def test_attaching_uses_a_running_browser_and_leaves_it_running(home, server, form):
    with foreign_browser() as (ws, http):
        address = ws if form == "ws" else http
        async with own_app(home, TABWIRE_BROWSER_CDP_URL=address) as browser:
            await browser.call("navigate", url=server.add_html("<title>attached</title>"))
            assert (await browser.call("status")).browsers[0].kind == "attached"
        async with own_app(home, TABWIRE_BROWSER_CDP_URL=address) as again:
            await again.call("new_tab")


async def test_dialogs_from_before_attaching_are_found_and_dismissed(home, server):
    asking = server.noticed("/about-to-ask")
    url = server.url("/asking.html?times=2")
    async with attached_late(home, url, asking) as (browser, old):
        error = await browser.fails("snapshot", tab=old)
        assert (error.code, error.data["type"]) == ("DIALOG_OPEN", "unknown dialog")
        assert (await browser.fails("handle_dialog", tab=old)).code == "UNSUPPORTED_BY_ENGINE"
        dismissed = await browser.call("handle_dialog", accept=False, tab=old)
        assert (dismissed.did, dismissed.dialog.text) == ("dismissed unknown dialog", "Question 2?")
        await browser.call("handle_dialog", tab=old)
        assert "answers: false,true" in await browser.text("snapshot", tab=old)
        assert (await browser.call("click", target="Ask again", tab=old)).dialog.text == "Again?"
        await browser.call("handle_dialog", tab=old)
        assert (await browser.call("evaluate", expression="document.title", tab=old)).value == "true"


async def test_a_page_stuck_from_before_attaching_is_told_apart_from_a_dialog(home, server):
    looping = server.noticed("/about-to-loop")
    url = server.add_html("<script>fetch('/about-to-loop'); setTimeout(() => { for (;;); }, 0)</script>")
    async with attached_late(home, url, looping) as (browser, stuck):
        assert (await browser.fails("snapshot", tab=stuck)).code == "DIALOG_OPEN"
        error = await browser.fails("handle_dialog", accept=False, tab=stuck)
        assert error.code == "PAGE_UNRESPONSIVE"
        assert (await browser.call("close_tab", tab=stuck)).closed == stuck


async def test_attaching_to_nothing_says_how_to_start_it(home):
    async with own_app(home, TABWIRE_BROWSER_CDP_URL="http://127.0.0.1:9") as browser:
        error = await browser.fails("new_tab")
    assert error.code == "NO_BROWSER"
    assert "--remote-debugging-port" in error.next_step


async def test_a_popup_belongs_to_the_session_of_its_opener(browser, page, server):
    popup = server.add_html("<title>popup</title>")
    await page.show("<title>opener</title>")
    await browser.call("evaluate", expression=f"window.open('{popup}') && 1")
    opened = await browser.call("wait_for_tab")
    switched = await browser.call("switch_tab", tab=opened.tab)
    assert switched.url == popup


async def test_frames_of_other_processes_are_attached_recursively(browser, page, server):
    innermost = server.add_html("<button>Innermost</button>", host="127.0.0.1")
    middle = server.add_html(f"<iframe src='{innermost}'></iframe>", host="localhost")
    await page.show(f"<iframe src='{middle}'></iframe>")
    assert "Innermost" in await browser.text("snapshot")
    frames = browser.app.sessions.of(browser.caller).tabs[0].frames()
    assert [frame.url for frame in frames][1:] == [middle, innermost]
    assert len({frame._page._frames.get(frame.id).session.id for frame in frames}) == 3
    assert (await frames[2].agent.page()).url == innermost


async def test_a_minimised_window_takes_input_and_is_pictured(home, server):
    async with own_app(home) as browser:
        url = server.add_html("<button onclick=\"document.title = 'clicked'\">Go</button>")
        await browser.call("navigate", url=url)
        session = browser.app.sessions.of(browser.caller)
        chrome = session.browser._connection.browser
        window = (await chrome.call("Browser.getWindowForTarget", targetId=session.tabs[0].browser_tab.id))[
            "windowId"
        ]
        for state in ("normal", "minimized"):
            await chrome.call("Browser.setWindowBounds", windowId=window, bounds={"windowState": state})
        await browser.call("click", target="Go")
        assert (await browser.call("evaluate", expression="document.title")).value == "clicked"
        assert (await browser.call("screenshot")).width_px > 0
