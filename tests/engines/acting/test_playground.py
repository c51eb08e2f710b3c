"""Traps that public practice pages set."""


async def test_a_button_that_got_covered_is_not_clicked_through(browser, page):
    await page.open("playground")
    await browser.call("snapshot")
    ref = (await browser.call("click", target='button "Layered"')).did.split()[1]
    error = await browser.fails("click", target=ref)
    assert 'covered by button "Layer"' in error.message
    assert await page.said() == "green;"


async def test_a_link_that_is_replaced_when_hovered_counts_every_click(browser, page):
    await page.open("playground")
    await browser.call("click", target="Count me")
    await browser.call("click", target="Count me")
    assert await page.value("count") == 2


async def test_a_moving_button_is_clicked_when_it_has_stopped(browser, page):
    await page.open("playground")
    await browser.call("click", target="Start animation")
    await browser.call("click", target="Moving target")
    assert await page.said() == "stopped;"


async def test_a_result_computed_a_little_later_is_in_the_reply(browser, page):
    await page.open("playground")
    assert "computed" in await browser.text("click", target="Compute")


async def test_a_name_with_a_hard_space_is_found_by_a_plain_one(browser, page):
    await page.open("playground")
    clicked = await browser.call("click", target="Hello World")
    assert clicked.did.endswith('button "Hello\xa0World"')


async def test_a_field_under_a_sticky_bar_is_typed_into(browser, page):
    await page.open("playground")
    await browser.call("type", target="Overlapped", text="seen")
    assert await page.value("document.querySelector('input').value") == "seen"
    await browser.call("click", target="Overlapped")
