"""How often one caller may ask."""

from __future__ import annotations

import time
from collections.abc import Callable

from tabwire.policy.reasons import TooManyRequests

NAMES_MAX = 10_000


class RateLimit:
    """A token bucket per name, on monotonic time: clock changes cannot open or close it."""

    def __init__(self, limit: int, window_s: float, now: Callable[[], float] = time.monotonic) -> None:
        self._limit = float(limit)
        self._per_s = limit / window_s
        self._now = now
        self._buckets: dict[str, tuple[float, float]] = {}

    def spend(self, name: str) -> TooManyRequests | None:
        """Take one token, or return how long to wait for the next."""
        now = self._now()
        left, at = self._buckets.pop(name, (self._limit, now))
        left = min(self._limit, left + (now - at) * self._per_s)
        self._buckets[name] = (left - 1 if left >= 1 else left, now)
        self._forget_oldest()
        return None if left >= 1 else TooManyRequests(name, (1 - left) / self._per_s)

    def _forget_oldest(self) -> None:
        """Keep the names that asked last: whoever can change its name must not fill our memory."""
        while len(self._buckets) > NAMES_MAX:
            del self._buckets[next(iter(self._buckets))]
