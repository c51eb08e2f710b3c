"""Dialogs that were open in the user's browser before an agent came."""

from __future__ import annotations

from tests.e2e.extension.conftest import Joined
from tests.page_server import PageServer


async def test_a_dialog_from_before_is_found_and_dismissed(joined: Joined, server: PageServer) -> None:
    asking = server.noticed("/about-to-ask")
    url = server.url("/asking.html?times=1")
    await joined.chrome.cdp.browser.call("Target.createTarget", url=url)
    await asking.wait()
    browser = joined.door()
    old = next(row.tab for row in (await browser.call("tabs")).tabs if row.url == url)
    error = await browser.fails("snapshot", tab=old)
    assert (error.code, error.data["type"]) == ("DIALOG_OPEN", "unknown dialog")
    dismissed = await browser.call("handle_dialog", accept=False, tab=old)
    assert dismissed.did == "dismissed unknown dialog"
    assert "answers: false" in await browser.text("snapshot", tab=old)
    assert (await browser.call("click", target="Ask again", tab=old)).dialog.text == "Again?"
    await browser.call("handle_dialog", tab=old)
    assert (await browser.call("evaluate", expression="document.title", tab=old)).value == "true"
