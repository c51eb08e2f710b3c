"""What a snapshot shows of things that can be clicked, and what it calls them."""

from tests.engines.page_agent.test_snapshots import rows_of
from toon_format import decode


async def test_items_pictures_headings_and_labels_can_be_clickable_too(browser, page):
    await page.show(
        "<style>.hand {cursor:pointer}</style>"
        "<ul><li class=hand>Bergen<li class=hand>Oslo <i>(OSL)</i><li>Nowhere</ul>"
        "<ol><li onclick=1><a href='#x'>A link</a> in it</ol>"
        "<img class=hand width=20 height=20><h2 onclick=1>More</h2><label onclick=1>Loose</label>"
    )
    for mode in ("auto", "interactive"):
        rows = rows_of(await browser.text("snapshot", mode=mode))
        assert rows["Bergen"]["states"] == "clickable"
        assert rows["Oslo (OSL)"]["role"] == "listitem"
        assert rows["More"]["states"] == "level=2 clickable"
        assert rows["Loose"]["ref"]
        assert rows[""]["ref"]
        assert "Nowhere" not in rows
    reply = await browser.text("click", target="Oslo (OSL)")
    assert 'listitem "Oslo (OSL)"' in reply


async def test_a_clickable_box_full_of_words_keeps_its_words_and_gets_a_row(browser, page):
    words = " ".join(f"word{n}" for n in range(100))
    await page.show(
        f"<div style='cursor:pointer'><p>{words}</p><p>The end</p></div>"
        "<div style='cursor:pointer'>Ada <i>wrote</i> <button>Delete</button></div>"
    )
    text = await browser.text("snapshot")
    assert words in text
    assert "The end" in text
    roles = [row["role"] for row in decode(text)["elements"]]
    assert roles == ["clickable", "text", "clickable", "text", "button"]


async def test_words_nobody_can_see_do_not_name_a_clickable_box(browser, page):
    await page.show(
        "<div onclick=1 style='font-size:0;width:40px;height:60px'>"
        "<span>a secret that no picture would need as its name</span></div>"
        "<div onclick=1 style='text-indent:-9999px;overflow:hidden;width:20px'>Prev</div>"
        "<div onclick=1><b>Shown</b><span style='opacity:0'>secret 8</span></div>"
    )
    for mode in ("auto", "interactive"):
        text = await browser.text("snapshot", mode=mode)
        assert "secret" not in text
        assert "clickable,Shown" in text
        assert "clickable,Prev" in text


async def test_controls_without_a_name_are_told_apart_by_id_class_or_address(browser, page):
    await page.show(
        "<style>span {display:inline-block;width:9px;height:9px;cursor:pointer}</style>"
        "<p>User</p><input id=username>"
        "<button class='btn btn-primary'><i class='fa fa-trash' aria-hidden=true>×</i></button>"
        "<span class='css-1x2y3 star'></span><a href='/cart?x=1'><svg width=9 height=9></svg></a>"
        "<button class=star>Named</button>"
    )
    rows = decode(await browser.text("snapshot"))["elements"]
    assert [row["states"] for row in rows if row["ref"]] == ["#username", ".fa-trash", ".star", "/cart", ""]
    assert "clicked" in await browser.text("click", target=".fa-trash")


async def test_an_id_that_is_no_plain_word_is_a_hint_unless_it_was_made_up(browser, page):
    ids = ("(-2,1)", "form:save", "7", "a b", "it's", ":r1:", "«r2»", "_r_3_", "x:4567")
    await page.show("".join(f'<button id="{name}" onclick="document.title = id"></button>' for name in ids))
    rows = decode(await browser.text("snapshot"))["elements"]
    hints = ["[id='(-2,1)']", "[id='form:save']", "[id='7']"]
    assert [row["states"] for row in rows] == hints + [""] * 6
    for name, hint in zip(ids, hints, strict=False):
        assert [row.states for row in (await browser.call("find", text=name)).found] == [hint]
        await browser.call("click", target=hint)
        assert await page.value("document.title") == name


async def test_ids_that_are_no_plain_words_are_left_out_where_many_of_a_kind_are_folded(browser, page):
    rows = "".join(f"<tr><td>Row {n}<td><input type=checkbox id='row:{n}'>" for n in range(8))
    await page.show(f"<table><tr><th>Name<th>Pick{rows}</table>")
    text = await browser.text("snapshot")
    assert "Row 7" in text
    assert "row:" not in text


async def test_shapes_of_a_drawing_without_any_name_are_told_apart_by_their_tags(browser, page):
    await page.show(
        "<svg><circle cx=20 cy=20 r=9 onclick=1 /><polygon points='50,5 60,25 40,25' onclick=1 />"
        "<rect id=box x=80 width=20 height=20 onclick=1 /></svg>"
    )
    rows = decode(await browser.text("snapshot"))["elements"]
    assert [row["states"] for row in rows] == ["circle", "polygon", "#box"]
    assert [row.states for row in (await browser.call("find", text="polygon")).found] == ["polygon"]
    assert "clicked" in await browser.text("click", target="polygon")


async def test_a_label_that_its_control_does_not_repeat_is_read(browser, page):
    await page.show(
        "<label for=a>Birth date</label><input id=a aria-label='Use the arrow keys'>"
        "<label for=b>Toppings</label><select id=b aria-hidden=true><option>x</select>"
        "<label for=c>Plain</label><input id=c><label>Around <input></label>"
    )
    text = await browser.text("snapshot")
    assert all(text.count(words) == 1 for words in ("Birth date", "Toppings", "Plain", "Around"))


async def test_a_list_that_a_field_owns_is_shown_and_can_be_clicked(browser, page):
    await page.show(
        "<div style='overflow:hidden;height:30px'><input role=combobox aria-label=Tongue aria-owns=one>"
        "<span role=combobox aria-label=Land tabindex=0 aria-owns=two>Any</span></div>"
        "<ul id=one role=listbox><li role=option onclick='document.title = 1'>Java</ul>"
        "<ul id=two role=listbox><li role=option onclick='document.title = 2'>Peru</ul>"
    )
    for number, name in enumerate(("Java", "Peru"), 1):
        assert f"option,{name}" in await browser.text("snapshot")
        await browser.call("click", target=f'option "{name}"')
        assert await page.value("document.title") == str(number)


async def test_a_place_that_listens_keeps_its_row_and_its_words(browser, page):
    await page.show(
        "<ul id=a aria-label='Done tasks'><li>Buy domain</ul>"
        "<nav id=b aria-label=Menu><a href='#'>Home</a></nav>"
        "<div id=c role=dialog aria-label=Cookies>Take some <button>Yes</button></div>"
        "<script>for (const e of [a, b, c]) e.addEventListener('click', () => 1)</script>"
    )
    text = await browser.text("snapshot")
    for words in ("Buy domain", "navigation,Menu", "dialog,Cookies", "Take some"):
        assert words in text


async def test_a_box_without_size_is_named_and_printed_once(browser, page):
    await page.show(
        "<style>input {width:0;height:0;position:absolute}</style>"
        "<label><input type=radio name=r>King</label><input type=checkbox id=s><label for=s>Delivery</label>"
        "<label id=l>Age</label><div role=combobox tabindex=0 aria-labelledby=l>10</div>"
        "<button>Card&nbsp;</button>"
    )
    rows = [row["name"] for row in decode(await browser.text("snapshot"))["elements"]]
    assert rows == ["King", "Delivery", "Age", "Card"]


async def test_a_few_of_a_kind_without_names_are_told_apart_by_what_holds_them(browser, page):
    handle = "<span class=handle tabindex=0 style='display:block;width:20px;height:20px'></span>"
    await page.show(
        f"<div id=red>{handle}</div><div class='size slider'><b>{handle}</b></div>"
        f"<div class=slider><b>{handle}</b></div>"
    )
    rows = decode(await browser.text("snapshot"))["elements"]
    assert [row["states"] for row in rows] == ["#red .handle", ".size .handle", ".handle"]
    assert "clicked" in await browser.text("click", target=".size .handle")


async def test_an_icon_kept_from_readers_that_can_be_pressed_by_itself_is_shown(browser, page):
    await page.show(
        "<style>svg, i {display:inline-block;width:16px;height:16px} .hand {cursor:pointer}</style>"
        "<div role=button tabindex=0>Beta long enough <svg class=hand aria-hidden=true data-testid=CancelIcon"
        " onclick=\"document.title = 'removed'\"><path d='M0 0h16v16z'/></svg></div>"
        "<p>Photo <i class='hand close' aria-hidden=true>×</i></p>"
    )
    rows = decode(await browser.text("snapshot"))["elements"]
    assert [(row["role"], row["name"], row["states"]) for row in rows] == [
        ("button", "Beta long enough", ""),
        ("clickable", "", "[data-testid=CancelIcon]"),
        ("text", "Photo", ""),
        ("clickable", "×", ""),
    ]
    await browser.call("click", target="[data-testid=CancelIcon]")
    assert await page.value("document.title") == "removed"


async def test_an_icon_kept_from_readers_that_only_shows_what_is_around_it_has_no_row(browser, page):
    await page.show(
        "<style>svg, i {display:inline-block;width:16px;height:16px} .hand {cursor:pointer}</style>"
        "<button class=hand>Save <svg aria-hidden=true></svg></button>"
        "<button aria-label=Close><svg class=hand aria-hidden=true onclick=1></svg></button>"
        "<label><input type=checkbox>Agree <i class=hand aria-hidden=true></i></label>"
        "<i class=hand aria-hidden=true style='pointer-events:none'></i>"
        "<div class=hand aria-hidden=true style='width:300px;height:200px'></div>"
    )
    rows = decode(await browser.text("snapshot"))["elements"]
    assert [row["name"] for row in rows] == ["Save", "Close", "Agree"]
