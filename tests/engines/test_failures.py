"""When pages, tabs and browsers fail: a typed error at once, and a next command that works."""

import asyncio
from dataclasses import replace

import pytest
from tests.browsers import kill_pages
from tests.front_door import FrontDoor
from tests.waiting import endless_script, soon

from tabwire.callers import local_user
from tabwire.errors import TabwireError


async def test_a_crashed_page_is_reported_at_once_and_revived_by_reload(browser, page):
    await page.show("<title>alive</title>")
    waiting = await endless_script(browser, page.server)
    kill_pages()
    with pytest.raises(TabwireError, match="crashed") as caught:
        await soon(waiting, 2)
    assert caught.value.code == "TAB_CRASHED"
    assert (await soon(browser.fails("evaluate", expression="1"), 2)).code == "TAB_CRASHED"
    assert (await browser.call("reload")).title == "alive"
    assert await page.value("1") == 1


async def test_closing_a_tab_fails_what_runs_in_it(browser, page):
    await page.show("<p>x</p>")
    waiting = await endless_script(browser, page.server)
    await soon(browser.call("close_tab"), 2)
    with pytest.raises(TabwireError) as caught:
        await soon(waiting, 2)
    assert caught.value.code == "TAB_CLOSED"
    await page.show("<p>y</p>")
    assert await page.value("2") == 2


async def test_a_dialog_ends_what_waits_for_the_page(browser, page):
    await page.show("<p>x</p>")
    error = await soon(browser.fails("evaluate", expression="confirm('Really?')"), 2)
    assert error.code == "DIALOG_OPEN"
    assert error.data["type"] == "confirm"
    assert error.data["text"] == "Really?"
    assert (await soon(browser.fails("screenshot"), 2)).code == "DIALOG_OPEN"
    await soon(browser.call("handle_dialog", accept=True), 2)
    assert (await soon(browser.call("evaluate", expression="3"), 2)).value == 3


async def test_a_dialog_during_load_ends_the_navigation(browser, page, server):
    url = server.add_html("<script>alert('Welcome')</script>")
    arrived = await soon(browser.call("navigate", url=url), 2)
    assert arrived.dialog.text == "Welcome"
    assert (await soon(browser.fails("snapshot"), 2)).code == "DIALOG_OPEN"
    await soon(browser.call("handle_dialog", accept=True), 2)


async def test_a_server_that_never_answers_leaves_the_tab_usable(browser, page, server):
    await page.show("<title>before</title>")
    with server.hold("/black-hole") as asked:
        waiting = asyncio.create_task(browser.call("navigate", url=server.url("/black-hole")))
        await soon(asked.wait())
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await soon(waiting, 2)
    await soon(browser.call("navigate", url=server.add_html("<title>after</title>")), 2)
    assert await page.value("document.title") == "after"


async def test_an_address_that_does_not_resolve_is_explained(browser, page):
    error = await browser.fails("navigate", url="http://nowhere.invalid/")
    assert error.code == "NAVIGATION_FAILED"
    assert "no host of that name" in error.message
    await page.show("<title>fine</title>")


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "FILE:///etc/passwd",
        "view-source:file:///etc/passwd",
        "chrome://settings",
        "chrome-extension://abc/x.html",
        "devtools://devtools/bundled/inspector.html",
        "javascript:alert(1)",
        " java\tscript:alert(1)",
        "data:text/html,x",
        "blob:http://127.0.0.1/x",
        "about:config",
    ],
)
async def test_addresses_beyond_the_web_are_refused(browser, url):
    assert (await browser.fails("navigate", url=url)).code == "FORBIDDEN"
    assert (await browser.fails("new_tab", url=url)).code == "FORBIDDEN"


async def test_a_tab_that_does_not_exist_is_named(browser, page):
    await page.show("<p>x</p>")
    error = await browser.fails("evaluate", expression="1", tab="t999999")
    assert error.code == "NO_TAB"
    assert "t999999" in error.message


async def test_a_tab_of_another_session_is_busy(app, browser, page):
    await page.show("<p>x</p>")
    mine = next(row.tab for row in (await browser.call("tabs")).tabs if row.current)
    other = FrontDoor(app, local_user("another"))
    await other.call("new_tab")
    assert (await other.fails("evaluate", expression="1", tab=mine)).code == "TAB_BUSY"
    assert mine not in [row.tab for row in (await other.call("tabs")).tabs]
    await app.sessions.release(other.caller)


async def test_a_page_in_an_endless_loop_is_freed_at_the_deadline(browser, page, monkeypatch):
    await page.show("<p>x</p>")
    command = browser.app.dispatcher.registry.get("evaluate")
    short = replace(command, declaration=replace(command.declaration, deadline_s=2.0))
    monkeypatch.setitem(browser.app.dispatcher.registry._commands, "evaluate", short)
    error = await browser.fails("evaluate", expression="while (true) {}")
    assert error.code == "PAGE_UNRESPONSIVE"
    assert (await soon(browser.call("evaluate", expression="4"), 2)).value == 4


async def test_a_script_that_throws_says_what(browser, page):
    await page.show("<p>x</p>")
    error = await browser.fails("evaluate", expression="null.x")
    assert error.code == "INVALID_PARAMS"
    assert "Cannot read properties of null" in error.message


async def test_a_value_without_an_end_is_told_as_such(browser, page):
    await page.show("<p>Page</p>")
    error = await browser.fails("evaluate", expression="window")
    assert error.code == "INVALID_PARAMS"
    assert error.next_step == "Return text, a number or a small object."


async def test_a_script_runs_once_whatever_its_value(browser, page):
    await page.show("<p>Page</p>")
    await browser.call("evaluate", expression="window.n = 0")
    for number, value in enumerate(("null", "undefined", "[1]", "() => 1"), 1):
        await browser.call("evaluate", expression=f"(window.n += 1, {value})")
        assert await page.value("window.n") == number
    assert (await browser.fails("evaluate", expression="(window.n += 1, window)")).code == "INVALID_PARAMS"
    assert await page.value("window.n") == 5


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("() => [1, this.n]", [1, 7]),
        ("async () => ({ n })", {"n": 7}),
        ("(function () { return this.n; })", 7),
        ("new Promise((done) => done(() => n))", 7),
    ],
)
async def test_a_function_that_came_out_is_called(page, expression, value):
    await page.show("<script>var n = 7</script>")
    assert await page.value(expression) == value


@pytest.mark.parametrize("name", ["window.f", "document.body.onclick", "document.querySelector('p').onclick"])
async def test_a_function_that_is_assigned_is_not_called(browser, page, name):
    await page.show("<p>x</p>")
    assigned = await browser.call("evaluate", expression=f"{name} = () => {{ window.called = true }}")
    assert assigned.value is None
    assert await page.value(f"[typeof {name}, window.called]") == [
        "function",
        None,
    ]
