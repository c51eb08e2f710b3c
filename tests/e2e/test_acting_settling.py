"""Replies come the moment the page is quiet: not before, and not long after."""

import time

import pytest


@pytest.mark.parametrize(
    ("button", "shows", "within_s"),
    [
        ("Sync", "sync", 1.0),
        ("Promise", "promise", 1.0),
        ("Timer", "timer", 1.0),
        ("Frames", "frames", 1.0),
        ("Fetch", "fetched", 1.5),
        ("Chain", "chain fetched", 1.5),
        ("Request", "xhr fetched", 1.5),
        ("Module", "module", 1.5),
        ("Loading", "fetched", 1.5),
    ],
)
async def test_what_a_click_causes_is_there_when_its_reply_comes(site, button, shows, within_s):
    await site.open("handlers")
    started = time.perf_counter()
    await site.browser.call("click", target=f'button "{button}"')
    took_s = time.perf_counter() - started
    assert await site.value("shown.textContent") == shows
    assert took_s < within_s


async def test_a_click_that_does_nothing_says_so(site):
    await site.open("handlers")
    assert "nothing visible changed" in await site.browser.text("click", target="Idle")
    assert "nothing visible" not in await site.browser.text("click", target="Sync")


async def test_a_page_that_never_rests_slows_nothing_down(site):
    await site.open("restless")
    times = []
    for _ in range(8):
        started = time.perf_counter()
        await site.browser.call("click", target="Count")
        times.append(time.perf_counter() - started)
    assert await site.said() == "8"
    assert sorted(times)[4] < 0.5
    assert max(times) < 2
    started = time.perf_counter()
    await site.browser.call("type", target="Name", text="Ann")
    assert time.perf_counter() - started < 1


async def test_an_infinite_list_says_whether_anything_new_came(site):
    await site.open("infinite_list")
    assert "new content" in await site.browser.text("scroll", direction="bottom")
    await site.browser.call("scroll", direction="bottom")
    assert "new content" not in await site.browser.text("scroll", direction="bottom")
    assert await site.value("loaded") == 60


async def test_a_virtual_list_is_scrolled_and_clicked(site):
    await site.open("virtual_list")
    await site.browser.call("scroll", target='list "Items"', direction="down", amount=15000)
    await site.browser.call("click", target="Item 503")
    assert await site.said() == "item 503"
