"""The Python client against a real hub and browser."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest
from tests.page_server import PageServer
from tests.surfaces.conftest import User
from tests.waiting import SOON_S, until

from tabwire import Browser, SyncBrowser, TabwireError
from tabwire.errors import InvalidParams, NoTab, UnknownCommand, UnknownOutcome

NEVER = "new Promise(() => {})"


@pytest.fixture(autouse=True)
def at_home(regular: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let clients in this process find the hub of the tests' user."""
    use(regular, monkeypatch)


def use(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TABWIRE_HOME", "TABWIRE_HTTP_PORT", "TABWIRE_BROWSER_HEADLESS"):
        monkeypatch.setenv(name, user.environ[name])


@pytest.fixture
def sync_browser() -> Iterator[SyncBrowser]:
    with SyncBrowser() as browser:
        yield browser


async def test_commands_are_methods_with_typed_results(server: PageServer) -> None:
    async with Browser() as browser:
        arrived = await browser.navigate(server.add_html("<title>Async</title><button>Go</button>"))
        assert arrived.title == "Async"
        assert "button,Go" in (await browser.snapshot()).text
        assert (await browser.evaluate("6 * 7")).value == 42


async def test_an_action_that_is_repeated_with_its_operation_id_runs_once(server: PageServer) -> None:
    url = server.add_html("<button onclick='document.title += 1'>Add</button>")
    async with Browser() as browser:
        await browser.navigate(url)
        first = await browser.click("Add", operation_id="client-add")
        assert await browser.click("Add", operation_id="client-add") == first
        assert (await browser.evaluate("document.title")).value == "1"


async def test_calls_run_side_by_side_on_one_connection(server: PageServer) -> None:
    async with Browser() as browser:
        await browser.navigate(server.add_html("<p>x</p>"))
        with server.hold("/held"):
            slow = asyncio.create_task(browser.evaluate("fetch('/held').then(() => 'late')"))
            answers = await asyncio.gather(*(browser.tabs() for _ in range(20)))
            assert len(answers) == 20
            assert not slow.done()
        assert (await slow).value == "late"


async def test_errors_arrive_as_their_own_classes_with_their_data() -> None:
    async with Browser() as browser:
        with pytest.raises(NoTab, match="t99") as caught:
            await browser.switch_tab("t99")
        assert caught.value.next_step
        with pytest.raises(InvalidParams) as refused:
            await browser.call("navigate", adress="x")
        assert "url" in str(refused.value.data["known"])
        with pytest.raises(UnknownCommand, match="navigate"):
            await browser.call("navigat")


async def test_cancelling_a_call_cancels_it_in_the_hub(regular: User) -> None:
    async with Browser() as browser:
        await browser.new_tab()
        task = asyncio.create_task(browser.evaluate(NEVER))
        other = asyncio.create_task(browser.status())
        await other
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert (await browser.evaluate("1")).value == 1


async def test_closing_frees_those_who_wait() -> None:
    browser = Browser()
    await browser.new_tab()
    task = asyncio.create_task(browser.evaluate(NEVER))
    await browser.status()
    await browser.close()
    with pytest.raises(TabwireError):
        await task


async def test_each_client_has_a_session_of_its_own_unless_it_names_one(server: PageServer) -> None:
    page = server.add_html("<title>Mine</title>")
    async with Browser() as mine, Browser() as yours, Browser("team") as team, Browser("team") as mate:
        await mine.navigate(page)
        assert not any(tab.current for tab in (await yours.tabs()).tabs)
        await team.navigate(page)
        assert (await mate.evaluate("document.title")).value == "Mine"


async def test_a_session_without_a_name_ends_with_its_client() -> None:
    async with Browser() as watcher:
        browser = Browser()
        await browser.new_tab()
        before = (await watcher.status()).sessions
        await browser.close()

        async def is_one_less() -> bool:
            return (await watcher.status()).sessions == before - 1

        assert await until(is_one_less)


async def test_a_hub_that_dies_is_an_unknown_outcome_and_the_next_call_works(
    new_user: Callable[[], User], monkeypatch: pytest.MonkeyPatch
) -> None:
    user = new_user()
    use(user, monkeypatch)
    async with Browser() as browser:
        await browser.new_tab()
        waiting = asyncio.create_task(browser.evaluate(NEVER))
        await browser.status()
        os.kill(user.discovery()["pid"], signal.SIGKILL)
        with pytest.raises(UnknownOutcome, match="before it answered evaluate"):
            await waiting
        assert (await browser.status()).version


async def test_a_hub_that_cannot_start_is_an_error_of_ours(
    new_user: Callable[[], User], monkeypatch: pytest.MonkeyPatch
) -> None:
    user = new_user()
    use(user, monkeypatch)
    (user.home / "config.toml").write_text("[hub]\nlog_level = 'loud'\n")
    with pytest.raises(InvalidParams, match="line 2"):
        async with Browser():
            pass


def test_scripts_need_no_event_loop(sync_browser: SyncBrowser, server: PageServer) -> None:
    assert sync_browser.navigate(server.add_html("<title>Sync</title>")).title == "Sync"
    picture = sync_browser.screenshot(format="png")
    assert picture.image.media_type == "image/png"
    with pytest.raises(NoTab):
        sync_browser.switch_tab("t99")
    assert sync_browser.call("evaluate", expression="1 + 1") == {"value": 2}


async def test_the_synchronous_client_works_inside_a_running_loop(sync_browser: SyncBrowser) -> None:
    assert sync_browser.status().version


def test_the_synchronous_client_recovers_when_the_hub_dies(
    new_user: Callable[[], User], monkeypatch: pytest.MonkeyPatch
) -> None:
    user = new_user()
    use(user, monkeypatch)
    with SyncBrowser() as browser:
        browser.status()
        os.kill(user.discovery()["pid"], signal.SIGKILL)
        with pytest.raises(UnknownOutcome):
            browser.status()
        assert browser.status().version


def test_interrupting_a_script_cancels_its_command(regular: User) -> None:
    program = (
        "from tabwire import SyncBrowser\n"
        "with SyncBrowser() as browser:\n"
        "    browser.new_tab()\n"
        "    try:\n"
        "        print('ready', flush=True)\n"
        f"        browser.evaluate({NEVER!r})\n"
        "    except KeyboardInterrupt:\n"
        "        print(browser.evaluate('1 + 1').value, flush=True)\n"
    )
    script = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, env=regular.environ
    )
    assert script.stdout is not None
    assert script.stdout.readline() == "ready\n"
    script.send_signal(signal.SIGINT)
    assert script.communicate(timeout=SOON_S)[0] == "2\n"
