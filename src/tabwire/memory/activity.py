"""What the hub is doing: the running calls, and statistics of past ones."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count

from tabwire.callers import Caller
from tabwire.errors import RateLimited, TabwireError, UnknownCommand

RECENT_ERRORS = 20
CALLS_MAX = 200
# Names come from callers; unknown commands must not add entries to the statistics.
UNKNOWN = "unknown"
BUCKETS_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


@dataclass
class Call:
    """One running call."""

    number: int
    command: str
    caller: Caller
    task: asyncio.Task[object] | None
    started_at: float = field(default_factory=time.monotonic)
    tab: str = ""
    outcome: str = "ok"
    is_stopped: bool = False

    @property
    def age_s(self) -> float:
        """Return how long it has been running."""
        return time.monotonic() - self.started_at


@dataclass
class Tally:
    """How often a command had one outcome, and how long it took; `buckets` count calls up to each bound."""

    calls: int = 0
    total_s: float = 0.0
    buckets: list[int] = field(default_factory=lambda: [0] * len(BUCKETS_S))

    def add(self, took_s: float) -> None:
        """Count one call."""
        self.calls += 1
        self.total_s += took_s
        for index, bound in enumerate(BUCKETS_S):
            if took_s <= bound:
                self.buckets[index] += 1


@dataclass(frozen=True)
class RecentError:
    """An error, as `activity` shows it."""

    at: float
    command: str
    session: str
    code: str


class Activity:
    """The running calls, statistics and recent errors. Every call passes through `track`."""

    def __init__(self) -> None:
        self.calls: dict[int, Call] = {}
        self.tallies: dict[tuple[str, str], Tally] = {}
        self.errors: deque[RecentError] = deque(maxlen=RECENT_ERRORS)
        self._numbers = count(1)
        self._by_session: Counter[tuple[str, str]] = Counter()

    def check_call_limit(self, caller: Caller) -> None:
        """Refuse a call if its session has too many running."""
        if self._by_session[caller.name, caller.session] > CALLS_MAX:
            raise RateLimited(
                f"Session {caller.session} already has {CALLS_MAX} running calls.",
                next_step="Wait for some of them; `operations` lists them, `cancel` stops one.",
                retry_after_s=1,
            )

    @contextmanager
    def track(self, caller: Caller, command: str) -> Iterator[Call]:
        """List a call as running while the body runs; record how it ended."""
        call = Call(next(self._numbers), command, caller, asyncio.current_task())
        self.calls[call.number] = call
        session = (caller.name, caller.session)
        self._by_session[session] += 1
        try:
            yield call
        except UnknownCommand as error:
            call.command, call.outcome = UNKNOWN, error.code
            raise
        except TabwireError as error:
            call.outcome = error.code
            self.errors.append(RecentError(time.time(), command, caller.session, error.code))
            raise
        except asyncio.CancelledError:
            call.outcome = "cancelled"
            raise
        finally:
            del self.calls[call.number]
            self._by_session[session] -= 1
            if not self._by_session[session]:
                del self._by_session[session]
            self.tallies.setdefault((call.command, call.outcome), Tally()).add(call.age_s)

    def cancel(self, owner: str, number: int) -> Call | None:
        """Stop a call of this owner; return it, or None if there is none."""
        call = self.calls.get(number)
        if call is None or call.caller.identity != owner or call.task is None:
            return None
        call.is_stopped = True
        call.task.cancel()
        return call
