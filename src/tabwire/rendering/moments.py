"""Moments as people and programs read them."""

from __future__ import annotations

import time


def iso_time(at: float) -> str:
    """Return a moment, in seconds since 1970, as ISO 8601 in UTC."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at))
