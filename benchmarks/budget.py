"""A large page within a small budget: what the first reply costs, and whether every ref can be reached."""

from __future__ import annotations

import re

from benchmarks import tokens
from benchmarks.samples import Results
from benchmarks.steps import Seat
from benchmarks.tabwire_paths import TabwireLaunched

BUDGET = 2000
EVERYTHING = 1_000_000
PAGES_MAX = 50


def note(seats: list[Seat], results: Results) -> None:
    """Read the table whole, then in pieces, and compare the refs."""
    for seat in seats:
        if isinstance(seat.driver, TabwireLaunched):
            _note(seat, seat.driver, results)


def _note(seat: Seat, driver: TabwireLaunched, results: Results) -> None:
    driver.navigate(seat.url("table"))
    whole = driver.client.call("browser_snapshot", max_tokens=EVERYTHING).text
    first = text = driver.client.call("browser_snapshot", max_tokens=BUDGET).text
    found = _refs(text)
    for _ in range(PAGES_MAX):
        cursor = re.search(r"rows below[^;]*cursor ([\d.]+)", text)
        if cursor is None:
            break
        text = driver.client.call("browser_snapshot", max_tokens=BUDGET, cursor=cursor[1].rstrip(".")).text
        found |= _refs(text)
    results.note("budget-tokens", driver.label, tokens.count([first])[0])
    results.note("budget-lost", driver.label, len(_refs(whole) - found))


def _refs(text: str) -> set[str]:
    return set(re.findall(r"\be\d+\b", text))
