"""The tabs of the user's browser by the numbers Chrome gives them, as the extension tells of them."""

from __future__ import annotations

from tabwire.browsers.browser import BrowserTab, BrowserTabId
from tabwire.engines.addresses import without_password
from tabwire.protocol.relay import RelayObject


class NumberedTabs:
    """Find tabs by number and numbers by tab. A tab keeps its id when Chrome gives it another number."""

    def __init__(self, instance: str) -> None:
        self._instance = instance
        self._by_number: dict[int, BrowserTab] = {}
        self._numbers: dict[BrowserTabId, int] = {}
        self._openers: dict[int, int] = {}

    def get(self, number: int) -> BrowserTab | None:
        """Return the tab of this number, if it is known."""
        return self._by_number.get(number)

    def number_of(self, tab_id: BrowserTabId) -> int | None:
        """Return Chrome's number of a tab, if it is open."""
        return self._numbers.get(tab_id)

    def numbers(self) -> list[int]:
        """List the numbers of all tabs."""
        return list(self._by_number)

    def attached(self) -> set[int]:
        """Return the numbers of the tabs that are worked in."""
        return {number for number, tab in self._by_number.items() if tab.page is not None}

    def add(self, row: RelayObject) -> BrowserTab:
        """Add a tab that the extension describes."""
        number = int(row["tabId"])
        tab_id = BrowserTabId(f"{self._instance}:{number}")
        # What Chrome calls the opener of a tab is only the one that was in front.
        opener = self._by_number.get(self._openers.pop(number, -1))
        tab = BrowserTab(tab_id, without_password(row["url"]), row["title"], opener.id if opener else None)
        self._by_number[number] = tab
        self._numbers[tab_id] = number
        return tab

    def note_opener(self, number: int, by: int) -> BrowserTab | None:
        """Note which tab opened another; return the opener if both were known already.

        Chrome tells it apart from the tab itself, before or after.
        """
        tab, opener = self._by_number.get(number), self._by_number.get(by)
        if tab is None:
            self._openers[number] = by
        elif opener is not None and tab.opener is None:
            tab.opener = opener.id
            return opener
        return None

    def renumber(self, number: int, old: int) -> BrowserTab | None:
        """Follow a tab that Chrome gave another number, as it does when it frees the memory of one."""
        tab = self._by_number.pop(old, None)
        if tab is not None:
            self._by_number[number] = tab
            self._numbers[tab.id] = number
        return tab

    def remove(self, number: int) -> BrowserTab | None:
        """Forget a tab that was closed."""
        tab = self._by_number.pop(number, None)
        if tab is not None:
            self._numbers.pop(tab.id, None)
        return tab
