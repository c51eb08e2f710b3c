"""An action with an operation id runs once, whatever happens around it."""

import asyncio
from dataclasses import replace

import pytest

from tabwire.callers import local_user
from tabwire.errors import UnknownOutcome
from tests.browsers import own_app
from tests.front_door import FrontDoor
from tests.waiting import ENDLESS, endless_script, soon

COUNTER = "<button onclick='document.title = ++window.n' >Add</button><script>window.n = 0</script>"


async def test_repeating_an_operation_returns_its_first_result(browser, page):
    await page.show(COUNTER)
    first = await browser.call("click", target="Add", operation_id="op-repeat")
    again = await browser.call("click", target="Add", operation_id="op-repeat")
    assert again == first
    assert (await browser.call("evaluate", expression="n")).value == 1


async def test_two_clients_that_ask_at_once_share_one_run(app, browser, page):
    await page.show(COUNTER)
    calls = [browser.call("click", target="Add", operation_id="op-at-once") for _ in range(5)]
    results = await asyncio.gather(*calls)
    assert len({result.model_dump_json() for result in results}) == 1
    assert (await browser.call("evaluate", expression="n")).value == 1


async def test_an_operation_is_known_after_a_restart_of_the_hub(home, server):
    url = server.add_html(COUNTER)
    async with own_app(home) as browser:
        await browser.call("navigate", url=url)
        first = await browser.call("click", target="Add", operation_id="op-restart")
    async with own_app(home) as browser:
        await browser.call("navigate", url=url)
        assert await browser.call("click", target="Add", operation_id="op-restart") == first
        assert (await browser.call("evaluate", expression="n")).value == 0
        assert (await browser.call("operation", id="op-restart")).state == "done"


async def test_an_operation_id_belongs_to_one_call(browser, page):
    await page.show(COUNTER)
    await browser.call("click", target="Add", operation_id="op-other")
    error = await browser.fails("hover", target="Add", operation_id="op-other")
    assert error.code == "INVALID_PARAMS"
    assert "was used for another call, click" in error.message


async def test_what_never_began_may_be_tried_again(browser, page):
    await page.show(COUNTER)
    assert (await browser.fails("click", target="Add", tab="t999", operation_id="op-early")).code == "NO_TAB"
    assert (await browser.call("operation", id="op-early")).state == "never"


async def test_a_failure_is_remembered_too(browser, page):
    await page.show(COUNTER)
    error = await browser.fails("click", target="No such button", operation_id="op-failed")
    assert (
        await browser.fails("click", target="No such button", operation_id="op-failed")
    ).code == error.code
    report = await browser.call("operation", id="op-failed")
    assert (report.state, report.error["code"]) == ("failed", error.code)


async def test_a_cancelled_action_is_of_unknown_outcome(browser, page):
    await page.show(COUNTER)
    running = await endless_script(browser, page.server, operation_id="op-cancel")
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert (await browser.call("operation", id="op-cancel")).state == "unknown"
    repeated = await browser.fails("evaluate", expression=ENDLESS, operation_id="op-cancel")
    assert repeated.code == "UNKNOWN_OUTCOME"


async def test_another_caller_cannot_see_an_operation(app, browser, page):
    await page.show(COUNTER)
    await browser.call("click", target="Add", operation_id="op-mine")
    stranger = replace(local_user("key:other:1"), name="other", is_local=False)
    assert (await FrontDoor(app, stranger).call("operation", id="op-mine")).state == "never"


async def test_cancel_stops_a_call_and_tells_who_waits_for_it(browser, page):
    await page.show(COUNTER)
    running = await endless_script(browser, page.server)
    calls = (await browser.call("operations")).calls
    number = next(row.call for row in calls if row.command == "evaluate")
    assert (await browser.call("cancel", call=number)).command == "evaluate"
    with pytest.raises(UnknownOutcome):
        await soon(running, 1)
    assert (await browser.call("evaluate", expression="1")).value == 1


async def test_a_named_session_can_be_given_to_any_command(browser, page, server):
    await page.show("<title>mine</title>")
    url = server.add_html("<title>other</title>")
    await browser.call("navigate", url=url, session="side")
    titles = [row.title for row in (await browser.call("tabs", session="side")).tabs if row.current]
    assert titles == ["other"]
    assert (await browser.call("evaluate", expression="document.title")).value == "mine"
    await browser.app.sessions.release(browser.caller.in_session("side"))
