"""Loading, reloading, back and forward over DevTools."""

from __future__ import annotations

from tabwire.engines.addresses import without_password
from tabwire.engines.cdp import CdpRefused, CdpSession
from tabwire.engines.facets import HistoryEntry, Navigation
from tabwire.errors import NavigationFailed


class DebuggerHistory:
    """Lead one page from address to address."""

    def __init__(self, root: CdpSession) -> None:
        self._root = root

    async def navigate(self, url: str) -> Navigation:
        """Start loading an address; return when it is committed or refused."""
        try:
            answer = await self._root.call("Page.navigate", url=url)
        except CdpRefused as error:
            raise NavigationFailed(
                f"{without_password(url)}: {error.message}.", next_step="Check the address."
            ) from error
        return Navigation(
            answer.get("loaderId", ""), answer.get("errorText", ""), answer.get("isDownload", False)
        )

    async def reload(self) -> None:
        """Load the present address again; a crashed page comes back to life."""
        await self._root.call("Page.reload")

    async def stop(self) -> None:
        """Stop loading."""
        await self._root.call("Page.stopLoading")

    async def entries(self) -> tuple[int, list[HistoryEntry]]:
        """Return the position in the history and its entries."""
        answer = await self._root.call("Page.getNavigationHistory")
        entries = [
            HistoryEntry(entry["id"], without_password(entry["url"]), entry["title"])
            for entry in answer["entries"]
        ]
        return answer["currentIndex"], entries

    async def go_to(self, entry: int) -> None:
        """Go to a history entry by its id."""
        await self._root.call("Page.navigateToHistoryEntry", entryId=entry)
