"""Filling several fields in one go."""

import re
from pathlib import Path
from typing import Any

import pytest


def page_of(name):
    """Return one of the pages beside this file."""
    return (Path(__file__).parent / "pages" / f"{name}.html").read_text(encoding="utf-8")


PAGE = page_of("filling")


async def test_each_field_gets_the_focus_and_a_trusted_event_of_its_own(browser, page):
    await page.show(PAGE)
    await browser.call("fill", fields={"First": "a", "Second": "b"})
    heard = [
        line for line in (await browser.text("text")).splitlines() if "First" in line or "Second" in line
    ]
    assert [line.split(maxsplit=1)[1] for line in heard] == [
        "First has the focus",
        "First trusted insertText",
        "Second has the focus",
        "Second trusted insertText",
    ]


async def test_what_the_page_does_after_one_field_comes_before_the_next(browser, page):
    await page.show(PAGE)
    await browser.call("fill", fields={"First": "also", "Second": "b"})
    assert "Second,focused value=b" in await browser.text("snapshot")


async def test_a_field_that_takes_less_says_what_it_holds(browser, page):
    await page.show(PAGE)
    assert 'it now holds "123"' in await browser.text("fill", fields={"First": "a", "Code": "12345"})


async def test_fields_after_one_that_opened_a_dialog_stay_as_they_are(browser, page):
    await page.show(PAGE)
    told = await browser.text("fill", fields={"First": "a", "Second": "ask", "Third": "c"})
    assert "Sure?" in told
    assert "left out" in told
    await browser.call("handle_dialog", accept=True)
    shown = await browser.text("snapshot")
    assert "Second,focused value=ask" in shown
    assert 'Third,""' in shown


TAKES_AWAY = {"remove()": "is no longer on the page", "readOnly = true": "is read-only"}


@pytest.mark.parametrize("away", TAKES_AWAY)
async def test_a_field_that_fails_after_others_were_filled_is_told_beside_them(browser, page, away):
    await page.show(
        f"<input aria-label=First oninput='second.{away}; said.hidden = false'>"
        "<input aria-label=Second id=second><input aria-label=Third>"
        "<select aria-label=Size><option>S<option>M</select><p id=said hidden>Closed</p>"
    )
    await browser.call("snapshot")
    told = await browser.text("fill", fields={"First": "a", "Second": "b", "Third": "c", "Size": "M"})
    first, second, *rest = [re.sub(r"\be\d+ ", "", line) for line in told.splitlines()]
    assert first == 'typed into textbox "First"'
    assert second == f'left out textbox "Second": it {TAKES_AWAY[away]}'
    assert '+ "Closed"' in rest
    assert rest[0] == 'left out textbox "Third"'
    assert rest[-1] == 'left out combobox "Size"'
    shown = await browser.text("snapshot")
    assert "First,focused value=a" in shown
    assert "value=c" not in shown


async def test_a_choice_that_fails_after_a_field_was_filled_is_told_beside_it(browser, page):
    await page.show(
        "<input aria-label=First oninput='sizes.remove()'>"
        "<select aria-label=Size id=sizes><option>S<option>M</select><input type=checkbox aria-label=Gift>"
    )
    told = await browser.text("fill", fields={"First": "a", "Size": "M", "Gift": True})
    lines = [line for line in told.splitlines() if "ed into" in line or "left out" in line]
    assert len(lines) == 3
    assert 'combobox "Size": ' in lines[1]
    assert lines[2].endswith('checkbox "Gift"')


async def test_nothing_is_chosen_after_a_field_that_fails(browser, page):
    await page.show(
        "<input aria-label=First oninput='second.remove()'><input aria-label=Second id=second>"
        "<select aria-label=Size id=sizes><option>S<option>M</select>"
    )
    told = await browser.text("fill", fields={"First": "a", "Second": "b", "Size": "M"})
    assert re.sub(r"\be\d+ ", "", told.splitlines()[-1]) == 'left out combobox "Size"'
    assert await page.value("sizes.value") == "S"


async def test_a_field_that_fails_before_anything_was_filled_is_an_error(browser, page):
    await page.show("<input aria-label=First onfocus='readOnly = true'><input aria-label=Second id=second>")
    error = await browser.fails("fill", fields={"First": "a", "Second": "b"})
    assert 'textbox "First" is read-only' in error.message
    assert await page.value("second.value") == ""


async def test_a_choice_beside_a_text_is_made(browser, page):
    await page.show(
        "<table><tr><th>Size</th><td><select id=size><option>S<option>M</select></td></tr></table>"
    )
    assert 'beside "Size"' in await browser.text("fill", fields={"Size": "M"})
    assert await page.value("size.value") == "M"


async def test_a_field_that_could_be_several_names_them(browser, page):
    await page.show("<input aria-label=City><select aria-label=City><option>Rome</select>")
    error = await browser.fails("fill", fields={"City": "Rome"})
    found = (await browser.fails("click", target="City")).data["candidates"]
    assert [candidate["role"] for candidate in found] == ["textbox", "combobox"]
    refs = [candidate["ref"] for candidate in found]
    assert f"Pass one of {refs[0]} textbox, {refs[1]} combobox." in error.message


async def test_a_field_that_is_read_only_says_what_may_help(browser, page):
    await page.show("<input aria-label=Day readonly>")
    error = await browser.fails("fill", fields={"Day": "1"})
    assert "is read-only. Click it: it may open a picker" in error.message


FIELDS = (
    "<main><input id=name aria-label=Name><select id=size aria-label=Size><option>S<option>M</select>"
    "<input type=checkbox id=gift aria-label=Gift></main>"
)
IN_THE_WAY = {
    "modal": "<dialog aria-label=Cookies><button>OK</button></dialog>"
    "<script>document.querySelector('dialog').showModal()</script>",
    "inert": "<div role=dialog aria-label=Cookies><button>OK</button></div>"
    "<script>document.querySelector('main').inert = true</script>",
}
DEEDS: list[tuple[str, dict[str, Any]]] = [
    ("type", {"target": "#name", "text": "Ann"}),
    ("select", {"target": "#size", "values": ["M"]}),
    ("check", {"target": "#gift"}),
    ("fill", {"fields": {"#name": "Ann"}}),
    ("fill", {"fields": {"#size": "M"}}),
    ("fill", {"fields": {"#gift": True}}),
]


@pytest.mark.parametrize("way", IN_THE_WAY)
async def test_a_field_behind_a_dialog_names_the_dialog_whatever_is_done_to_it(browser, page, way):
    await page.show(f'<iframe srcdoc="{FIELDS}{IN_THE_WAY[way]}"></iframe>')
    snapshot = await browser.text("snapshot")
    [dialog] = [row.split(",")[0].strip() for row in snapshot.splitlines() if ",dialog,Cookies" in row]
    for command, arguments in DEEDS:
        error = await browser.fails(command, **arguments)
        assert f'is covered by dialog "Cookies" {dialog}.' in error.message, command


async def test_pages_that_look_at_a_field_when_a_key_comes_up_see_what_was_typed(browser, page):
    fields = "".join(
        f"<label>{name} <input onkeyup='seen.textContent += this.value + event.key + \" \"'></label>"
        for name in ("One", "Two", "Three")
    )
    await page.show(f"{fields}<p id=seen></p>")
    await browser.call("type", target="One", text="Ab")
    await browser.call("fill", fields={"Two": "Cd", "Three": "Ef"})
    assert await page.value("seen.textContent") == "Abb Cdd Eff "


async def test_what_a_library_notes_in_the_class_of_a_field_is_not_told(browser, page):
    await page.show("<label>Name <input oninput='this.className = `ng-dirty`'></label>")
    assert (await browser.call("type", target="Name", text="Ada")).changed == ()


@pytest.mark.parametrize("group", ["radios_native", "radios_slotted"])
async def test_a_group_of_radio_buttons_takes_one_of_their_names(browser, page, group):
    await page.show(page_of(group))
    error = await browser.fails("fill", fields={"Name": "Ada", "Size": "Huge"})
    assert 'Choices: "Small", "Large", "None".' in error.message
    error = await browser.fails("fill", fields={"Name": "Ada", "Size": "None"})
    assert 'The choice "None" is disabled.' in error.message
    assert "value=Ada" not in await browser.text("snapshot")
    told = await browser.text("fill", fields={"Name": "Ada", "Size": "Large"})
    assert re.search(r'checked e\d+ radio "Large"', told)
    again = await browser.text("select", target="Size", values="Large")
    assert 'radio "Large" is checked already' in again


async def test_a_field_that_only_shows_a_choice_is_filled_from_its_list(browser, page):
    await page.show(page_of("shown_choice"))
    assert 'selected "Rome" in' in await browser.text("fill", fields={"City": "Rome"})
    assert "value=Rome" in await browser.text("snapshot")


async def test_a_list_that_opens_with_radio_buttons_is_chosen_from(browser, page):
    await page.show(page_of("radio_popup"))
    assert 'selected "Rome" in' in await browser.text("select", target="button", values="Rome")
    assert "button,City: Rome,collapsed" in re.sub('"', "", await browser.text("snapshot"))
