"""Tabs of a real browser."""


async def test_a_new_tab_is_current_and_closing_it_returns_to_the_one_before(browser, page):
    await page.show("<title>first</title>")
    first = (await browser.call("tabs")).tabs[0].tab
    opened = await browser.call("new_tab")
    assert [row.current for row in (await browser.call("tabs")).tabs if row.tab == opened.tab] == [True]
    await browser.call("close_tab")
    current = [row for row in (await browser.call("tabs")).tabs if row.current]
    assert [row.tab for row in current] == [first]
    assert current[0].title == "first"
