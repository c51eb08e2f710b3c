"""Quiet mode: pages are read and acted on by content scripts, without the debugger and its bar."""

from __future__ import annotations

import asyncio
import base64
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path

import pytest
from tests.e2e.extension.chrome import Chrome
from tests.e2e.extension.users_browser import joined_browser
from tests.front_door import FrontDoor, ShownPage
from tests.page_server import PageServer, send
from tests.waiting import soon

from tabwire.app import App
from tabwire.callers import local_user
from tabwire.engines.page_events import ConsoleWritten

_numbers = count(1)


@pytest.fixture(scope="module")
async def quiet(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[tuple[App, Chrome]]:
    """Return a hub and a browser whose user chose quiet mode."""
    async with joined_browser(tmp_path_factory.mktemp("quiet"), "scripting") as joined:
        yield joined


@asynccontextmanager
async def open_door(app: App) -> AsyncIterator[FrontDoor]:
    """Open a front door with a session of its own."""
    caller = local_user(f"quiet-{next(_numbers)}")
    app.sessions.hold(caller)
    yield FrontDoor(app, caller)
    await app.sessions.release(caller)


@pytest.fixture
async def browser(quiet: tuple[App, Chrome]) -> AsyncIterator[FrontDoor]:
    """Return a front door."""
    async with open_door(quiet[0]) as door:
        yield door


@pytest.fixture
async def other_browser(quiet: tuple[App, Chrome]) -> AsyncIterator[FrontDoor]:
    """Return the front door of another agent in the same browser."""
    async with open_door(quiet[0]) as door:
        yield door


@pytest.fixture
def page(server: PageServer, browser: FrontDoor) -> ShownPage:
    """Return a way to show HTML quietly."""
    return ShownPage(server, browser)


async def bring_to_front(chrome: Chrome, url: str) -> None:
    """Click on the tab that shows an address, as a user does."""
    tab = next(tab["id"] for tab in await chrome.drive("tabs") if tab["url"] == url)
    await chrome.drive("bringToFront", tab)


async def test_a_page_is_acted_on_without_the_debugger(quiet, browser, page):
    await page.show("<button onclick='this.textContent = `trusted ${event.isTrusted}`'>Go</button>")
    await browser.call("click", target="Go")
    assert "trusted false" in await browser.text("snapshot")
    assert not [target for target in await quiet[1].drive("attached") if "/page" in target["url"]]


async def test_the_popup_shows_a_quiet_tab_as_quiet(quiet, browser, page):
    await page.show("<p>x</p>")
    tabs = (await quiet[1].drive("state"))["state"]["tabs"]
    assert [tab["engine"] for tab in tabs] == ["scripting"]


async def test_what_a_click_causes_by_a_timer_is_there_when_its_reply_comes(browser, page):
    await browser.call("navigate", url=page.server.url("/late_effects.html"))
    assert "it is here" in await browser.text("click", target="Timer")


async def test_what_a_click_asks_a_server_for_is_waited_for(browser, other_browser, page):
    for door in (browser, other_browser):
        await door.call("navigate", url=page.server.url("/late_effects.html"))
    with page.server.hold("/slow-answer") as asked:
        clicking = asyncio.create_task(browser.text("click", target="Fetch"))
        await soon(asked.wait())
        # This click is waited for as long as any whose effects cannot be seen coming.
        await other_browser.call("click", target="Nothing")
        assert not clicking.done()
    assert "it is here" in await clicking


async def test_back_to_a_page_that_did_not_load_tells_its_address(browser, page):
    with socket.create_server(("127.0.0.1", 0)) as closed_soon:
        refused = f"http://127.0.0.1:{closed_soon.getsockname()[1]}/"
    assert (await browser.fails("navigate", url=refused)).code == "NAVIGATION_FAILED"
    there = await page.show("<title>There</title>")
    error = await browser.fails("back")
    assert (error.code, refused in error.message) == ("NAVIGATION_FAILED", True)
    assert "error page" in (await browser.fails("snapshot")).message
    assert (await browser.call("forward")).url == there


async def test_a_dialog_is_told_whoever_answers_it(browser, page):
    await page.show("<button onclick='this.textContent = confirm(`Sure?`)'>Go</button>")
    assert 'confirm "Sure?"' in await browser.text("click", target="Go")


async def test_a_framework_that_tracks_its_fields_accepts_typed_text(browser, page):
    await browser.call("navigate", url=page.server.url("/tracked_field.html"))
    await browser.call("type", target="Name", text="Ann")
    assert "Ann true" in await browser.text("snapshot")


async def test_enter_sends_the_form(browser, page):
    there = page.server.add_html("<title>Sent</title>")
    await page.show(f"<form action='{there}'><input name=q aria-label=Query><button>Find</button></form>")
    done = await browser.call("type", target="Query", text="tabs", submit=True)
    assert done.url == f"{there}?q=tabs"


async def test_a_page_that_refuses_a_key_keeps_the_form(browser, page):
    await page.show("""<form action=/elsewhere><input aria-label=Query
        onkeydown="if (event.key === 'Enter') event.preventDefault()"></form>""")
    done = await browser.call("type", target="Query", text="tabs", submit=True)
    assert done.url == ""


async def test_keys_edit_text_and_move_between_controls(browser, page):
    await page.show(
        """<input aria-label=First><input aria-label=Second><input type=checkbox aria-label=Third>"""
    )
    await browser.call("type", target="First", text="abc")
    for key in ("ArrowLeft", "Backspace", "x", "Home", "Delete", "Tab", "z", "Tab", "Space"):
        await browser.call("press", key=key)
    text = await browser.text("snapshot")
    assert "textbox,First,value=xc" in text
    assert "textbox,Second,value=z" in text
    assert "checkbox,Third,focused checked" in text


async def test_arrow_keys_choose_and_count(browser, page):
    await page.show("""<select aria-label=Size><option>S<option>M<option>L</select>
        <input type=number aria-label=Count value=3>""")
    await browser.call("click", target="Size")
    await browser.call("press", key="ArrowDown")
    await browser.call("click", target="Count")
    await browser.call("press", key="ArrowUp")
    text = await browser.text("snapshot")
    assert "Size,value=M" in text
    assert "Count,focused value=4" in text


async def test_frames_in_frames_of_other_sites_are_clicked_where_they_lie(browser, page):
    inner = page.server.add_html(
        "<p style='height:80px'>x</p><button onclick='this.textContent=`hit`'>Deep</button>"
    )
    middle = page.server.add_html(f"<iframe src='{inner}' style='margin:30px'></iframe>", host="localhost")
    await page.show(f"<h1>Top</h1><iframe src='{middle}' width=500 height=400></iframe>")
    await browser.call("wait_for", text="Deep")
    await browser.call("click", target="Deep")
    assert "hit" in await browser.text("snapshot")


async def test_typing_follows_the_focus_into_a_frame(browser, page):
    inner = page.server.add_html("<input aria-label=Inside>", host="localhost")
    await page.show(f"<iframe src='{inner}'></iframe>")
    await browser.call("wait_for", target="Inside")
    await browser.call("type", target="Inside", text="there")
    assert "Inside,focused value=there" in await browser.text("snapshot")


async def test_closed_shadow_roots_are_read_and_clicked(browser, page):
    button = "<button onclick=\"this.textContent = 'found'\">Hidden</button>"
    await page.show(f"<div><template shadowrootmode=closed>{button}</template></div>")
    await browser.call("click", target="Hidden")
    assert "found" in await browser.text("snapshot")


async def test_the_console_is_heard_from_the_first_script_on(browser, page):
    url = await page.show("<p>x</p>")
    tab = await browser.app.sessions.of(browser.caller).tab()
    written: list[str] = []
    stop = tab.page.events.subscribe(
        lambda event: written.append(event.text) if isinstance(event, ConsoleWritten) else None
    )
    loud = page.server.add_html("<script>console.warn('first words', {a: 1}); missing()</script>")
    await browser.call("navigate", url=loud)
    stop()
    assert url != loud
    assert written[0] == 'first words {"a":1}'
    assert "missing is not defined" in written[1]


async def test_things_are_dragged_and_dropped(browser, page):
    await page.show("""<div draggable=true role=button aria-label=Card style="width:80px;height:30px"
          ondragstart="event.dataTransfer.setData('text/plain', 'card')">Card</div>
        <div role=button aria-label=Bin style="width:200px;height:90px;margin-top:50px"
          ondragover="event.preventDefault()"
          ondrop="this.textContent = 'got ' + event.dataTransfer.getData('text/plain')">Bin</div>""")
    await browser.call("drag", source='button "Card"', destination='button "Bin"')
    assert "got card" in (await browser.text("text"))


async def test_files_reach_the_page_as_bytes(browser, page, tmp_path: Path):
    file = tmp_path / "notes.txt"
    file.write_text("hello")
    await page.show("""<input type=file aria-label=Attach
        onchange="files[0].text().then((text) => document.title = files[0].name + ' ' + text)"><p>x</p>""")
    await browser.call("upload", target="Attach", paths=[str(file)])
    await browser.call("wait_for", target="Attach")
    assert (await browser.call("snapshot")).title == "notes.txt hello"


async def test_a_download_is_told_with_its_path(browser, page):
    page.server.add_route("/report.csv", lambda request: send(request, b"a,b", "application/octet-stream"))
    await page.show("<a href=/report.csv download>Report</a>")
    done = await browser.call("click", target="Report")
    assert Path(done.downloads[0]).read_bytes() == b"a,b"


async def test_a_window_that_chrome_blocks_is_named(browser, page):
    await page.show("""<button onclick="window.open('/elsewhere')">Pop</button>""")
    done = await browser.call("click", target="Pop")
    assert "blocked a new window" in done.console_error
    assert "/elsewhere" in done.console_error


async def test_only_the_tab_in_front_can_be_pictured(quiet, browser, page):
    url = await page.show("<h1>Picture</h1>")
    error = await browser.fails("screenshot")
    assert error.code == "UNSUPPORTED_BY_ENGINE"
    assert "front" in error.next_step
    await bring_to_front(quiet[1], url)
    picture = await browser.call("screenshot", format="png")
    assert base64.b64decode(picture.image.base64).startswith(b"\x89PNG")


async def test_pictures_in_a_row_are_all_taken(quiet, browser, page):
    url = await page.show("<h1>Picture</h1><p style='margin-top:2000px'>Far</p>")
    await bring_to_front(quiet[1], url)
    first, far, again = [
        await browser.call("screenshot", target=target) for target in ("Picture", "Far", "Picture")
    ]
    assert first.image == again.image != far.image


async def test_what_only_the_debugger_can_do_says_so(browser, page):
    await page.show("<p>x</p>")
    error = await browser.fails("evaluate", expression="1")
    assert error.code == "UNSUPPORTED_BY_ENGINE"
    assert "Allow user scripts" in error.message
    assert "debugger engine" in error.next_step


async def test_history_goes_back_over_pages_nobody_touched(browser, page):
    second = page.server.add_html("<title>Second</title>")
    first = await page.show(f"<title>First</title><a href='{second}'>On</a>")
    await browser.call("click", target="On")
    assert (await browser.call("back")).url == first
    assert (await browser.call("forward")).url == second
    await browser.call("back")


async def test_a_page_that_does_not_load_is_explained(browser, page):
    error = await browser.fails("navigate", url="http://127.0.0.1:9/")
    assert error.code == "NAVIGATION_FAILED"
    await page.show("<title>Well again</title>")


async def test_a_quiet_tab_outlives_the_worker(quiet, browser, page):
    await page.show("<button onclick='this.textContent=`pressed`'>Go</button>")
    await quiet[1].kill_worker()
    assert "Go" in await browser.text("snapshot")
    await browser.call("click", target="Go")
    assert "pressed" in await browser.text("snapshot")
