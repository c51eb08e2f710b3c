"""What a snapshot shows of a page."""

import re

import pytest
from toon_format import decode

TABLE = (
    "<table><thead><tr><th>Name<th>Price<th>Action</thead><tbody>"
    + "".join(
        f"<tr><td><a href='/{n}'>Product {n}</a><td>{n}.50<td><button>Buy</button>" for n in range(1, 41)
    )
    + "</tbody></table>"
)


def rows_of(text):
    """Return the element rows of a snapshot by name."""
    return {row["name"]: row for row in decode(text)["elements"]}


def tables_of(text):
    """Return the folded tables of a snapshot, each as rows of cells in the order printed."""
    folded = [rows for key, rows in decode(text).items() if key.startswith("e") and key[1:].isdigit()]
    return [[list(row.values()) for row in rows] for rows in folded]


async def test_a_form_reads_as_one_row_for_each_control(browser, page):
    await page.show(
        "<title>Login</title><h1>Welcome</h1><label for=m>Email</label><input id=m autofocus required>"
        "<label>Country <select><option>Italy<option selected>France</select></label>"
        "<label><input type=checkbox checked> Remember me</label><button disabled>Sign in</button>"
    )
    rows = rows_of(await browser.text("snapshot"))
    assert rows["Welcome"]["states"] == "level=1"
    assert rows["Email"]["role"] == "textbox"
    assert set(rows["Email"]["states"].split()) == {"focused", "required"}
    assert rows["Country"]["states"] == "value=France options=Italy|France"
    assert rows["Remember me"]["states"] == "checked"
    assert rows["Sign in"]["states"] == "disabled"


OPTION = "<div role=option aria-selected=true"


@pytest.mark.parametrize(
    ("combobox", "value"),
    [
        (f"><div role=listbox>{OPTION}>Ham</div>{OPTION}>Egg</div>{OPTION}>Ham</div></div>", "Ham, Egg"),
        (f"><input value=Tea><div role=listbox hidden>{OPTION}>Ham</div></div>", "Tea"),
        (f"><input value=Tea><div role=listbox>{OPTION} class=is-highlighted>Ham</div></div>", "Tea"),
        (f" aria-activedescendant=o><input value=Tea><div role=listbox>{OPTION} id=o>Ham</div></div>", "Tea"),
    ],
)
async def test_the_value_of_a_list_is_what_is_chosen_and_seen_not_highlighted(browser, page, combobox, value):
    await page.show(f"<div role=combobox aria-label=Food tabindex=0{combobox}</div>")
    assert rows_of(await browser.text("snapshot"))["Food"]["states"] == f"value={value}"


async def test_a_control_hidden_behind_its_label_appears_as_the_label(browser, page):
    await page.show("<label><input type=checkbox style='display:none'> Dark mode</label>")
    rows = rows_of(await browser.text("snapshot"))
    assert (rows["Dark mode"]["role"], rows["Dark mode"]["states"]) == ("checkbox", "unchecked")


async def test_a_slider_that_is_drawn_over_the_native_one_is_no_hidden_one(browser, page):
    await page.show(
        "<p id=l>Volume</p><div style='width:200px;height:20px;background:silver'></div>"
        "<div style='position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)'>"
        "<input type=range aria-labelledby=l value=40></div>"
    )
    assert rows_of(await browser.text("snapshot"))["Volume"]["states"] == "value=40"
    await browser.call("type", target="Volume", text="70")
    assert await page.value("document.querySelector('input').value") == "70"


async def test_a_text_field_that_is_not_shown_is_no_field_although_its_label_is(browser, page):
    await page.show(
        "<label for=a>Source</label><textarea id=a style='display:none'>old</textarea>"
        "<p><label for=b>Mail</label><input id=b style='visibility:hidden'><button>Save</button>"
        "<label for=c>Size</label><select id=c style='display:none'><option>Small</select>"
    )
    rows = decode(await browser.text("snapshot"))["elements"]
    assert [(row["role"], row["name"]) for row in rows] == [
        ("text", "Source\n Mail"),
        ("button", "Save"),
        ("combobox", "Size"),
    ]


async def test_values_of_passwords_codes_and_cards_stay_in_the_page(browser, page):
    await page.show(
        "<label>Password <input type=password value=hunter2></label>"
        "<label>Card <input autocomplete=cc-number value=4111111111111111></label>"
        "<label>Code <input autocomplete=one-time-code value=314159></label>"
        "<h2>With <input type=password value=hunter2> inside</h2>"
    )
    for command in ("snapshot", "text", "dom"):
        seen = await browser.text(command)
        assert not any(secret in seen for secret in ("hunter2", "4111", "314159"))
    assert rows_of(await browser.text("snapshot"))["Password"]["states"] == "filled"


async def test_a_password_that_was_made_visible_stays_secret(browser, page):
    await page.show("<input aria-label=Secret type=password value=hunter2>")
    await browser.text("snapshot")
    await browser.call("evaluate", expression="document.querySelector('input').type = 'text'")
    assert "hunter2" not in await browser.text("snapshot")


async def test_things_without_semantics_that_can_be_clicked_are_clickable(browser, page):
    await page.show(
        "<div onclick='go()'>Open menu</div><span style='cursor:pointer'>More</span>"
        "<div tabindex=0 style='width:9px;height:9px'></div><span onclick='add()'>+</span><p>Plain</p>"
    )
    rows = decode(await browser.text("snapshot"))["elements"]
    clickable = [row["name"] for row in rows if row["role"] == "clickable"]
    assert clickable == ["Open menu", "More", "", "+"]


async def test_text_keeps_its_links_and_is_printed_once(browser, page):
    await page.show("<p>Read the <a href=/a>manual</a> or <a href=/b>ask</a>.</p><p>Second.</p>")
    text = decode(await browser.text("snapshot"))["elements"][0]["name"]
    assert text == "Read the [manual e1] or [ask e2].\n Second."


async def test_a_heading_that_is_one_link_is_one_row(browser, page):
    await page.show("<h2><a href=/news>Big news</a></h2>")
    assert rows_of(await browser.text("snapshot"))["Big news"]["states"] == "heading=2"


async def test_a_table_folds_and_keeps_every_ref(browser, page):
    await page.show(TABLE)
    document = decode(await browser.text("snapshot"))
    [table] = [rows for key, rows in document.items() if key.startswith("e") and key[1:].isdigit()]
    assert len(table) == 40
    assert list(table[0]) == ["Name link", "Price", "Action button Buy"]
    assert table[6]["Name link"].startswith("Product 7 e")
    button = table[6]["Action button Buy"]
    found = await browser.call("find", text="Buy")
    assert button in [row.ref for row in found.found]


async def test_names_that_repeat_another_column_are_told_once(browser, page):
    rows = "".join(f"<li><a href='/{n}'>Item {n}</a><button>Delete Item {n}</button>" for n in range(1, 9))
    await page.show(f"<ul>{rows}</ul>")
    document = decode(await browser.text("snapshot"))
    [table] = [rows for key, rows in document.items() if key.startswith("e") and key[1:].isdigit()]
    assert list(table[0]) == ["link", "button Delete {link}"]
    button = table[2]["button Delete {link}"]
    assert decode(await browser.text("snapshot", target=button))["elements"][0]["name"] == "Delete Item 3"
    await page.show("<p>Other</p>")
    assert "Delete Item 3" in (await browser.fails("click", target=button)).message


async def test_cards_fold_into_a_table(browser, page):
    card = "<div class=card><h3>Card {0}</h3><p class=teaser>About {0}</p><button>Open</button></div>"
    await page.show("<div>" + "".join(card.format(n) for n in range(5)) + "</div>")
    document = decode(await browser.text("snapshot"))
    [rows] = [rows for key, rows in document.items() if key not in ("url", "title", "elements")]
    assert rows[3]["teaser"] == "About 3"
    assert rows[3]["button Open"].startswith("e")


async def test_a_part_that_some_cards_lack_leaves_its_column_empty(browser, page):
    parts = {"title": "Pen", "stars": "Rated 4", "teaser": "Writes", "price": "1 EUR"}
    cards = ["title teaser price", "title stars price", "title stars teaser price", "title stars teaser"]
    await page.show(
        "".join(
            "<div>" + "".join(f"<div class={part}>{parts[part]}</div>" for part in card.split()) + "</div>"
            for card in cards
        )
    )
    [rows] = tables_of(await browser.text("snapshot"))
    assert rows == [[parts[part] if part in card else "" for part in parts] for card in cards]


async def test_cells_of_a_grid_keep_their_places_whatever_marks_them(browser, page):
    marks = {8: "chosen", 12: "today day", 14: "day chosen"}
    days = [f"<div class='{marks.get(n, 'day')}' onclick='choose()'>{n}</div>" for n in range(1, 16)]
    blank = "<div class=day></div>"
    cells = [blank, blank, *days, "<div class=past>16</div>", blank, blank, blank]
    weeks = ["".join(cells[start : start + 7]) for start in (0, 7, 14)]
    await page.show("".join(f"<div class=week>{week}</div>" for week in weeks))
    [rows] = tables_of(await browser.text("snapshot"))
    shown = [[int((re.findall(r"\b\d+\b", str(cell)) or [0])[0]) for cell in row] for row in rows]
    assert shown == [[0, 0, 1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11, 12], [13, 14, 15, 16, 0, 0, 0]]


async def test_cells_are_never_told_in_another_order_than_the_page_has(browser, page):
    items = ["name price stock", "name stock price", "stock name price"]
    lines = [
        "".join(f"<p class={part}>{part} {n}</p>" for part in item.split()) for n, item in enumerate(items)
    ]
    await page.show("".join(f"<li>{line}</li>" for line in lines))
    [rows] = tables_of(await browser.text("snapshot"))
    told = [" ".join(filter(None, row)) for row in rows]
    assert told == ["name 0 price 0 stock 0", "name 1 stock 1 price 1", "stock 2 name 2 price 2"]


async def test_columns_of_icons_are_named_by_the_class_that_only_they_have(browser, page):
    icons = "".join(f"<i class='{name}' onclick='act()'></i>" for name in ("icon trash", "icon star", "icon"))
    mails = [f"<div><p class=sender>Sender {n}</p>{icons}</div>" for n in range(4)]
    await page.show(
        "<style>i{display:inline-block;width:9px;height:9px}</style>"
        + "".join(mails).replace("star", "star on", 1)
    )
    text = await browser.text("snapshot")
    assert "{sender,trash,star,clickable}" in text
    [rows] = tables_of(text)
    assert re.fullmatch(r"e\d+", rows[2][1])


async def test_a_head_unlike_the_items_below_it_is_no_row_of_theirs(browser, page):
    mail = "<div><p class=sender>Sender {0}</p><p class=subject>Subject {0}</p><button>Delete</button></div>"
    head = "<div><h2>Primary</h2><button class=search>Search</button></div>"
    await page.show(head + "".join(mail.format(n) for n in range(4)))
    text = await browser.text("snapshot")
    assert [row["name"] for row in decode(text)["elements"]] == ["Primary", "Search"]
    assert "[4]{sender,subject,button Delete}" in text.replace('"', "")


async def test_parts_off_screen_are_marked_by_position(browser, page):
    await page.show("<button>Top</button><div style='height:3000px'></div><button>Bottom</button>")
    document = decode(await browser.text("snapshot"))
    below = next(row["ref"] for row in document["elements"] if row["name"] == "Bottom")
    assert document["view"].endswith(f"below from {below}")


async def test_interactive_mode_lists_controls_only(browser, page):
    await page.show("<h1>Title</h1><p>Story</p><a href=/x>Go</a><button>Do</button>")
    text = await browser.text("snapshot", mode="interactive")
    assert "Story" not in text
    assert [row["name"] for row in decode(text)["elements"]] == ["Go", "Do"]


async def test_a_target_shows_only_that_part_and_names_it(browser, page):
    await page.show("<div id=a><button>One</button></div><div id=b><button>Two</button></div>")
    rows = decode(await browser.text("snapshot", target="#b"))["elements"]
    assert [(row["role"], row["name"]) for row in rows] == [("generic", ""), ("button", "Two")]


@pytest.mark.parametrize(
    ("field", "states"),
    [
        ("style='opacity:0'></div>Pear", "collapsed value=Pear"),
        (">", "collapsed"),
        ("value=Ap></div>Pear", "collapsed value=Ap"),
    ],
)
async def test_a_list_around_the_field_that_has_its_name_is_told_once(browser, page, field, states):
    await page.show(
        "<div role=combobox aria-expanded=false><label for=in>Fruit</label>"
        f"<div><input id=in role=combobox aria-expanded=false {field}</div>"
    )
    text = await browser.text("snapshot")
    assert text.count("combobox") == 1
    assert rows_of(text)["Fruit"]["states"] == states


async def test_the_words_of_a_tooltip_are_told_once(browser, page):
    await page.show("<p>Text</p><div role=tooltip>Saves <b>all</b> files <button>More</button></div>")
    rows = decode(await browser.text("snapshot"))["elements"]
    told = [(row["role"], row["name"]) for row in rows]
    assert told == [("text", "Text"), ("tooltip", "Saves all files More"), ("button", "More")]


async def test_rows_of_a_table_that_are_selected_say_so(browser, page):
    rows = "".join(
        f"<div role=row aria-selected={str(n == 2).lower()}><div role=gridcell>File {n}</div>"
        f"<div role=gridcell>{n} KB</div></div>"
        for n in range(5)
    )
    await page.show(f"<div role=grid>{rows}</div>")
    text = await browser.text("snapshot")
    assert "File 2,2 KB,selected" in text
    assert 'File 3,3 KB,""' in text or "File 3,3 KB,\n" in text


async def test_a_box_around_a_box_is_told_once(browser, page):
    await page.show(
        "<label for=in>Dark</label><div role=checkbox aria-checked=false>"
        "<input id=in type=checkbox role=switch>"
        "<span class=knob style='cursor:pointer;display:block;width:20px;height:20px'></span></div>"
    )
    rows = decode(await browser.text("snapshot"))["elements"]
    assert [(row["role"], row["name"], row["states"]) for row in rows] == [("switch", "Dark", "unchecked")]


async def test_a_box_around_a_box_without_a_name_is_told_once(browser, page):
    await page.show("<div role=checkbox aria-checked=false><label><input type=checkbox></label></div>")
    rows = decode(await browser.text("snapshot"))["elements"]
    assert [(row["role"], row["states"]) for row in rows] == [("checkbox", "unchecked")]


async def test_cells_that_can_be_clicked_are_told_so_by_their_column(browser, page):
    cells = "".join(f"<tr><td onclick='0'>Item {n}</td><td onclick='0'>{n * 7}</td></tr>" for n in range(5))
    await page.show(f"<table><tr><th>Name</th><th>Price</th></tr>{cells}</table>")
    text = await browser.text("snapshot")
    assert '{"Name clickable","Price clickable"}' in text
    assert re.search(r"Item 3 e\d+,21 e\d+\n", text)


async def test_long_values_and_choices_are_told_in_full_on_request(browser, page):
    choices = "".join(f"<option>Choice {n}" for n in range(50))
    await page.show(
        f"<textarea aria-label=Story>{'word ' * 200}</textarea><select aria-label=Many>{choices}</select>"
    )
    rows = rows_of(await browser.text("snapshot"))
    assert len(rows["Story"]["states"]) < 300
    assert rows["Many"]["states"] == "value=Choice 0 options=50"
    story = decode(await browser.text("snapshot", target="textarea"))["elements"][0]
    assert story["states"].count("word") == 200
    assert "Choice 49" in await browser.text("snapshot", target="select")


async def test_working_controls_inside_a_hidden_part_are_kept(browser, page):
    await page.show(
        "<div aria-hidden=true><p>Behind</p><button>Works</button><a href=/x tabindex=-1>Twin</a>"
        "<svg tabindex=0></svg></div>"
        "<div inert><button>Off</button></div>"
    )
    text = await browser.text("snapshot")
    assert [row["name"] for row in decode(text)["elements"]] == ["Works"]


async def test_closed_details_show_their_summary_only(browser, page):
    await page.show("<details><summary>More</summary>Inside</details>")
    text = await browser.text("snapshot")
    assert rows_of(text)["More"]["states"] == "collapsed"
    assert "Inside" not in text


async def test_a_page_that_breaks_its_own_world_changes_nothing(browser, page):
    await page.open("broken_world")
    rows = rows_of(await browser.text("snapshot"))
    assert {"First", "Second", "Third"} <= set(rows)


async def test_the_agent_leaves_no_trace_in_the_page(browser, page):
    await page.show("<button>One</button>")
    before = await browser.call("evaluate", expression="document.documentElement.outerHTML")
    await browser.text("snapshot")
    await browser.text("find", text="One")
    after = await browser.call("evaluate", expression="document.documentElement.outerHTML")
    assert before.value == after.value
    seen = await browser.call("evaluate", expression="typeof tabwire")
    assert seen.value == "undefined"


async def test_what_is_written_inside_a_drawing_is_read_once(browser, page):
    await page.show(
        "<svg width=300 height=60><title>Sales</title><text y=20>North 12</text><text y=40>South 7</text>"
        "<a href='#more'><text y=55>More</text></a></svg>"
        "<svg aria-hidden=true><text y=9>Ornament</text></svg>"
    )
    text = await browser.text("snapshot")
    assert r"North 12\n South 7" in text
    assert text.count("More") == 1
    assert "Ornament" not in text
