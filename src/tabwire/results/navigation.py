"""Where a tab is."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from tabwire.results.acting import OpenedDialog
from tabwire.results.result import Result


class Arrived(Result):
    """Where the tab is now; what did not happen is left out."""

    url: str
    title: str
    tab: str
    status: Annotated[int, Field(description="HTTP status when it is an error.")] = 0
    dialog: OpenedDialog | None = None
    downloads: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
