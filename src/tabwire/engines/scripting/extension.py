"""Requests to the extension about one tab."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from tabwire.engines.cdp import CdpRefused
from tabwire.errors import Internal

Request = Callable[..., Awaitable[Any]]


class ExtensionTab:
    """One tab of the user's browser, by Chrome's number."""

    def __init__(self, tab: int, request: Request) -> None:
        self._tab = tab
        self._request = request

    async def ask(self, method: str, **params: Any) -> Any:
        """Ask the extension; its refusals come as typed errors."""
        try:
            return await self._request(method, tabId=self._tab, **params)
        except CdpRefused as error:
            raise Internal(f"Chrome refused {error}.") from error
