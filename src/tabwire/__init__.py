"""tabwire: one bridge between AI agents and a real browser."""

from __future__ import annotations

TYPE_CHECKING = False  # `typing` alone would double the start-up time of `tabwire mcp`
if TYPE_CHECKING:
    from tabwire.client import Browser, SyncBrowser
    from tabwire.errors import TabwireError

__version__ = "0.1.0"
__all__ = ["Browser", "SyncBrowser", "TabwireError", "__version__"]


def __getattr__(name: str) -> object:
    """Load public names on first use: `tabwire mcp` must start without them."""
    if name in {"Browser", "SyncBrowser"}:
        from tabwire import client

        return getattr(client, name)
    if name == "TabwireError":
        from tabwire.errors import TabwireError

        return TabwireError
    raise AttributeError(f"module 'tabwire' has no attribute {name!r}")
