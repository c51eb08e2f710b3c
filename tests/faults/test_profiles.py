"""Profiles: made, listed, started, joined, and explained when somebody else has them open."""

import os

from tabwire.callers import local_user
from tests.browsers import kill_browser, own_app, processes_with
from tests.faults.faults import works_again
from tests.front_door import FrontDoor


async def test_a_profile_is_made_changed_listed_and_deleted(home):
    async with own_app(home) as browser:
        made = await browser.call("profiles_create", profile="us", language="en-US", tags=["work"])
        assert (made.language, made.tags, made.in_config) == ("en-US", ("work",), False)
        await browser.call("profiles_update", profile="us", timezone="America/Los_Angeles")
        shown = await browser.call("profiles_get", profile="us")
        assert (shown.language, shown.timezone) == ("en-US", "America/Los_Angeles")
        assert (await browser.fails("profiles_create", profile="us")).code == "INVALID_PARAMS"
        assert [row.profile for row in (await browser.call("profiles_list", tag="work")).profiles] == ["us"]
        assert (await browser.call("profiles_list", tag="play")).profiles == []
    async with own_app(home) as browser:
        await browser.call("profiles_delete", profile="us")
        assert (await browser.fails("profiles_get", profile="us")).code == "INVALID_PARAMS"


async def test_switches_beyond_the_allowed_ones_are_refused(home):
    async with own_app(home) as browser:
        error = await browser.fails("profiles_create", profile="x", args=["--remote-debugging-port=1"])
        assert error.code == "FORBIDDEN"
        assert "--user-agent=" in error.next_step


async def test_the_options_of_a_profile_reach_the_browser(home, server):
    async with own_app(home) as browser:
        await browser.call(
            "profiles_create",
            profile="de",
            language="de-DE",
            timezone="Asia/Tokyo",
            window="900x700",
            args=["--user-agent=tabwire-test"],
        )
        assert (await browser.call("launch_browser", profile="de")).browser == "de"
        await browser.call("navigate", url=server.add_html("<p>x</p>"))
        seen = await browser.call(
            "evaluate",
            expression="[navigator.language, Intl.DateTimeFormat().resolvedOptions().timeZone,"
            " outerWidth, navigator.userAgent]",
        )
        assert seen.value == ["de-DE", "Asia/Tokyo", 900, "tabwire-test"]


async def test_a_profile_that_is_open_is_joined_and_restarted_on_demand(home, server):
    url = server.add_html("<p>x</p>")
    async with own_app(home) as first:
        await first.call("profiles_create", profile="shared")
        await first.call("launch_browser", profile="shared")
        await first.call("navigate", url=url)
        second = FrontDoor(first.app, local_user("second"))
        await second.call("launch_browser", profile="shared")
        await second.call("navigate", url=url)
        assert [len(row.tabs) for row in (await first.call("sessions")).sessions] == [1, 1]
        assert [row.kind for row in (await first.call("browsers")).browsers] == ["launched"]
        assert (await first.fails("close_browser")).code == "TAB_BUSY"
        kill_browser(home)
        await works_again(first, "navigate", url=url)
        assert (await first.call("browsers")).browsers[0].browser == "shared"
        await first.call("close_browser", force=True)
        assert (await first.call("browsers")).browsers == []
        assert processes_with(f"--user-data-dir={home}") == []


async def test_r27_a_profile_locked_by_a_foreign_browser_is_explained_and_can_be_copied(
    home, tmp_path, server
):
    folder = str(tmp_path / "mine")
    (home / "a").mkdir()
    async with own_app(home / "a", TABWIRE_BROWSER_USER_DATA_DIR=folder) as owner:
        await owner.call("navigate", url=server.add_html("<p>x</p>"))
        await owner.call("evaluate", expression="localStorage.setItem('who', 'ann')")
        (holder,) = [row.pid for row in (await owner.call("activity")).browsers]
        async with own_app(home) as browser:
            await browser.call("profiles_create", profile="mine", user_data_dir=folder)
            error = await browser.fails("launch_browser", profile="mine")
            assert error.code == "NO_BROWSER"
            assert f"process {holder}" in error.message
            assert "as_copy=true" in error.next_step
            chosen = await browser.call("launch_browser", profile="mine", as_copy=True)
            assert chosen.browser == "mine+copy"
            await browser.call("new_tab", url=server.add_html("<p>y</p>"))
        assert not list((home / "profiles").glob("tmp-*"))
        assert (await owner.call("evaluate", expression="localStorage.getItem('who')")).value == "ann"


async def test_r27_a_lock_of_another_machine_is_named_and_never_deleted(home, tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "SingletonLock").symlink_to("elsewhere-4711")
    async with own_app(home, TABWIRE_BROWSER_USER_DATA_DIR=str(folder)) as browser:
        error = await browser.fails("new_tab")
    assert "process 4711 on the machine elsewhere" in error.message
    assert os.readlink(folder / "SingletonLock") == "elsewhere-4711"
