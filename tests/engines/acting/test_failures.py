"""What goes wrong is told at once, and the next command works."""

import asyncio

import pytest
from tests.waiting import soon


async def test_closing_the_tab_ends_an_action_at_once(browser, page):
    await page.show("<button disabled>Never</button>")
    handle = (await browser.call("tabs")).tabs[-1].tab
    async with asyncio.TaskGroup() as together:
        acting = together.create_task(browser.fails("click", target="Never", tab=handle))
        await browser.call("evaluate", expression="1")
        await browser.call("close_tab", tab=handle)
    assert acting.result().code == "TAB_CLOSED"


async def test_r14_a_page_that_leaves_between_press_and_release_is_told(browser, page):
    there = page.server.add_html("<title>Gone there</title>")
    await page.show(f"<button onmousedown=\"location = '{there}'\">Press</button>")
    assert (await browser.call("click", target="Press")).url == there


async def test_r13_an_element_replaced_by_another_is_not_clicked(browser, page):
    await page.show("""<div id=box><button onclick="document.title = 'first'">Old name</button></div>
        <script>document.title = 'nothing'</script>""")
    await browser.call("snapshot")
    await browser.call(
        "evaluate",
        expression="box.innerHTML = `<button onclick=\"document.title = 'second'\">Delete all</button>`",
    )
    error = await browser.fails("click", target="e1")
    assert error.code == "ELEMENT_STALE"
    assert await page.value("document.title") == "nothing"


async def test_an_element_that_never_shows_is_told_as_such(browser, page):
    await page.show("<button id=b style='visibility:hidden'>Ghost</button>")
    error = await browser.fails("click", target="#b")
    assert error.code == "ELEMENT_NOT_ACTIONABLE"
    assert "invisible" in error.message


async def test_r13_a_frame_that_goes_away_is_told_as_stale(browser, page):
    inner = page.server.add_html("<button>Inside</button>")
    await page.show(f"<iframe id=f src='{inner}'></iframe><button>Outside</button>")
    await browser.call("wait_for", target="Inside")
    ref = (await browser.call("click", target="Inside")).did.split()[1]
    await browser.call("evaluate", expression="f.remove()")
    assert (await browser.fails("click", target=ref)).code == "ELEMENT_STALE"
    assert "Outside" in await browser.text("click", target="Outside")


@pytest.mark.parametrize("place", ["page", "frame"])
async def test_r13_a_document_that_goes_just_before_the_press_is_told_with_what_was_pressed(
    browser, page, place, monkeypatch
):
    server = page.server
    small, large = "width:50px;height:50px", "width:500px;height:500px"
    old = server.add_html(f"<button style='{small}'>Save</button>")
    new = server.add_html(
        f"<button style='{large}'>Delete all</button><script>onload = () => fetch('/loaded')</script>"
    )
    if place == "frame":
        await page.show(f"<iframe id=f src='{old}' style='{large}'></iframe>")
    else:
        await browser.call("navigate", url=old)
    tab = await browser.app.sessions.of(browser.caller).tab()
    press = tab.page.input.mouse

    async def press_late(inputs):
        is_loaded = server.noticed("/loaded")
        await tab.page.scripts.evaluate(f"{'f.src' if place == 'frame' else 'location'} = {new!r}; 0")
        await soon(is_loaded.wait())
        await press(inputs)

    await browser.call("wait_for", target="Save")
    monkeypatch.setattr(tab.page.input, "mouse", press_late)
    error = await browser.fails("click", target="Save")
    assert error.code == "ELEMENT_STALE"
    assert 'clicked button "Delete all"' in error.message


async def test_a_press_that_never_came_keeps_no_later_one_from_the_page(browser, page):
    await page.show(
        """<button>Aimed at</button><button id=b onclick="document.title = 'pressed'">Other</button>"""
    )
    ref = (await browser.call("find", text="Aimed at")).found[0].ref
    tab = await browser.app.sessions.of(browser.caller).tab()
    await tab.main_frame.agent.aim(ref, limit_ms=0, careful=False, guard=True, drop=False)
    box = await page.value("b.getBoundingClientRect().toJSON()")
    # As long as a press may be on its way, by the clock of the page.
    await page.value("new Promise((done) => setTimeout(done, 3000))")
    await browser.call("click_at", x=box["x"] + 9, y=box["y"] + 9)
    assert await page.value("document.title") == "pressed"


async def test_a_download_that_breaks_off_is_told(browser, page):
    def cut(request):
        request.send_response(200)
        request.send_header("Content-Type", "application/zip")
        request.send_header("Content-Disposition", "attachment; filename=cut.zip")
        request.send_header("Content-Length", "1000000")
        request.end_headers()
        request.wfile.write(b"short")
        request.wfile.flush()
        request.close_connection = True
        request.connection.close()

    page.server.add_route("/cut", cut)
    await page.show("<a href=/cut>Cut</a>")
    assert (await browser.call("click", target="Cut")).downloads == ("cut.zip (failed)",)


@pytest.mark.parametrize("name", ["geolocation", "clipboard-read"])
async def test_a_permission_that_is_asked_for_is_denied_and_told_in_the_reply(browser, page, name):
    # An origin of its own: Chrome asks each one only once.
    await browser.call("navigate", url=page.server.url("/permissions.html", f"{name}.localhost"))
    asked = await browser.call("click", target=name)
    assert f"the page asked for permission: {name}; denied" in asked.notes
    assert "denied" in await browser.text("text", target="#said")
    again = await browser.call("click", target=name)
    assert not any("permission" in note for note in again.notes)


async def test_a_permission_that_is_asked_for_between_commands_is_told_by_the_next_snapshot(browser, page):
    await browser.call("navigate", url=page.server.url("/permissions.html", "between.localhost"))
    await browser.call("snapshot")
    await browser.call("evaluate", expression="void Notification.requestPermission().then(say)")
    await browser.call("wait_for", text="denied", timeout_s=20)
    told = (await browser.call("snapshot")).notes
    assert told == ("the page asked for permission: notifications; denied",)


async def test_tabs_in_the_background_take_input(browser, page):
    await page.show("<button onclick=\"document.title = 'clicked'\">Behind</button>")
    behind = next(row.tab for row in (await browser.call("tabs")).tabs if row.current)
    await browser.call("new_tab")
    await browser.call("click", target="Behind", tab=behind)
    assert (await browser.call("evaluate", expression="document.title", tab=behind)).value == "clicked"


async def test_a_page_whose_script_keeps_it_busy_is_told_so_before_it_ends(browser, page):
    worked = page.server.noticed("/worked")
    await browser.call("navigate", url=page.server.url("/busy.html"))
    clicked = await browser.call("click", target="Work")
    assert clicked.notes == ("the page does not answer: a script keeps it busy",)
    assert not worked.is_set()
    await browser.call("wait_for_script", expression="document.title == 'worked'", timeout_s=30)
    assert await page.value("document.title") == "worked"
