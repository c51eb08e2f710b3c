"""Choosing, checking, filling, giving files."""

import pytest


async def test_native_lists_take_labels_and_values_and_several(browser, page):
    await page.open("lists")
    await browser.call("select", target="Size", values=["Medium"])
    assert await page.value("size.value") == "m"
    await browser.call("select", target="Tags", values=["red", "blue"])
    assert await page.value("[...tags.selectedOptions].map((option) => option.value)") == ["red", "blue"]


async def test_a_choice_that_is_not_there_lists_the_ones_that_are(browser, page):
    await page.open("lists")
    error = await browser.fails("select", target="Size", values=["Huge"])
    assert error.code == "ELEMENT_NOT_FOUND"
    assert '"Small"' in error.next_step
    assert (await browser.fails("select", target="Size", values=["Large"])).code == "ELEMENT_NOT_ACTIONABLE"


async def test_an_option_of_a_native_list_can_be_clicked(browser, page):
    await page.open("lists")
    await browser.call("click", target="#size option[value=s]")
    assert await page.value("size.value") == "s"


async def test_control_adds_an_option_to_those_chosen_or_takes_it_out(browser, page):
    await page.show(
        "<select id=land multiple onchange='document.title += 1' oninput='document.title += 0'>"
        "<option value=Peru>Chile<option>Peru<option>Korea<option disabled>Fiji</select>"
    )
    chosen = "[...land.selectedOptions].map((option) => option.text).join()"

    async def click(name: str, *modifiers: str) -> tuple[str, str]:
        reply = await browser.text("click", target=f'option "{name}"', modifiers=list(modifiers))
        return reply.splitlines()[0].split()[0], await page.value(chosen)

    assert await click("Chile") == ("selected", "Chile")
    assert await click("Korea", "Control") == ("selected", "Chile,Korea")
    assert await click("Peru", "Meta") == ("selected", "Chile,Peru,Korea")
    assert await click("Chile", "Control") == ("deselected", "Peru,Korea")
    assert await page.value("document.title") == "01" * 4
    assert await click("Korea", "Shift") == ("selected", "Korea")
    refusal = await browser.fails("click", target='option "Fiji"', modifiers=["Control"])
    assert refusal.code == "ELEMENT_NOT_ACTIONABLE"


async def test_control_replaces_the_choice_of_a_list_that_takes_one(browser, page):
    await page.show("<select id=size size=2><option selected>Small<option>Large</select>")
    await browser.call("click", target='option "Large"', modifiers=["Control"])
    assert await page.value("size.value") == "Large"


async def test_lists_built_by_the_page_are_opened_and_chosen_from(browser, page):
    await page.open("lists")
    await browser.call("select", target="#lang", values=["Deutsch"])
    assert await page.value("lang.textContent") == "Deutsch"
    await browser.call("select", target='combobox "Colour"', values=["Blue"])
    assert await page.value("colour.textContent") == "Blue"
    await browser.call("select", target='listbox "Pets"', values=["Cat", "Fish"])
    chosen = "[...pets.querySelectorAll('[aria-selected=true]')].map((pet) => pet.textContent.trim())"
    assert await page.value(chosen) == ["Cat", "Fish"]


COMBOBOX = (
    "<div role=combobox id=fruit aria-label=Fruit aria-controls=list aria-expanded=false tabindex=0"
    ' onclick="list.hidden = !list.hidden; ariaExpanded = String(!list.hidden)">None</div>'
)
CLOSING = "<script>list.onclick = (e) => { fruit.textContent = e.target.textContent; fruit.click() }</script>"


async def test_an_option_that_is_only_highlighted_is_chosen(browser, page):
    await page.show(
        f"{COMBOBOX}<div role=listbox id=list hidden><div role=option aria-selected=true>Apple</div>"
        f"<div role=option>Pear</div></div>{CLOSING}"
    )
    assert 'selected "Apple"' in await browser.text("select", target="Fruit", values=["Apple"])
    assert await page.value("fruit.textContent") == "Apple"


async def test_of_several_choices_those_that_were_chosen_stay_chosen(browser, page):
    option = "role=option onclick=\"ariaSelected = String(ariaSelected !== 'true')\""
    await page.show(
        "<div role=listbox aria-label=Fruit aria-multiselectable=true aria-activedescendant=pear>"
        f"<div {option} aria-selected=true>Apple</div>"
        f"<div {option} aria-selected=true id=pear>Pear</div></div>"
    )
    told = await browser.text("select", target="Fruit", values=["Apple", "Pear"])
    assert '"Apple", "Pear" were chosen already' in told
    assert '"Pear" was chosen already' in await browser.text("select", target="Fruit", values=["Pear"])
    marked = "document.querySelectorAll('[aria-selected=true]').length"
    assert await page.value(marked) == 2


async def test_a_highlighted_option_of_a_list_for_several_is_chosen_when_it_opens(browser, page):
    await page.show(
        f"{COMBOBOX}<div role=listbox id=list hidden aria-multiselectable=true><div role=option class=active"
        f" aria-selected=true>Apple</div><div role=option>Pear</div></div>{CLOSING}"
    )
    await browser.call("select", target="Fruit", values=["Apple"])
    assert await page.value("fruit.textContent") == "Apple"


async def test_what_a_closed_list_shows_as_chosen_is_not_chosen_again(browser, page):
    await page.show(
        "<div role=combobox aria-label=Fruit aria-expanded=false tabindex=0><div role=listbox>"
        "<div role=option aria-selected=true onclick='remove()'>Apple</div></div></div>"
    )
    assert '"Apple" was chosen already' in await browser.text("select", target="Fruit", values=["Apple"])
    assert "Apple" in await browser.text("snapshot")


STAYING = (
    f"{COMBOBOX}<div role=listbox id=list aria-multiselectable=true hidden>"
    '<div role=option onclick="ariaSelected = true">Apple</div><div role=option>Pear</div></div>'
)
ON_ESCAPE = "<script>onkeydown = (e) => { if (e.key === 'Escape' && !list.hidden) fruit.click() }</script>"


@pytest.mark.parametrize("content", [STAYING, STAYING + ON_ESCAPE, f"<dialog open>{STAYING}</dialog>"])
async def test_a_list_that_was_opened_to_choose_is_closed_again(browser, page, content):
    await page.show(content)
    told = await browser.text("select", target="Fruit", values=["Apple"])
    assert "its list was closed again" in told
    found = await browser.call("evaluate", expression="[list.hidden, list.children[0].ariaSelected]")
    assert found.value == [True, "true"]


@pytest.mark.parametrize("content", [STAYING, STAYING + ON_ESCAPE])
async def test_a_list_without_the_choice_is_closed_again(browser, page, content):
    await page.show(content)
    error = await browser.fails("select", target="Fruit", values=["Plum"])
    assert 'Choices: "Apple", "Pear".' in error.next_step
    assert await page.value("list.hidden") is True


async def test_a_field_that_lets_presses_through_to_its_list_is_chosen_from(browser, page):
    await page.show(
        "<div role=combobox aria-expanded=false aria-controls=list onclick='list.hidden = false'>"
        "<label id=name for=field style='pointer-events:none;position:absolute'>Fruit</label>"
        "<div style='padding:8px'><input id=field role=combobox aria-labelledby=name aria-controls=list"
        " aria-expanded=false style='pointer-events:none'></div></div>"
        "<div role=listbox id=list hidden>"
        "<div role=option onclick='list.hidden = true; field.value = textContent'>Apple</div></div>"
    )
    await browser.call("select", target="Fruit", values=["Apple"])
    assert await page.value("field.value") == "Apple"


@pytest.mark.parametrize(
    ("label", "named"),
    [
        ("<span id=name onclick='0'>Fruit kind</span>", "aria-labelledby='fruit name'"),
        ("<label for=fruit onclick='0'>Fruit kind</label>", ""),
    ],
)
async def test_a_list_is_chosen_from_by_what_only_the_page_takes_for_its_label(browser, page, label, named):
    await page.show(
        label + COMBOBOX.replace("aria-label=Fruit", named) + "<div role=listbox id=list hidden>"
        f"<div role=option>Apple</div><div role=option>Pear</div></div>{CLOSING}"
    )
    await browser.call("select", target="Fruit kind", values=["Pear"])
    assert await page.value("fruit.textContent") == "Pear"


HIDDEN_FIELD = (
    "<label for=field>Fruit</label><div style='position:absolute;width:1px;height:1px;overflow:hidden'>"
    "<input id=field readonly aria-haspopup=listbox></div>"
    "<div role=listbox id=list hidden style='transition:opacity .2s'><div role=option>Apple</div>"
    "<div role=option>Pear</div></div><script>"
    "field.onkeydown = (e) => { if (e.key === 'ArrowDown') { list.hidden = false; list.style.opacity = 1 } };"
    "list.onclick = (e) => { field.value = e.target.textContent; list.style.opacity = 0 };"
    "list.ontransitionend = () => { list.hidden = list.style.opacity === '0' }</script>"
)


async def test_a_list_that_opens_with_keys_only_is_chosen_from_also_while_it_fades(browser, page):
    await page.show(HIDDEN_FIELD)
    for value in ("Apple", "Pear"):
        await browser.call("select", target="Fruit", values=[value])
        assert await page.value("field.value") == value


async def test_a_list_that_is_searched_is_waited_for_although_it_shows_what_was_found_before(browser, page):
    await page.show(
        "<input id=field role=combobox aria-label=Country aria-controls=list aria-expanded=true value=ge>"
        "<div role=listbox id=list><div role=option>Germany</div></div><script>"
        "field.oninput = () => setTimeout(() => { list.innerHTML = '<div role=option>Greece</div>' }, 900);"
        "list.onclick = (e) => { field.title = e.target.textContent }</script>"
    )
    await browser.call("select", target="Country", values=["Greece"])
    assert await page.value("field.title") == "Greece"


async def test_a_list_that_was_open_before_stays_open(browser, page):
    await page.show(STAYING + ON_ESCAPE)
    await browser.call("click", target="Fruit")
    await browser.call("select", target="Fruit", values=["Apple"])
    assert await page.value("list.hidden") is False


@pytest.mark.parametrize("link", ["aria-controls=list", ""])
async def test_choices_of_other_lists_are_never_taken(browser, page, link):
    await page.show(
        f"{COMBOBOX.replace('aria-controls=list', link)}<div role=listbox id=list hidden>"
        "<input aria-label=Search></div><div role=listbox aria-label=Files>"
        '<div role=option onclick="remove()">b.txt</div></div>'
    )
    error = await browser.fails("select", target="Fruit", values=["b.txt"])
    assert error.code == "ELEMENT_NOT_FOUND"
    assert "b.txt" not in error.next_step
    assert "b.txt" in await browser.text("snapshot")
    if link:
        assert "`type` into" in error.next_step
        assert 'textbox "Search"' in error.next_step


async def test_a_list_that_is_open_already_is_chosen_from_though_nothing_names_it(browser, page):
    await page.open("lists")
    await page.value(
        "lang.onclick = () => { shown.hidden = !shown.hidden },"
        "portal.innerHTML = `<div role=listbox id=shown><div role=option onclick='document.title = 7'>Suomi`"
    )
    await browser.call("select", target="#lang", values=["Suomi"])
    assert await page.value("document.title") == "7"


@pytest.mark.parametrize("hidden", ["overflow:hidden;width:0;height:0", "opacity:0"])
async def test_a_list_behind_a_widget_is_chosen_from_without_opening_the_widget(browser, page, hidden):
    await page.show(
        "<div role=listbox aria-label=Open hidden id=widget></div>"
        f"<div style='{hidden}'><select aria-label=Size id=size onfocus='widget.hidden = false'"
        " onchange='document.title = value'><option>Small<option>Large</select></div>"
    )
    await browser.call("select", target="#size", values=["Large"])
    shown = await browser.call("evaluate", expression="[document.title, widget.hidden]")
    assert shown.value == ["Large", True]


async def test_an_autocomplete_is_typed_into_and_chosen_from(browser, page):
    await page.open("autocomplete")
    await browser.call("select", target="City", values=["Prague"])
    assert await page.said() == "Prague"


@pytest.mark.parametrize("box", ["plain", "styled", "toggle", "built", "lamp"])
async def test_every_kind_of_box_is_checked_and_unchecked(browser, page, box):
    await page.open("checks")
    state = f"{box}.checked ?? {box}.getAttribute('aria-checked') === 'true'"
    await browser.call("check", target=f"#{box}")
    assert await page.value(state) is True
    assert "already" in await browser.text("check", target=f"#{box}")
    await browser.call("uncheck", target=f"#{box}")
    assert await page.value(state) is False


async def test_radio_buttons_are_checked_and_never_unchecked(browser, page):
    await page.open("checks")
    await browser.call("check", target="Fast")
    assert await page.value("fast.checked") is True
    assert (await browser.fails("uncheck", target="Fast")).code == "INVALID_PARAMS"


async def test_buttons_that_stand_for_hidden_radio_buttons_are_checked(browser, page):
    clipped = "position:absolute;clip:rect(0,0,0,0);pointer-events:none"
    await page.show(
        "<div style='display:flex;position:relative'>"
        f"<input type=radio name=size id=small checked style='{clipped}'><label for=small>Small</label>"
        f"<input type=radio name=size id=large style='{clipped}'><label for=large>Large</label></div>"
        "<style>label { padding: 9px } input { left: 0 }</style>"
    )
    await browser.call("check", target="Large")
    assert await page.value("large.checked") is True


async def test_a_box_that_refuses_is_told(browser, page):
    await page.open("checks")
    error = await browser.fails("check", target="Stubborn")
    assert "refused" in error.message


async def test_fill_takes_a_whole_form_and_reports_each_field(browser, page):
    await page.open("inputs")
    filled = await browser.call(
        "fill", fields={"Plain": "Ann", "Day": "2027-03-31", "Story": "long", "Number": 3}
    )
    assert len(filled.fields) == 4
    assert await page.value("[plain, day, story, number].map((field) => field.value)") == [
        "Ann", "2027-03-31", "long", "3",
    ]  # fmt: skip


async def test_fill_also_takes_a_list_of_targets_and_values(browser, page):
    await page.open("checks")
    await browser.call(
        "fill", fields=[{"target": "Plain", "value": "yes"}, {"target": "Fast", "value": True}]
    )
    assert await page.value("[plain.checked, fast.checked]") == [True, True]


async def test_a_calendar_is_used_like_any_other_page(browser, page):
    await page.open("date_picker")
    await browser.call("click", target="When")
    await browser.call("click", target="Next month")
    await browser.call("click", target="February 14")
    assert await page.value("when.value") == "2027-2-14"


async def test_submit_sends_the_form_around_a_field_and_says_what_is_invalid(browser, page):
    await page.show(
        "<form onsubmit='event.preventDefault(); document.title = this.n.value'>"
        "<input name=n aria-label=Name required></form>"
    )
    assert "was not sent" in await browser.text("submit", target="Name")
    await browser.call("type", target="Name", text="Ann")
    await browser.call("submit", target="Name")
    assert await page.value("document.title") == "Ann"


async def test_submit_without_a_form_says_what_helps_there(browser, page):
    await page.show("<input aria-label=Name><button>Send</button>")
    assert "own button" in (await browser.fails("submit")).next_step
    await page.show("<form><input></form><form><input></form><input aria-label=Name>")
    assert "own button" in (await browser.fails("submit", target="Name")).next_step
    assert "Name a field" in (await browser.fails("submit")).next_step


async def test_shadow_forms_are_filled_like_any_other_open_or_closed(browser, page):
    await page.open("shadow_forms")
    await browser.call("snapshot")
    for mode in ("open", "closed"):
        await browser.call("type", target=f'textbox "{mode} name"', text="Ann")
        await browser.call("check", target=f'checkbox "{mode} agree"')
        await browser.call("click", target=f'button "{mode} send"')
        assert await page.said() == f"{mode}: Ann true"
        await browser.call("click", target=f'button "{mode} inner"')
        assert await page.said() == f"{mode} inner"


@pytest.mark.parametrize("frame", ["same", "inner", "scaled", "far"])
async def test_frames_are_acted_in_without_an_extra_step(browser, page, frame):
    await page.open("frames")
    await browser.call("type", target=f'textbox "Field {frame}"', text="hi")
    await browser.call("click", target=f'button "Send {frame}"')
    assert await page.frame_shows(f"?{frame}", "sent hi")


async def test_what_was_put_into_fields_is_told_once_and_what_the_page_makes_of_it_always(browser, page):
    await page.show(
        "<label>Name <input id=field></label> <label>Mail <input></label>"
        "<label>Size <select><option>Small<option>Large</select></label>"
        "<button onclick=add()>Add</button><p id=out></p>"
        "<script>function add() { field.value = ''; field.ariaInvalid = true; out.append(`added`); }</script>"
    )
    await browser.call("snapshot")
    filled = await browser.text("fill", fields={"Name": "Ada", "Mail": "ada@example.org", "Size": "Large"})
    assert "~" not in filled
    added = await browser.text("click", target="Add")
    assert "added" in added
    assert 'textbox "Name" invalid' in added
    assert "Mail" not in added
    assert "Size" not in added


async def test_what_the_first_field_of_many_changes_is_told(browser, page):
    await page.show(
        "<label>Code <input oninput='hint.textContent = `That code is taken`'></label>"
        "<label>Name <input></label><p id=hint></p>"
    )
    await browser.call("snapshot")
    assert "That code is taken" in await browser.text("fill", fields={"Code": "A1", "Name": "Ada"})


async def test_choices_that_people_see_are_pressed_also_in_slots_and_beside_a_list_for_readers(browser, page):
    await page.open("stand_ins")
    for target, value in (("Room", "Double"), ("Fruit", "Pears")):
        await browser.call("select", target=f'combobox "{target}"', values=[value])
        assert await page.value("document.title") == value
