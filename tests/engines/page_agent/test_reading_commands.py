"""find, text, extract and dom."""

import json

GOODS = {"Pen": "$1.50", "Ink": "$2.25", "Nib": "$3", "Pad": "$4"}
ROWS = "".join(f"<tr><td><a href='/{name}'>{name}</a><td>{price}" for name, price in GOODS.items())
LIST = (
    "<main><h1>Shop</h1><p>Welcome to the <a href='/about'>shop</a>.</p>"
    f"<table><tr><th>Name<th>Price{ROWS}</table></main>"
    "<nav><ul><li><a href='/home'>Home</a><li><a href='/x'>X</a></ul></nav>"
)


async def test_find_answers_with_refs_and_places(browser, page):
    await page.show(LIST)
    [row] = (await browser.call("find", text="pen")).found
    assert (row.role, row.name) == ("link", "Pen")
    assert "row" in row.where


async def test_find_knows_roles_and_patterns(browser, page):
    await page.show(LIST)
    assert [row.name for row in (await browser.call("find", role="heading")).found] == ["Shop"]
    found = await browser.call("find", regex="^(Ink|Nib)$")
    assert [row.name for row in found.found] == ["Ink", "Nib"]


async def test_find_refuses_a_broken_pattern_and_an_empty_search(browser, page):
    await page.show(LIST)
    assert (await browser.fails("find", regex="(")).code == "INVALID_PARAMS"
    assert (await browser.fails("find")).code == "INVALID_PARAMS"


async def test_text_is_markdown_with_the_main_content_first(browser, page):
    await page.show("<header>Banner</header>" + LIST)
    text = await browser.text("text")
    assert text.startswith("# Shop\n\nWelcome to the shop.")
    assert "| Pen | $1.50 |" in text
    assert text.index("Pad") < text.index("Banner") < text.index("- Home\n- X")


async def test_text_shows_addresses_on_request(browser, page):
    await page.show(LIST)
    assert "[shop](/about)" in await browser.text("text", links=True)


async def test_text_goes_on_at_its_cursor(browser, page):
    await page.show("".join(f"<p>Paragraph {n} has some words in it.</p>" for n in range(80)))
    reply = await browser.call("text", max_tokens=200)
    words = reply.text
    while reply.cursor:
        reply = await browser.call("text", max_tokens=200, cursor=reply.cursor)
        words += reply.text
    assert all(f"Paragraph {n} " in words for n in range(80))


FIELDS = (
    "<textarea aria-label=Note></textarea><input aria-label=City value=Ulm>"
    "<input type=password value=hunter2><input autocomplete=one-time-code value=314159>"
)


async def test_text_of_a_button_is_what_is_written_on_it(browser, page):
    await page.show("<button>Save <b>all</b></button>")
    assert await browser.text("text", target="button") == "Save all"


async def test_text_of_a_field_is_what_it_holds_unless_that_is_secret(browser, page):
    await page.show(FIELDS)
    assert await browser.text("text", target="textarea") == "There is no text."
    note = "Dear Ann,\n\n  two\n  lines"
    await browser.call("type", target="Note", text=note)
    assert await browser.text("text", target="textarea") == note
    assert await browser.text("text", target="City") == "Ulm"
    for secret in ("[type=password]", "[autocomplete]"):
        assert await browser.text("text", target=secret) == "There is no text."


async def test_find_looks_at_the_whole_value_of_a_field_unless_that_is_secret(browser, page):
    await page.show(FIELDS)
    await browser.call("type", target="Note", text=f"{'word ' * 100}\nneedle in hay")
    for wanted in ({"text": "Needle"}, {"regex": "word needle.*hay$"}):
        assert [row.name for row in (await browser.call("find", **wanted)).found] == ["Note"]
    for secret in ("hunter2", "314159"):
        assert (await browser.call("find", text=secret)).total == 0


async def test_find_looks_at_the_words_of_the_page_not_at_ours_for_states(browser, page):
    await page.show(
        "<h1>Shop</h1><input type=checkbox checked disabled aria-label=Gift>"
        "<i class=trash onclick=1>&nbsp;</i>"
        "<select aria-label=Level><option>Low<option>High</select><p>Options are disabled</p>"
    )
    for wanted, names in {
        "level": ["Level"],
        "value": [],
        "options": ["Options are disabled"],
        "high": ["Level"],
        "checked": [],
        "disabled": ["Options are disabled"],
        "trash": [""],
    }.items():
        for way in ("text", "regex"):
            assert [row.name for row in (await browser.call("find", **{way: wanted})).found] == names, wanted
    [gift] = (await browser.call("find", role="checkbox")).found
    assert gift.states == "checked disabled"


async def test_find_looks_at_choices_that_a_snapshot_only_counts_and_shows_which_fit(browser, page):
    lands = ["Chile", "Fiji", "North Korea", "Oman", "Peru", "South Korea", "Togo", "Wales", "Yemen"]
    await page.show(f"<select aria-label=Land><option>{'<option>'.join(lands)}</select>")
    [row] = (await browser.call("find", text="korea")).found
    assert (row.role, row.name) == ("combobox", "Land")
    assert row.states == "value=Chile options=North Korea|South Korea|…"
    [row] = (await browser.call("find", regex="a")).found
    assert row.states.endswith("options=North Korea|Oman|South Korea|…")
    for other in ({"text": "land"}, {"role": "combobox"}):
        [row] = (await browser.call("find", **other)).found
        assert row.states == "value=Chile options=9"
    assert (await browser.call("find", text="Rome")).total == 0


async def test_hard_spaces_are_looked_for_as_people_type_them(browser, page):
    await page.show("<h1>March&nbsp;2017</h1>")
    assert (await browser.call("find", text="march 2017")).total == 1
    await browser.call("wait_for", text="March 2017", timeout_s=2)


async def test_extract_returns_tables_as_records(browser, page):
    await page.show(LIST)
    records = json.loads(await browser.text("extract", fields=["name", "price"]))
    assert records[0] == {"name": "Pen", "price": "$1.50"}
    [table] = json.loads(await browser.text("extract"))
    assert table["rows"][3]["Name_url"].endswith("/Pad")


async def test_extract_follows_selectors_and_a_schema(browser, page):
    await page.show("<div class=c><b>A</b><i>1,5 kg</i></div><div class=c><b>B</b><i>7</i></div>")
    got = await browser.text("extract", items=".c", fields=["name=b", "html_class=@class"])
    assert json.loads(got) == [{"name": "A", "html_class": "c"}, {"name": "B", "html_class": "c"}]
    await page.show(LIST)
    schema = '{"properties": {"price": {"type": "number"}}}'
    assert [row["price"] for row in json.loads(await browser.text("extract", json_schema=schema))] == [
        1.5,
        2.25,
        3,
        4,
    ]


async def test_extract_reads_values_beside_their_labels(browser, page):
    await page.show("<dl><dt>Weight<dd>3 kg</dl><p>Colour: red</p>")
    assert json.loads(await browser.text("extract", fields=["weight", "colour"])) == [
        {"weight": "3 kg", "colour": "red"}
    ]


async def test_dom_shows_compact_html_and_the_path_to_it(browser, page):
    await page.show("<main id=m><form class='f g'><input name=q onclick='x()'><b>Hi</b></form></main>")
    html = await browser.text("dom", target="form")
    assert html == 'in html > body > main#m\n<form class="f g">\n <input name="q">\n <b>Hi'


async def test_dom_shows_short_data_attributes_but_none_of_secret_fields(browser, page):
    await page.show(
        f"<main data-row=7 data-active data-props='{'x' * 41}'>"
        "<input type=password data-initial=hunter2 data-testid=pass></main>"
    )
    html = await browser.text("dom", target="main")
    assert html.splitlines()[1:] == [
        '<main data-row="7" data-active>',
        ' <input type="password" data-testid="pass">',
    ]


async def test_dom_shows_where_the_shapes_of_a_drawing_are_and_how_they_are_painted(browser, page):
    await page.show(
        "<svg width=90 height=90 fill=none><circle cx=9 cy=8 r=4 fill=red stroke-width=2 />"
        f"<path d='M0 {'1' * 90}'/><text x=1 y=2 font-size=9>Hi</text></svg><img width=9 height=9 alt=Dot>"
    )
    html = await browser.text("dom", target="body")
    assert html.splitlines()[2:] == [
        " <svg>",
        '  <circle cx="9" cy="8" r="4" fill="red">',
        f'  <path d="M0 {"1" * 77}…">',
        '  <text x="1" y="2" font-size="9">Hi',
        ' <img alt="Dot">',
    ]


async def test_dom_shows_short_styles_but_none_of_secret_fields(browser, page):
    await page.show(
        f"<main style='color: red'><b style='color: red;{' ' * 80}'>Long</b><i style>None</i>"
        "<input type=password style='color: red'></main>"
    )
    html = await browser.text("dom", target="main")
    assert html.splitlines()[1:] == [
        '<main style="color: red">',
        " <b>Long",
        " <i>None",
        ' <input type="password">',
    ]


async def test_extract_finds_a_table_inside_a_frame(browser, page, server):
    rows = "".join(f"<tr><td>Pen {n}</td><td>{n}.50</td></tr>" for n in range(1, 6))
    table = f"<table><thead><tr><th>Name<th>Price</thead><tbody>{rows}</tbody></table>"
    inner = server.add_html(table, host="localhost")
    await page.show(f"<h1>Shop</h1><iframe src='{inner}'></iframe>")
    found = await browser.call("extract", fields=["name", "price"])
    assert found.records[2] == {"name": "Pen 3", "price": "3.50"}
    assert (await browser.call("extract")).tables[0]["ref"].startswith("f1e")
