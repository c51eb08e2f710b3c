"""tabwire from Python: `Browser` for asyncio, `SyncBrowser` for scripts and notebooks.

    async with Browser() as browser:
        await browser.navigate("https://example.com")
        print((await browser.snapshot()).to_text())
        await browser.click("e3")

Both connect to the running hub, or start one. Errors are subclasses of `TabwireError` in `tabwire.errors`.
"""

from __future__ import annotations

from tabwire.client.browser import Browser
from tabwire.client.sync_browser import SyncBrowser

__all__ = ["Browser", "SyncBrowser"]
