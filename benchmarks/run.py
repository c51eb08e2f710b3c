"""One run: open everyone, take turns step by step in a rotating order, close everyone."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from benchmarks import budget, life, peers, tasks
from benchmarks.contenders import Contender, NotAvailable, NotFound
from benchmarks.floor import Floor
from benchmarks.mcp_client import ServerFailed
from benchmarks.samples import Results
from benchmarks.server import BenchServer
from benchmarks.steps import STEPS, Driver, Seat, Step, WrongState, replies_of
from benchmarks.tabwire_paths import (
    TabwireLaunched,
    TabwireOverNativeMessaging,
    TabwireOverWebSocket,
    TabwireScripting,
)

CONTENDERS: tuple[type[Contender] | type[Floor], ...] = (
    Floor,
    TabwireLaunched,
    TabwireOverWebSocket,
    TabwireOverNativeMessaging,
    TabwireScripting,
    peers.PlaywrightMcp,
    peers.ChromeDevtoolsMcp,
    peers.AgentBrowser,
)
FAILURES = (ServerFailed, WrongState, NotFound, TimeoutError)
START = "start"
# What never worked is not tried for ever: it may take a time-out each time.
ENOUGH_FAILURES = 2
# No model calls again within this time; so no call waits for what the page still does for the one before.
REST_S = 0.1
# Chrome draws at fixed times; over the rounds, calls come at every moment between two of them.
FRAME_S = 1 / 60


@dataclass(frozen=True)
class Plan:
    """How much to measure."""

    rounds: int
    lives: int
    seed: int
    only: str = ""
    steps: str = ""

    def takes(self, step: str) -> bool:
        """Tell whether a step is wanted."""
        return step.startswith(tuple(self.steps.split(",")))


def run(plan: Plan) -> Results:
    """Measure everything that the plan asks for."""
    results = Results()
    with BenchServer(plan.seed) as server, ExitStack() as opened:
        seats = [Seat(driver, server, plan.seed) for driver in _open(_chosen(plan), results, opened)]
        for seat in seats:
            _note_viewport(seat, results)
        for number in range(plan.rounds):
            _say(f"round {number + 1} of {plan.rounds}")
            _round(number, plan, seats, results)
        guests = [seat for seat in seats if isinstance(seat.driver, Contender)]
        if plan.takes("task"):
            tasks.run(guests, results)
        if plan.takes("budget"):
            budget.note(guests, results)
        if plan.takes("tools"):
            life.note_tools(guests, results)
        if plan.takes("memory"):
            life.note_memory(guests, results)
    if plan.takes("life"):
        with BenchServer(plan.seed) as server:
            life.run(_starting(plan), server, plan.lives, results)
    return results


def _chosen(plan: Plan) -> list[type[Contender] | type[Floor]]:
    words = plan.only.lower().split(",")
    return [kind for kind in CONTENDERS if any(word in kind.label.lower() for word in words)]


def _starting(plan: Plan) -> list[type[Contender]]:
    """Return those that start a browser; the user's own is open already."""
    return [kind for kind in _chosen(plan) if issubclass(kind, Contender) and kind.starts_browser]


def _open(
    kinds: Sequence[type[Contender] | type[Floor]], results: Results, opened: ExitStack
) -> Iterator[Driver]:
    """Start every contender that can take part; say loudly which cannot."""
    for number, kind in enumerate(kinds):
        try:
            driver = kind(f"c{number}")
            opened.callback(_close, driver)
            driver.open()
        except (NotAvailable, ServerFailed) as reason:
            results.absent[kind.label] = str(reason)
            _say(f"{kind.label} does not take part: {reason}")
            continue
        yield driver


def _close(driver: Driver) -> None:
    try:
        driver.close()
    except (ServerFailed, OSError) as error:
        _say(f"{driver.label} did not end properly: {error}")


def _note_viewport(seat: Seat, results: Results) -> None:
    """Open the first page, and note how large the contender shows it."""
    try:
        seat.driver.navigate(seat.url("form"))
        size = seat.server.state(seat.driver.who).viewport
        results.note("viewport", seat.driver.label, f"{size[0]}×{size[1]}")
    except FAILURES as error:
        _say(f"{seat.driver.label} did not open the first page: {error}")


def _round(number: int, plan: Plan, seats: list[Seat], results: Results) -> None:
    for at, step in enumerate(STEPS):
        if number % step.every == 0 and plan.takes(step.name):
            for seat in _rotated(seats, number + at):
                if step.has_floor or not isinstance(seat.driver, Floor):
                    _measure(step, seat, REST_S + FRAME_S * number / plan.rounds, results)
    if plan.takes(START):
        for seat in _rotated(seats, number):
            if isinstance(seat.driver, Contender):
                _measure_start(seat.driver, results)


def _rotated(seats: list[Seat], by: int) -> list[Seat]:
    by %= len(seats)
    return seats[by:] + seats[:by]


def _measure(step: Step, seat: Seat, rest_s: float, results: Results) -> None:
    series = results.of(step.name, seat.driver.label)
    if len(series.failures) >= ENOUGH_FAILURES and not series.ms:
        return
    replies = replies_of(seat.driver)
    try:
        if step.before:
            step.before(seat)
        time.sleep(rest_s)
        replies.clear()
        step.work(seat)
        taken = list(replies)
        step.check(seat)
        series.add(taken)
    except FAILURES as error:
        series.fail(str(error) or type(error).__name__)


def _measure_start(driver: Contender, results: Results) -> None:
    series = results.of(START, driver.label)
    try:
        series.ms.append(driver.start_again())
    except ServerFailed as error:
        series.fail(str(error))


def _say(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text}", flush=True)
