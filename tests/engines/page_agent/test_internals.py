"""What custom elements say by ElementInternals, which no script of a page or of ours can read."""

from toon_format import decode


def rows_of(text):
    """Return role and states of each row of a snapshot, by name."""
    return {row["name"]: (row["role"], row["states"]) for row in decode(text)["elements"] if row["ref"]}


async def test_roles_names_and_states_are_read(browser, page):
    await page.open("internals")
    rows = rows_of(await browser.text("snapshot"))
    assert rows["News"] == ("checkbox", "unchecked")
    assert rows["Colour"] == ("checkbox", "unchecked")
    assert rows["Tab First"] == ("tab", "selected")
    assert rows["Tab Second"] == ("tab", "")
    assert rows["Native"][0] == "textbox"
    assert rows["Plain"][0] == "clickable"
    assert rows["Level"] == ("slider", "value=3")


async def test_those_that_cannot_be_focused_are_heard_once_another_spoke(browser, page):
    await page.open("internals")
    assert "40" in rows_of(await browser.text("snapshot", mode="full"))["Loading"][1]


async def test_replies_tell_how_they_changed(browser, page):
    await page.open("internals")
    await browser.text("snapshot")
    assert 'tab "Tab Second" selected' in await browser.text("click", target='tab "Tab Second"')
    assert 'checkbox "News" checked' in await browser.text("click", target='checkbox "News"')
    assert rows_of(await browser.text("snapshot"))["Tab First"] == ("tab", "")


async def test_one_that_comes_back_into_sight_is_heard_again(browser, page):
    await page.open("internals")
    for command in ("news.hidden = true", "news.click()", "news.hidden = false"):
        await browser.text("snapshot")
        await browser.call("evaluate", expression=command)
    assert rows_of(await browser.text("snapshot"))["News"] == ("checkbox", "checked")


async def test_they_are_filled_like_any_checkbox(browser, page):
    await page.open("internals")
    await browser.text("snapshot")
    await browser.call("fill", fields={"Colour": True, "News": False})
    rows = rows_of(await browser.text("snapshot"))
    assert (rows["Colour"], rows["News"]) == (("checkbox", "focused checked"), ("checkbox", "unchecked"))


async def test_they_are_found_and_clicked_by_role_before_any_snapshot(browser, page):
    await page.open("internals")
    assert "News" in await browser.text("find", role="checkbox")
    await page.open("internals")
    assert 'tab "Tab Second" selected' in await browser.text("click", target='tab "Tab Second"')
