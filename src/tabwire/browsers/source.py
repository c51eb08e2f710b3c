"""Where browsers come from. A kind of browser is one file that adds a `Source`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

from tabwire.browsers.browser import Browser

# The browser that the hub starts for callers who name none.
OWN_BROWSER = "tabwire"


@dataclass(frozen=True)
class Wanted:
    """The browser a caller asks for: by its name, by its DevTools address, or any if both are empty."""

    name: str = ""
    address: str = ""


async def wait(opening: Awaitable[Browser]) -> Browser:
    """Wait until a browser is open."""
    return await opening


@dataclass(frozen=True)
class Start:
    """How to open a browser. Callers with the same key share one."""

    key: str
    open: Callable[[], Coroutine[Any, Any, Browser]]
    # A source may answer a caller before the browser is open, with an error that says what it waits for.
    wait: Callable[[Awaitable[Browser]], Awaitable[Browser]] = wait


class Source(ABC):
    """One kind of browser: launched, attached, joined."""

    @abstractmethod
    async def find(self, wanted: Wanted) -> Browser | Start | None:
        """Return the browser if it is here, how to open it, or None if it does not come from this source."""

    def joined(self) -> Sequence[Browser]:
        """List the browsers that connected by themselves. Those the hub opened, it lists itself."""
        return ()

    def sweep(self) -> int:
        """Delete what a killed hub left behind; return how many things that were."""
        return 0
