"""What happens to dialogs."""

from __future__ import annotations

from typing import Literal

from tabwire.results.result import Result


class PolicySet(Result):
    """What happens to dialogs from now on."""

    dialogs: Literal["ask", "accept", "dismiss"]
