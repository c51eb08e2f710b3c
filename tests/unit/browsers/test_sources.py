"""A kind of browser is one source more: here one that opens browsers by an address of its own."""

from __future__ import annotations

import asyncio

import pytest

from tabwire.browsers.browser import Browser
from tabwire.browsers.browsers import Browsers
from tabwire.browsers.source import OWN_BROWSER, Source, Start, Wanted
from tabwire.errors import NoBrowser


class PaperBrowser(Browser):
    """A browser without pages."""

    async def open_tab(self, url="about:blank", *, background=True):
        raise NotImplementedError

    async def page(self, tab, *, begins=False):
        raise NotImplementedError

    async def _request_close(self, tab):
        raise NotImplementedError

    async def close(self):
        self.is_gone = True


class PaperSource(Source):
    """Open browsers at paper: addresses, when the printer is ready."""

    def __init__(self, scheme="paper:"):
        self.scheme = scheme
        self.opened = 0
        self.printer = asyncio.Event()

    async def find(self, wanted: Wanted) -> Start | None:
        address = wanted.address or wanted.name
        return Start(address, lambda: self._open(address)) if address.startswith(self.scheme) else None

    async def _open(self, address):
        self.opened += 1
        await self.printer.wait()
        return PaperBrowser(address, "paper")


async def test_callers_that_ask_at_once_share_one_start():
    source = PaperSource()
    browsers = Browsers([PaperSource("stone:"), source])
    asking = [asyncio.ensure_future(browsers.get("paper:a")) for _ in range(3)]
    source.printer.set()
    found = await asyncio.gather(*asking)
    assert source.opened == 1
    assert {id(browser) for browser in found} == {id(found[0])}
    assert browsers.all() == [found[0]]


async def test_without_a_wish_the_hub_s_own_browser_is_asked_for():
    source = PaperSource(OWN_BROWSER)
    source.printer.set()
    assert (await Browsers([source]).get()).name == OWN_BROWSER


async def test_a_name_that_no_source_knows_is_answered_with_those_there_are():
    source = PaperSource()
    source.printer.set()
    browsers = Browsers([source])
    await browsers.get("paper:a")
    with pytest.raises(NoBrowser) as caught:
        await browsers.get(name="Work")
    assert caught.value.data["browsers"] == ["paper:a"]


async def test_a_browser_that_no_session_uses_is_closed_and_opened_anew_when_wanted():
    source = PaperSource()
    source.printer.set()
    browsers = Browsers([source])
    first = await browsers.get("paper:a")
    await browsers.close_unused(lambda browser: False)
    assert first.is_gone
    assert browsers.all() == []
    assert (await browsers.get("paper:a")) is not first


async def test_only_browsers_that_the_hub_opened_are_closed_by_name():
    source = PaperSource()
    source.printer.set()
    browsers = Browsers([source])
    opened = await browsers.get("paper:a")
    await browsers.close_one("paper:a")
    assert opened.is_gone
    with pytest.raises(NoBrowser):
        await browsers.close_one("paper:a")
