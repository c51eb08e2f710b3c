"""How often one caller may ask."""

from __future__ import annotations

import time
from collections.abc import Callable

from tabwire.errors import RateLimited


class RateLimit:
    """A token bucket per name, on monotonic time: clock changes cannot open or close it."""

    def __init__(self, limit: int, window_s: float, now: Callable[[], float] = time.monotonic) -> None:
        self._limit = float(limit)
        self._per_s = limit / window_s
        self._now = now
        self._buckets: dict[str, tuple[float, float]] = {}

    def spend(self, name: str) -> None:
        """Take one token, or say how long to wait for the next."""
        now = self._now()
        left, at = self._buckets.get(name, (self._limit, now))
        left = min(self._limit, left + (now - at) * self._per_s)
        if left < 1:
            wait_s = (1 - left) / self._per_s
            raise RateLimited(
                f"Too many requests from {name}.",
                next_step=f"Wait {wait_s:.1f} s.",
                retry_after_s=round(wait_s, 1),
            )
        self._buckets[name] = (left - 1, now)
