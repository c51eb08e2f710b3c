"""Downloads in the user's browser: the debugger reports the start, the extension where the file is."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from tabwire.browsers.downloads import safe_name
from tabwire.engines.cdp import CdpRefused, CdpSession
from tabwire.engines.debugger.page import DebuggerPage
from tabwire.engines.page_events import DownloadEnded, DownloadStarted
from tabwire.errors import TabwireError
from tabwire.protocol.cdp import CdpObject
from tabwire.protocol.relay import RelayObject

List = Callable[[], Awaitable[list[RelayObject]]]


class ExtensionDownloads:
    """Report downloads to the pages that start them. Files go to the user's own folder."""

    def __init__(self, list_downloads: List) -> None:
        self._list = list_downloads
        self._open: dict[str, str] = {}
        self._ending: set[asyncio.Task[None]] = set()

    def follow(self, page: DebuggerPage, root: CdpSession) -> None:
        """Report the downloads of this page."""

        def on_start(params: CdpObject) -> None:
            self._open[params["guid"]] = params["url"]
            name = safe_name(params["suggestedFilename"])
            page.events.emit(DownloadStarted(params["guid"], params["url"], name))

        def on_progress(params: CdpObject) -> None:
            if params["state"] == "inProgress" or params["guid"] not in self._open:
                return
            url = self._open.pop(params["guid"])
            ending = asyncio.ensure_future(self._end(page, params, url))
            self._ending.add(ending)
            ending.add_done_callback(self._ending.discard)

        root.on("Page.downloadWillBegin", on_start)
        root.on("Page.downloadProgress", on_progress)

    async def _end(self, page: DebuggerPage, params: CdpObject, url: str) -> None:
        path = ""
        if params["state"] == "completed":
            try:
                path = _path_of(url, await self._list())
            except (TabwireError, CdpRefused):
                path = ""
        page.events.emit(DownloadEnded(params["guid"], path))


def _path_of(url: str, rows: list[RelayObject]) -> str:
    """Return where the latest download of an address was saved; the extension lists the latest first."""
    found: list[Any] = [row.get("filename") for row in rows if url in (row.get("finalUrl"), row.get("url"))]
    return str(found[0]) if found else ""
