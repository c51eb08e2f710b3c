"""What changed since the last reply."""

from tabwire.reading.changes import Change, briefly, mark, report_changes


async def the_tab(browser):
    """Return the caller's current tab."""
    session = browser.app.sessions.of(browser.caller)
    return await session.tab()


async def test_rows_and_text_that_came_and_went_are_reported(browser, page):
    await page.show("<button id=a>Save</button><p id=p>Draft</p>")
    await browser.text("snapshot")
    await browser.call(
        "evaluate",
        expression="a.disabled = true; p.textContent = 'Saved'; document.body.append("
        "Object.assign(document.createElement('button'), {textContent: 'Undo'}))",
    )
    lines = await report_changes(await the_tab(browser))
    assert lines == ['+ e2 button "Undo"', '+ "Saved"', '~ e1 button "Save" disabled', '- "Draft"']


async def test_nothing_is_reported_twice(browser, page):
    await page.show("<p id=p>One</p>")
    tab = await the_tab(browser)
    await mark(tab)
    await browser.call("evaluate", expression="p.textContent = 'Two'")
    assert await report_changes(tab) == ['+ "Two"', '- "One"']
    assert await report_changes(tab) == []


async def test_a_value_that_was_typed_is_a_change(browser, page):
    await page.show("<input aria-label=Name id=n>")
    tab = await the_tab(browser)
    await mark(tab)
    await browser.call("evaluate", expression="n.value = 'Ada'")
    assert await report_changes(tab) == ['~ e1 textbox "Name" value=Ada']


async def test_a_long_name_that_changed_is_told_from_where_it_did(browser, page):
    await page.show(f"<button id=b>{'Welcome to the terminal! ' * 10}user$ </button>")
    tab = await the_tab(browser)
    await mark(tab)
    await browser.call("evaluate", expression="b.append('ls')")
    assert await report_changes(tab) == [
        '~ e1 button "… the terminal! user$ ls" (was "… the terminal! user$")'
    ]
    await browser.call("evaluate", expression="b.prepend('Hello and ')")
    [line] = await report_changes(tab)
    assert line.startswith('~ e1 button "Hello and Welcome') and '(was "Welcome' in line


async def test_a_flood_of_changes_is_bounded(browser, page):
    await page.show("<div id=d></div>")
    tab = await the_tab(browser)
    await mark(tab)
    await browser.call(
        "evaluate",
        expression="d.innerHTML = Array.from({length: 500}, (_, n) => `<button>B${n}</button>`).join('')",
    )
    lines = await report_changes(tab)
    assert len(lines) <= 9
    assert lines[-1].endswith("more changes: take a snapshot")


async def test_what_another_view_left_out_or_added_is_no_change(browser, page):
    await page.show("<h1>Title</h1><p>Words</p><canvas></canvas><button id=b>Go</button>")
    tab = await the_tab(browser)
    for mode in ("interactive", "full", "auto"):
        await browser.text("snapshot", mode=mode)
        await browser.call("evaluate", expression=f"b.title = '{mode}'")
        assert await report_changes(tab) == []


async def test_words_go_before_many_rows(browser, page):
    await page.show("<div id=d></div>")
    tab = await the_tab(browser)
    await mark(tab)
    days = "<p>November 2016</p>" + "".join(f"<button>{n}</button>" for n in range(1, 31))
    await browser.call("evaluate", expression=f"d.innerHTML = '{days}'")
    assert (await report_changes(tab))[0] == '+ "November 2016"'


async def test_changes_that_are_not_told_are_counted(browser, page):
    names = [f"A button with the name {number}" for number in range(20)]
    buttons = "".join(f"<button>{name}</button>" for name in names)
    await page.show(f"<button onclick='d.innerHTML = `{buttons}`'>Go</button><div id=d></div>")
    told = (await browser.call("click", target="Go")).changed
    assert told[-1] == f"… {len(names) - (len(told) - 1)} more changes: take a snapshot"
    assert sum("more changes" in line for line in told) == 1


async def test_many_of_a_kind_leave_room_for_others(browser, page):
    await page.show("<div id=d></div><label>Day <input id=i></label>")
    tab = await the_tab(browser)
    await mark(tab)
    days = "".join(f"<button>{n}</button>" for n in range(1, 11))
    await browser.call("evaluate", expression=f"d.innerHTML = '{days}<a href=/>Today</a>'; i.value = 'first'")
    lines = await report_changes(tab)
    assert lines[2] == "+ … 8 more button"
    assert lines[3].endswith('link "Today"')
    assert lines[4].endswith('textbox "Day" value=first')


def test_no_line_is_left_out_for_a_word_about_it():
    changes = [Change("+", f'"{letter}"') for letter in "abcdefghij"]
    lines = [f'+ "{letter}"' for letter in "abcdefghij"]
    assert briefly(changes[:9]) == lines[:9]
    assert briefly(changes) == [*lines[:8], "… 2 more changes: take a snapshot"]
    assert briefly(changes[:1], hidden=1) == [*lines[:1], "… 1 more change: take a snapshot"]


async def test_a_state_that_ended_is_told_and_a_counter_comes_last(browser, page):
    await page.show("<p id=left>10 left</p><button id=b disabled>Go</button>")
    tab = await the_tab(browser)
    await mark(tab)
    await browser.call("evaluate", expression="b.disabled = false; left.textContent = '9 left'")
    assert await report_changes(tab) == ['~ e1 button "Go" (was disabled)', '~ "9 left"']


async def test_another_order_is_a_change(browser, page):
    await page.show("<ul id=list><li>One<li>Two</ul><button id=a>A</button><button id=b>B</button>")
    tab = await the_tab(browser)
    await mark(tab)
    for move, order in (
        ("list.append(list.firstChild)", '"Two", "One"'),
        ("document.body.append(a); a.before('new')", '"B", "A"'),
    ):
        await browser.call("evaluate", expression=f"void {move}")
        assert f"~ the order is now {order}" in await report_changes(tab)


async def test_the_page_behind_a_dialog_neither_goes_nor_comes(browser, page):
    await page.show(
        "<div id=root><h1>Shop</h1><p>Words</p><button id=b>Pay</button></div>"
        "<div id=menu role=dialog hidden><button>Close</button></div>"
    )
    tab = await the_tab(browser)
    await mark(tab)
    await browser.call("evaluate", expression="root.ariaHidden = 'true'; menu.hidden = false")
    assert [line[:2] for line in await report_changes(tab)] == ["+ ", "+ "]
    await browser.call(
        "evaluate", expression="root.removeAttribute('aria-hidden'); menu.hidden = true; b.disabled = true"
    )
    lines = await report_changes(tab)
    assert '~ e2 button "Pay" disabled' in lines
    assert all(line[0] in "-~" for line in lines)
