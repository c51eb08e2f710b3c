"""The tabs of the user's browser by Chrome's tab numbers, as the extension reports them."""

from __future__ import annotations

from tabwire.browsers.browser import BrowserTab, BrowserTabId
from tabwire.engines.addresses import without_password
from tabwire.protocol.relay import RelayObject


class NumberedTabs:
    """Find tabs by number and numbers by tab. A tab keeps its id if Chrome renumbers it."""

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
        """Return the numbers of the attached tabs."""
        return {number for number, tab in self._by_number.items() if tab.page is not None}

    def add(self, row: RelayObject) -> BrowserTab:
        """Add a tab that the extension describes."""
        number = int(row["tabId"])
        tab_id = BrowserTabId(f"{self._instance}:{number}")
        # Chrome's own opener of a tab is only the tab that was in front.
        opener = self._by_number.get(self._openers.pop(number, -1))
        tab = BrowserTab(tab_id, without_password(row["url"]), row["title"], opener.id if opener else None)
        self._by_number[number] = tab
        self._numbers[tab_id] = number
        return tab

    def note_opener(self, number: int, by: int) -> BrowserTab | None:
        """Record which tab opened another; return the opener if both were already known.

        Chrome reports it separately from the tab itself, before or after.
        """
        tab, opener = self._by_number.get(number), self._by_number.get(by)
        if tab is None:
            self._openers[number] = by
        elif opener is not None and tab.opener is None:
            tab.opener = opener.id
            return opener
        return None

    def renumber(self, number: int, old: int) -> BrowserTab | None:
        """Follow a tab that Chrome renumbered, as it does when it discards one to free memory."""
        tab = self._by_number.pop(old, None)
        if tab is not None:
            self._by_number[number] = tab
            self._numbers[tab.id] = number
        return tab

    def remove(self, number: int) -> BrowserTab | None:
        """Remove a closed tab."""
        tab = self._by_number.pop(number, None)
        if tab is not None:
            self._numbers.pop(tab.id, None)
        return tab
