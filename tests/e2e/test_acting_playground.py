"""Traps that public practice pages set."""


async def test_a_button_that_got_covered_is_not_clicked_through(site):
    await site.open("playground")
    await site.browser.call("snapshot")
    ref = (await site.browser.call("click", target='button "Layered"')).did.split()[1]
    error = await site.browser.fails("click", target=ref)
    assert 'covered by button "Layer"' in error.message
    assert await site.said() == "green;"


async def test_a_link_that_is_replaced_when_hovered_counts_every_click(site):
    await site.open("playground")
    await site.browser.call("click", target="Count me")
    await site.browser.call("click", target="Count me")
    assert await site.value("count") == 2


async def test_a_moving_button_is_clicked_when_it_has_stopped(site):
    await site.open("playground")
    await site.browser.call("click", target="Start animation")
    await site.browser.call("click", target="Moving target")
    assert await site.said() == "stopped;"


async def test_a_result_computed_a_little_later_is_in_the_reply(site):
    await site.open("playground")
    assert "computed" in await site.browser.text("click", target="Compute")


async def test_a_name_with_a_hard_space_is_found_by_a_plain_one(site):
    await site.open("playground")
    clicked = await site.browser.call("click", target="Hello World")
    assert clicked.did.endswith('button "Hello\xa0World"')


async def test_a_field_under_a_sticky_bar_is_typed_into(site):
    await site.open("playground")
    await site.browser.call("type", target="Overlapped", text="seen")
    assert await site.value("document.querySelector('input').value") == "seen"
    await site.browser.call("click", target="Overlapped")
