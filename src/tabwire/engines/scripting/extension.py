"""Requests to the extension about one tab, and what its refusals mean."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from tabwire.engines.cdp import CdpRefused
from tabwire.engines.facets import USE_DEBUGGER
from tabwire.engines.frames import frame_gone
from tabwire.engines.page import PageState
from tabwire.errors import Internal, NavigationFailed, TabwireError, UnsupportedByEngine

FRAME_GONE = "frame is gone"
NO_STEP = "Cannot find a next page in history"

Request = Callable[..., Awaitable[Any]]


class ExtensionTab:
    """One tab of the user's browser, by Chrome's number."""

    def __init__(self, tab: int, request: Request, state: PageState) -> None:
        self._tab = tab
        self._request = request
        self._state = state

    async def ask(self, method: str, **params: Any) -> Any:
        """Ask the extension; say what Chrome refused."""
        try:
            return await self._request(method, tabId=self._tab, **params)
        except UnsupportedByEngine as error:
            raise self.unsupported(error.message) from error
        except CdpRefused as error:
            raise _refused(error) from error

    def unsupported(self, reason: str) -> UnsupportedByEngine:
        """Name the way out."""
        if "in front" in reason:
            return UnsupportedByEngine(
                reason,
                next_step="Ask the user to bring the tab to the front, or to choose the debugger engine.",
            )
        if "Cannot access" in reason or "error page" in reason:
            return UnsupportedByEngine(
                f"Chrome keeps {self._state.url} from scripts: {reason}",
                next_step="`navigate` to a web page, or ask the user to choose the debugger engine.",
            )
        return UnsupportedByEngine(reason, next_step=USE_DEBUGGER)


def _refused(error: CdpRefused) -> TabwireError:
    if FRAME_GONE in error.message:
        return frame_gone()
    if NO_STEP in error.message:
        return NavigationFailed(
            "Chrome finds no page to go to: from a page without scripts it passes over those that nobody "
            "touched by hand.",
            next_step="Use `navigate`.",
        )
    return Internal(f"Chrome refused {error}.")
