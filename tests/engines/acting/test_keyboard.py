"""Typing and keys on fields that make it hard."""

import asyncio
import re

import pytest

from tabwire.acting.aiming import ACTIONABLE_WITHIN_S

HELD = [
    ("Plain", "new", "new"),
    ("Controlled", "Ann Öß 漢", "Ann Öß 漢"),
    ("Upper", "abc", "ABC"),
    ("Phone", "5551234567", "(555) 123-4567"),
    ("Keys only", "abc", "abc"),
    ("Short", "1234567", "12345"),
    ("Number", "-12.5", "-12.5"),
    ("Email", "a@b.c", "a@b.c"),
    ("Secret", "hunter2", "hunter2"),
    ("Day", "2027-03-31", "2027-03-31"),
    ("Time", "14:30", "14:30"),
    ("Month", "2027-03", "2027-03"),
    ("Week", "2027-W13", "2027-W13"),
    ("Moment", "2027-03-31T14:30", "2027-03-31T14:30"),
    ("Colour", "#ff8800", "#ff8800"),
    ("Level", "7", "7"),
    ("Story", "two\nlines", "two\nlines"),
    ("Wakes", "at last", "at last"),
]


@pytest.mark.parametrize("slowly", [False, True])
async def test_a_field_holds_what_was_typed(browser, page, slowly):
    await page.open("inputs")
    for field, text, holds in HELD:
        await browser.call("type", target=field, text=text, slowly=slowly)
        assert await page.value("document.activeElement.value") == holds, field


async def test_a_controlled_field_tells_its_page_what_was_typed(browser, page):
    await page.open("inputs")
    await browser.call("type", target="Controlled", text="first")
    await browser.call("type", target="Controlled", text="second")
    assert await page.value("log.textContent") == "state second"


async def test_the_reply_says_when_a_field_holds_something_else(browser, page):
    await page.open("inputs")
    assert 'it now holds "(555) 123-4567"' in await browser.text("type", target="Phone", text="5551234567")
    assert "hunter2" not in await browser.text("type", target="Secret", text="hunter2")


async def test_typing_appends_clears_and_submits_on_request(browser, page):
    await page.open("inputs")
    await browser.call("type", target="Plain", text="er", append=True)
    assert await page.value("plain.value") == "older"
    await browser.call("type", target="Plain", text="")
    assert await page.value("plain.value") == ""
    await browser.call("type", target="Plain", text="go", submit=True)
    assert await page.said() == "submitted go"


async def test_a_field_that_refuses_what_is_appended_says_what_it_holds(browser, page):
    await page.show(
        "<input aria-label=Amount value=12.50 oninput='if (isNaN(value)) value = 12.50'>"
        "<div contenteditable role=textbox aria-label=Note>One <b>two</b><p>three</p></div>"
        "<input type=password aria-label=Code value=123 maxlength=3>"
    )
    told = await browser.text("type", target="Amount", text="abc", append=True)
    assert 'it now holds "12.5"' in told
    for field, text in (("Amount", "7"), ("Note", " four"), ("Code", "4")):
        assert "holds" not in await browser.text("type", target=field, text=text, append=True)


@pytest.mark.parametrize(("field", "why"), [("Locked", "read-only"), ("Off", "disabled")])
async def test_a_field_one_cannot_type_into_says_why(browser, page, field, why):
    await page.open("inputs")
    error = await browser.fails("type", target=field, text="x")
    assert error.code == "ELEMENT_NOT_ACTIONABLE"
    assert why in error.message


async def test_a_read_only_field_is_refused_without_a_wait(browser, page):
    await page.open("inputs")
    async with asyncio.timeout(ACTIONABLE_WITHIN_S / 2):
        error = await browser.fails("type", target="Locked", text="x")
    assert "Click it: it may open a picker" in error.next_step


BESIDE = (
    "<p><label>Username</label><input name=user></p><p><label>Password</label><input type=password></p>"
    "<h2>Address</h2><div><span>Street</span></div><div><input aria-label=Road></div><input aria-label=Town>"
)


@pytest.mark.parametrize(
    ("text", "beside"),
    [("Username", "[name=user]"), ("Password", "[type=password]"), ("Street", "[aria-label=Road]")],
)
async def test_a_text_stands_for_the_field_beside_it(browser, page, text, beside):
    inner = page.server.add_html(BESIDE)
    await page.show(f"<iframe src='{inner}' width=600 height=400></iframe>")
    await browser.call("wait_for", target=text)
    found = f"frames[0].document.querySelector('{beside}').value"
    for command, given in [("type", {"target": text, "text": "one"}), ("fill", {"fields": {text: "two"}})]:
        told = await browser.text(command, **given)
        assert re.match(rf'typed into f\d+e\d+ textbox .*beside "{text}"', told)
        assert await page.value(found) in {"one", "two"}
    assert await page.value(found) == "two"


PRESSED = (
    "<p><button>Find</button><input></p><p><span style='cursor:pointer'>Pick</span><input></p>"
    "<p><a href='#'><b>Help</b></a><input></p>"
)


@pytest.mark.parametrize("target", ["Find", "Pick", "a b"])
async def test_what_can_be_pressed_names_the_field_beside_it_and_stands_for_none(browser, page, target):
    await page.show(PRESSED)
    error = await browser.fails("type", target=target, text="x")
    assert "is not a text field." in error.message
    named = re.search(r"Use (\w+) textbox", error.next_step).group(1)
    assert f"Use {named} textbox" in (await browser.fails("fill", fields={target: "x"})).message


async def test_a_text_around_a_field_that_refuses_names_the_field(browser, page):
    await page.show("<div>Day: <input readonly onclick='document.title = `picker`'></div>")
    error = await browser.fails("type", target="Day:", text="1")
    named = re.match(r"(e\d+) textbox is read-only", error.message).group(1)
    assert f"{named} textbox is read-only" in (await browser.fails("fill", fields={"Day:": "1"})).message
    await browser.call("click", target=named)
    assert await page.value("document.title") == "picker"


async def test_a_field_that_its_own_focus_disables_is_named_in_full(browser, page):
    await page.show("<input aria-label=Name onfocus='disabled = true'>")
    error = await browser.fails("type", target="Name", text="x")
    assert re.match(r'e\d+ textbox "Name" is disabled', error.message)


TIMES = {"8:04 PM": "20:04", "8:04pm": "20:04", "8 PM": "20:00", "12:30 a.m.": "00:30", "14:30": "14:30"}


async def test_times_with_twelve_hours_are_taken(browser, page):
    await page.show("<input type=time aria-label=When id=hour>")
    for text, holds in TIMES.items():
        await browser.call("evaluate", expression="hour.value = ''")
        await browser.call("type", target="When", text=text)
        assert await page.value("hour.value") == holds, text


async def test_a_time_that_does_not_exist_is_refused(browser, page):
    await page.show("<input type=time aria-label=When value=10:00 id=hour>")
    for text in ("13 PM", "8:75 PM", "soon"):
        assert "14:30" in (await browser.fails("type", target="When", text=text)).next_step
    assert await page.value("hour.value") == "10:00"


FAR = (
    "<table role=grid><tr><td role=gridcell id=cell>Ann<td><input aria-label=Filter></table>"
    "<div><div role=slider id=slider tabindex=0 aria-valuenow=3>3</div><input aria-label=Exact></div>"
    "<section><div><p id=words>Words</p></div></section><input aria-label=Department><input aria-label=Town>"
)


@pytest.mark.parametrize(
    ("target", "advice"),
    [
        ("#cell", "Click or double-click it: it may open a field."),
        ("#slider", "Click it, then `press` ArrowRight or ArrowLeft, or `drag` it."),
        ("#words", "Choose a text field."),
    ],
)
async def test_a_field_that_is_not_beside_it_is_not_named(browser, page, target, advice):
    await page.show(FAR)
    assert (await browser.fails("type", target=target, text="x")).next_step == advice


async def test_what_listens_for_clicks_may_open_a_field(browser, page):
    await page.show("<div><div id=title onclick='1'>Plan</div><textarea aria-hidden=true></textarea></div>")
    assert "it may open a field" in (await browser.fails("type", target="#title", text="x")).next_step


async def test_a_value_of_the_wrong_form_is_refused_with_an_example(browser, page):
    await page.open("inputs")
    error = await browser.fails("type", target="Day", text="31.3.2027")
    assert error.code == "INVALID_PARAMS"
    assert "2027-03-31" in error.next_step


TERMINAL = (
    "<pre id=lines></pre><input id=catcher style='opacity:0;width:1px;height:1px;border:0;padding:0'><script>"
    "let line = '';"
    "catcher.onkeydown = ({ key }) => {"
    "  if (key.length === 1) line += key;"
    "  if (key === 'Enter') { lines.append(`ran ${line};`); line = ''; }"
    "  catcher.value = '';"
    "};</script>"
)


async def test_a_hidden_field_that_catches_keys_gets_them_and_the_reply_tells_what_shows(browser, page):
    await page.show(TERMINAL)
    assert "ran ls -a;" in await browser.text("type", target="#catcher", text="ls -a", submit=True)
    assert "holds" not in await browser.text("type", target="#catcher", text="rm x")
    assert "ran rm x;" in await browser.text("press", key="Enter")
    await browser.call("fill", fields={"#catcher": "help"})
    assert "ran help;" in await browser.text("press", key="Enter")


# The page's own editor reads a text area that nobody can see, and empties it.
HIDDEN_AREA = (
    "<pre id=lines>old</pre>"
    "<div style='overflow:hidden;width:3px;height:0'><textarea id=area></textarea></div>"
    "<script>let isAll = false;"
    "area.onkeydown = (event) => {"
    "  if (event.key === 'a' && (event.ctrlKey || event.metaKey)) isAll = true;"
    "  if (event.key === 'Delete' && isAll) lines.textContent = '';"
    "};"
    "area.oninput = () => {"
    "  lines.textContent = (isAll ? '' : lines.textContent) + area.value;"
    "  isAll = false;"
    "  area.value = '';"
    "};</script>"
)


@pytest.mark.parametrize("append", [False, True])
async def test_text_reaches_an_editor_once_through_its_hidden_text_area(browser, page, append):
    await page.show(HIDDEN_AREA)
    told = await browser.text("type", target="#area", text="one\ntwo", append=append)
    assert "holds" not in told
    shown = await browser.call("evaluate", expression="lines.textContent")
    assert shown.value == ("oldone\ntwo" if append else "one\ntwo")


async def test_the_hidden_text_area_of_an_editor_is_filled_and_cleared(browser, page):
    await page.show(HIDDEN_AREA)
    await browser.call("fill", fields={"#area": "new"})
    assert await page.value("lines.textContent") == "new"
    await browser.call("type", target="#area", text="")
    assert await page.value("lines.textContent") == ""


async def test_text_that_the_page_took_elsewhere_is_not_typed_again(browser, page):
    await page.show(
        '<input aria-label=Tag oninput=\'tags.append(this.value, ";"); this.value = ""\'><p id=tags></p>'
    )
    await browser.call("snapshot")
    await browser.call("type", target="Tag", text="red")
    assert await page.value("tags.textContent") == "red;"


async def test_editors_take_text_and_paragraphs(browser, page):
    await page.open("editors")
    await browser.call("type", target='textbox "Notes"', text="fresh")
    assert await page.value("plain.innerText") == "fresh"
    await browser.call("type", target='textbox "Model"', text="first\nsecond")
    assert await page.value("lines") == ["first", "second"]


async def test_an_editor_that_fills_a_frame_takes_text(browser, page):
    await page.open("editors")
    await browser.call("type", target='textbox "Body"', text="from outside")
    assert await page.value("rich.contentDocument.body.innerText") == "from outside"


async def test_suggestions_are_waited_for_whatever_else_changes_meanwhile(browser, page):
    await page.open("autocomplete")
    await page.value("""void setInterval(() => { said.textContent = Date.now() }, 40)""")
    await browser.call("snapshot")
    changed = (await browser.call("type", target="City", text="Pal")).changed
    assert any(line.endswith('option "Palermo"') for line in changed)


async def test_suggestions_that_come_after_a_pause_are_there_when_the_reply_comes(browser, page):
    await page.open("autocomplete")
    await browser.call("type", target="City", text="pa")
    await browser.call("click", target='option "Parma"')
    assert await page.said() == "Parma"


@pytest.mark.parametrize("kind", ["ui-autocomplete-input", "tt-TypeAhead", "hasSuggestions"])
async def test_suggestions_of_a_field_that_tells_of_them_by_its_class_are_in_the_reply(browser, page, kind):
    await page.show(
        f"<input aria-label=City class='{kind}' autocomplete=off oninput='setTimeout(suggest, 300)'>"
        "<ul id=hits></ul>"
        "<script>function suggest() { hits.innerHTML = '<li><button>Parma</button>'; }</script>"
    )
    assert 'button "Parma"' in await browser.text("type", target="City", text="pa")


SEEN = {
    "Enter": "Enter/Enter",
    "esc": "Escape/Escape",
    "ctrl+k": "Control/ControlLeft Control+k/KeyK",
    "Control+Shift+K": "Control/ControlLeft Control+Shift/ShiftLeft Control+Shift+K/KeyK",
    "cmd+a": "Meta/MetaLeft Meta+a/KeyA",
    "Page Down": "PageDown/PageDown",
    "Shift+1": "Shift/ShiftLeft Shift+!/Digit1",
    "+": "Shift++/Equal",
    "F5": "F5/F5",
}


async def test_keys_arrive_by_the_names_people_write(browser, page):
    await page.open("keyboard")
    await browser.call("click", target="One")
    for key, seen in SEEN.items():
        await browser.call("evaluate", expression="void (log.textContent = '')")
        await browser.call("press", key=key)
        assert (await page.value("log.textContent")).strip() == seen, key


async def test_chords_edit_and_tab_moves_the_focus(browser, page):
    await page.open("keyboard")
    await browser.call("type", target="One", text="hello")
    await browser.call("press", key="Control+A")
    await browser.call("press", key="Backspace")
    assert await page.value("one.value") == ""
    await browser.call("press", key="Tab")
    assert await page.value("document.activeElement.id") == "two"


async def test_a_key_nobody_knows_is_refused_with_near_ones(browser, page):
    await page.show("<p>here</p>")
    error = await browser.fails("press", key="Entr")
    assert error.code == "INVALID_PARAMS"
    assert "enter" in error.next_step.lower()


async def test_keys_and_points_inside_a_frame_are_told_truly(browser, page):
    inner = page.server.add_html(
        "<body style='margin:0'><button onclick=\"document.body.append('pressed ')\">Inner</button>",
        host="localhost",
    )
    await page.show(f"<body style='margin:0'><iframe src='{inner}' style='border:0'></iframe>")
    await browser.call("wait_for", target="Inner")
    assert "nothing" not in await browser.text("click_at", x=20, y=10)
    assert "nothing" not in await browser.text("press", key="Enter")
    await browser.call("wait_for", text="pressed pressed", timeout_s=20)


async def test_several_keys_are_pressed_one_after_the_other_with_one_reply(browser, page):
    await page.show("<select aria-label=Size size=5><option selected>S<option>M<option>L<option>XL</select>")
    await browser.call("evaluate", expression="void document.querySelector('select').focus()")
    told = await browser.call("press", key="ArrowDown ArrowDown ArrowDown ArrowUp")
    assert told.did == "pressed ArrowDown ArrowDown ArrowDown ArrowUp"
    assert await page.value("document.querySelector('select').value") == "L"


async def test_keys_after_one_that_opened_a_dialog_are_left_out(browser, page):
    await page.show(
        "<button autofocus onclick='confirm(1)'>Ask</button><script>onkeydown = (event) => {"
        " document.title += event.key; }</script>"
    )
    await browser.call("evaluate", expression="void document.querySelector('button').focus()")
    told = await browser.call("press", key="Enter Tab Escape")
    assert told.dialog.text == "1"
    assert told.notes[-1] == "left out Tab Escape: the page went on before"
    await browser.call("handle_dialog", accept=False)
    assert await page.value("document.title") == "Enter"
