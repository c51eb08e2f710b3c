"""How elements are named, found again, and missed."""

import pytest
from toon_format import decode


def ref_of(text, name):
    """Return the ref of the row with that name."""
    return next(row["ref"] for row in decode(text)["elements"] if row["name"] == name)


async def first_row(browser, target):
    """Return the row a target means."""
    return decode(await browser.text("snapshot", target=target))["elements"][0]


async def test_an_element_keeps_its_ref_while_it_lives(browser, page):
    await page.show("<ul><li><button>A</button></li></ul><button>B</button>")
    before = ref_of(await browser.text("snapshot"), "B")
    await browser.call(
        "evaluate",
        expression="document.body.insertAdjacentHTML('afterbegin', '<button>New</button>')",
    )
    after = await browser.text("snapshot")
    assert ref_of(after, "B") == before
    assert ref_of(after, "New") not in (before, ref_of(after, "A"))


async def test_a_ref_of_an_earlier_document_is_stale_and_says_what_it_was(browser, page):
    await page.show("<button>Save draft</button>")
    old = ref_of(await browser.text("snapshot"), "Save draft")
    await page.show("<p>Other</p><button>Save now</button><button>Delete</button>")
    text = await browser.text("snapshot")
    assert old not in [row["ref"] for row in decode(text)["elements"]]
    error = await browser.fails("snapshot", target=old)
    assert error.code == "ELEMENT_STALE"
    assert 'button "Save draft"' in error.message
    assert error.data["candidates"][0]["name"] == "Save now"


async def test_an_element_that_was_rendered_anew_is_found_by_its_old_ref(browser, page):
    await page.show("<div id=app><button>Pay</button><button>Cancel</button></div>")
    old = ref_of(await browser.text("snapshot"), "Pay")
    await browser.call("evaluate", expression="document.getElementById('app').innerHTML += ''")
    assert (await first_row(browser, old))["name"] == "Pay"
    assert (await first_row(browser, old))["ref"] == old


async def test_a_removed_element_among_twins_is_stale_with_candidates(browser, page):
    await page.show("<button>Buy</button><button>Buy</button><button>Buy</button>")
    old = ref_of(await browser.text("snapshot"), "Buy")
    await browser.call("evaluate", expression="document.querySelector('button').remove()")
    error = await browser.fails("snapshot", target=old)
    assert error.code == "ELEMENT_STALE"
    assert len(error.data["candidates"]) == 2


@pytest.mark.parametrize(
    "target",
    [
        'button "Sign in"',
        "button Sign in",
        "Sign in",
        "sign IN",
        "#go",
        "form > button",
        {"css": "#go"},
        {"role": "button", "name": "Sign in"},
        {"role": "button"},
        {"text": "Sign in"},
    ],
)
async def test_a_target_can_be_written_in_many_ways(browser, page, target):
    await page.show("<form><input aria-label=Name><button id=go>Sign in</button></form>")
    row = await first_row(browser, target)
    assert (row["role"], row["name"]) == ("button", "Sign in")


async def test_a_target_object_with_unknown_fields_is_refused(browser, page):
    await page.show("<button>Sign in</button>")
    error = await browser.fails("snapshot", target={"xpath": "//button"})
    assert error.code == "INVALID_PARAMS"


async def test_a_field_is_found_by_its_label(browser, page):
    await page.show("<label for=m>Email address</label><input id=m>")
    assert (await first_row(browser, "Email address"))["role"] == "textbox"


async def test_several_matches_are_listed_with_where_they_are(browser, page):
    await page.show("<table><tr><td>One<td><button>Edit</button><tr><td>Two<td><button>Edit</button></table>")
    error = await browser.fails("snapshot", target="Edit")
    assert error.code == "ELEMENT_AMBIGUOUS"
    assert [item["name"] for item in error.data["candidates"]] == ["Edit", "Edit"]
    assert "Two" in error.data["candidates"][1]["where"]


async def test_no_match_names_the_closest(browser, page):
    await page.show("<button>Sign in</button><button>Help</button>")
    error = await browser.fails("snapshot", target="Sing in")
    assert error.code == "ELEMENT_NOT_FOUND"
    assert error.data["closest"][0]["name"] == "Sign in"


async def test_a_match_in_a_frame_is_found_without_naming_the_frame(browser, page):
    await page.show("<iframe srcdoc='<button>Inside</button>'></iframe>")
    assert (await first_row(browser, 'button "Inside"'))["name"] == "Inside"


async def test_a_tag_is_meant_before_a_sentence_that_has_the_word_in_it(browser, page):
    await page.show(
        "<p>Write into the textarea about the summer.</p><textarea></textarea>"
        "<a href='#t'>Our summer</a><center>Wide</center><p>In the center of it</p>"
    )
    assert (await first_row(browser, "textarea"))["role"] == "textbox"
    assert "Wide" in await browser.text("click", target="center")
    # A control that has the word in its name comes before both.
    assert (await first_row(browser, "summer"))["name"] == "Our summer"


async def test_a_control_around_another_of_the_same_name_is_one_target(browser, page):
    await page.show("<ul role=tablist><li role=tab tabindex=0><a href='#one'>One</a></li></ul>")
    assert [row["role"] for row in decode(await browser.text("snapshot"))["elements"]] == ["tablist", "tab"]
    assert (await browser.text("click", target="One")).startswith('clicked e2 tab "One"')
    assert 'link "One"' in await browser.text("click", target='link "One"')
    await page.show("<div role=radio tabindex=0 aria-checked=false><span onclick=1>Pro</span></div>")
    assert [row["role"] for row in decode(await browser.text("snapshot"))["elements"]] == ["radio"]


async def test_text_and_items_can_be_named_as_they_are_shown(browser, page):
    await page.show("<ul><li><b>Apples</b><li><b>Pears</b></ul><p>Episodes done: 0</p>")
    found = decode(await browser.text("find", text="Pears"))["found"][0]
    assert found["where"] == 'listitem "Pears"'
    assert "Pears" in await browser.text("click", target=found["where"])
    assert "Pears" in await browser.text("find", role="listitem")
    assert "Episodes" in await browser.text("click", target='text "Episodes done: 0"')


async def test_replies_call_things_as_snapshots_do(browser, page):
    await page.show("<div id=box onclick=1>Press here</div>")
    assert 'clickable "Press here"' in await browser.text("click", target="#box")


async def test_words_inside_something_larger_are_meant_alone(browser, page):
    days = "".join(f"<span style='display:inline-block;width:30px'>{day}</span>" for day in range(1, 31))
    await page.show(
        f"<div id=days>{days}</div><input placeholder='Search products' aria-label=Submit>"
        "<script>days.addEventListener('click', (e) => { document.title = e.target.textContent })</script>"
    )
    await browser.text("snapshot")
    await browser.call("click", target="20")
    assert await page.value("document.title") == "20"
    assert 'textbox "Submit"' in await browser.text("type", target="Search products", text="x")


async def test_a_widget_is_meant_before_the_field_it_hides_and_the_list_it_opened(browser, page):
    await page.show(
        "<div style='width:0;height:0;overflow:hidden'><input aria-label=Emails style='opacity:0'></div>"
        "<input aria-label=Emails><div role=combobox aria-label=Country aria-controls=l tabindex=0>Any</div>"
        "<div role=listbox id=l aria-label=Country tabindex=0><div role=option>Italy</div></div>"
    )
    assert (await browser.text("type", target="Emails", text="x")).startswith("typed into e")
    assert 'combobox "Country"' in await browser.text("click", target="Country")


async def test_a_label_means_what_it_labels(browser, page):
    await page.show(
        "<style>label::before {content:'* '}</style><label for=a>Room type</label><input id=a>"
        "<label id=l onclick=1>Age</label><div role=combobox tabindex=0 aria-labelledby=l>10</div>"
    )
    assert 'textbox "* Room type"' in await browser.text("click", target="Room type")
    assert "combobox" in await browser.text("click", target="Age")


async def test_the_same_words_in_a_frame_are_meant_rather_than_more_words_outside(browser, page, server):
    inner = server.add_html("<button>Done</button>")
    await page.show(f"<p>Episodes done: 0</p><iframe src='{inner}'></iframe>")
    await browser.call("snapshot")
    assert 'button "Done"' in await browser.text("click", target="DONE")
