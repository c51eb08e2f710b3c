"""A reply tells what was done and what came of it, truly and shortly."""

import pytest

from tabwire.acting.mouse import press_at
from tabwire.engines.page_events import FileChooserOpened
from tabwire.trace import tracing


async def test_a_reply_names_what_came_went_and_changed(browser, page):
    await page.open("growing_list")
    await browser.call("snapshot")
    text = await browser.text("click", target="Add")
    assert text.splitlines()[0] == 'clicked e1 button "Add"'
    assert '+ e2 link "Item 1"' in text


async def test_a_checked_box_is_told_as_changed(browser, page):
    await page.show("<label><input type=checkbox> Agree</label>")
    assert 'checkbox "Agree" checked' in await browser.text("click", target="Agree")


BOXES = """
    <label><input type=checkbox onchange="said.textContent = 'Thanks'"> Agree</label>
    <div role=switch aria-checked=false tabindex=0 aria-label=Lamp
        onclick="this.ariaChecked = this.ariaChecked !== 'true'">o</div>
    <label><input type=radio name=pace checked> Slow</label><label><input type=radio name=pace> Fast</label>
    <p id=said>Please</p>
"""


async def test_checking_a_box_tells_what_else_the_page_made_of_it(browser, page):
    await page.show(BOXES)
    assert (await browser.call("check", target="Agree")).changed == ('+ "Thanks"', '- "Please"')
    assert (await browser.call("uncheck", target="Agree")).changed == ()
    assert (await browser.call("check", target="Lamp")).changed == ()
    [slow] = (await browser.call("check", target="Fast")).changed
    assert slow.endswith('radio "Slow" unchecked')
    assert "~" not in await browser.text("fill", fields={"Agree": True, "Lamp": False})


async def test_a_box_that_another_one_checks_is_told_also_when_it_was_checked_before(browser, page):
    await page.show(
        "<label><input type=checkbox id=one> One</label>"
        "<label><input type=checkbox onchange='one.checked = !one.checked'> Other</label>"
    )
    await browser.call("check", target="One")
    [told] = (await browser.call("check", target="Other")).changed
    assert told.endswith('checkbox "One" unchecked')


async def test_a_long_change_is_told_shortly(browser, page):
    await page.open("many_lines")
    text = await browser.text("click", target="Many")
    assert len(text) < 400
    assert "more changes" in text


async def test_the_whole_page_comes_on_request(browser, page):
    await page.show("<button onclick=\"document.body.append('fresh words')\">Go</button>")
    text = await browser.text("click", target="Go", snapshot=True)
    assert "elements" in text and "fresh words" in text


async def test_a_new_page_is_told_by_its_address_and_title(browser, page):
    there = page.server.add_html("<title>Second page</title>")
    await page.show(f"<a href='{there}'>Go</a>")
    assert f'url: {there} "Second page"' in await browser.text("click", target="Go")


async def test_an_error_in_the_console_is_told(browser, page):
    await page.show("<button onclick=\"throw new Error('out of cheese')\">Break</button>")
    assert "out of cheese" in await browser.text("click", target="Break")


async def test_typing_tells_nothing_but_the_field(browser, page):
    await page.show("<input aria-label=Name>")
    await browser.call("snapshot")
    assert await browser.text("type", target="Name", text="Ann") == 'typed into e1 textbox "Name"'


async def test_a_page_that_a_click_leads_to_brings_the_agent_with_it(browser, page):
    there = page.server.add_html("<title>There</title><p>Here we are</p>")
    await page.show(f"<a href='{there}'>Go</a>")
    with tracing() as trace:
        assert (await browser.call("click", target="Go")).title == "There"
    assert "Page.createIsolatedWorld" not in [span.name for span in trace.spans]


async def test_a_tab_that_closes_itself_is_told(browser, page):
    child = page.server.add_html("<button onclick='window.close()'>Close me</button>")
    await page.show(f"<button onclick=\"window.open('{child}')\">Open</button>")
    opened = (await browser.call("click", target="Open")).new_tabs[0]
    closed = await browser.call("click", target="Close me", tab=opened.tab)
    assert closed.notes == (f"tab {opened.tab} is closed",)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
async def test_a_click_that_asks_for_files_says_so_and_shows_no_chooser(browser, page, host):
    inner = page.server.add_html("<input type=file aria-label=Photo><button>Next</button>", host=host)
    await page.show(f"<iframe src='{inner}'></iframe>")
    await browser.call("wait_for", target="Photo")
    assert "the page asks for files: use `upload` on the same target" in await browser.text(
        "click", target="Photo"
    )
    assert "files" not in await browser.text("click", target="Next")


async def test_a_chooser_that_the_user_opens_is_theirs_also_where_an_agent_works(browser, page):
    await page.show("<input type=file aria-label=Photo onclick='document.title = `${document.title}x`'>")
    await browser.call("click", target="Photo")
    tab = await browser.app.sessions.of(browser.caller).tab()
    box = await tab.box_in_page(tab.main_frame, "e1")
    caught: list[object] = []
    unsubscribe = tab.page.events.subscribe(caught.append)
    await tab.page.input.mouse(press_at(box["x"] + 5, box["y"] + 5, "left", 1, 0))
    await browser.call("wait_for_script", expression="document.title === 'xx'")
    unsubscribe()
    assert not any(isinstance(event, FileChooserOpened) for event in caught)


async def test_what_follows_the_mouse_is_told_after_every_drag(browser, page):
    await page.show(
        "<div id=area style='height:200px'></div><p id=at>start</p>"
        "<script>area.onmousemove = (e) => { at.textContent = `at ${e.clientX}` }</script>"
    )
    await browser.call("snapshot")
    for x in (150, 60, 170):
        reply = await browser.text("drag_at", x=100, y=100, to_x=x, to_y=100)
        assert f'"at {x}"' in reply


async def test_values_that_scripts_set_are_told(browser, page):
    await page.show(
        "<form><input aria-label=Name value=Ann id=n><input type=checkbox aria-label=All id=c>"
        "<button type=button onclick=\"n.value = 'Bob'; c.checked = true\">Set</button>"
        "<button type=reset>Reset</button></form>"
    )
    reply = await browser.text("click", target="Set")
    assert 'textbox "Name" value=Bob' in reply
    assert 'checkbox "All" checked' in reply
    assert 'textbox "Name" value=Ann' in await browser.text("click", target="Reset")


async def test_bringing_an_element_into_view_is_no_effect_of_the_click(browser, page):
    later = "setTimeout(() => document.body.append('Later'), 60)"
    await page.show(
        f"""<div style='height: 200px; overflow: auto'><p style='height: 3000px'>Top</p>
        <button onclick="{later}">Inner</button></div><p style='height: 3000px'></p>
        <button onclick="{later}">Go</button>"""
    )
    assert "Later" in await browser.text("click", target="Go")
    assert "Later" in await browser.text("click", target="Inner")
