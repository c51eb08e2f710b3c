"""How often one caller may ask."""

from __future__ import annotations

from tabwire.policy.rates import NAMES_MAX, RateLimit


class Clock:
    """A monotonic clock that a test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def spent(limit: RateLimit, name: str, times: int) -> int:
    done = 0
    for _ in range(times):
        if limit.spend(name):
            break
        done += 1
    return done


def test_a_burst_passes_up_to_the_limit() -> None:
    assert spent(RateLimit(5, 10, Clock()), "one", 20) == 5


def test_the_right_to_ask_comes_back_with_time() -> None:
    clock = Clock()
    limit = RateLimit(5, 10, clock)
    spent(limit, "one", 20)
    clock.now = 4.0
    assert spent(limit, "one", 20) == 2


def test_one_caller_does_not_spend_for_another() -> None:
    limit = RateLimit(5, 10, Clock())
    spent(limit, "one", 20)
    assert spent(limit, "two", 20) == 5


def test_whoever_changes_its_name_all_the_time_does_not_fill_the_memory() -> None:
    limit = RateLimit(5, 10, Clock())
    spent(limit, "patient", 20)
    for number in range(NAMES_MAX - 1):
        limit.spend(f"name {number}")
    assert spent(limit, "patient", 1) == 0
    limit.spend("one more")
    assert len(limit._buckets) == NAMES_MAX
    assert spent(limit, "patient", 1) == 0


def test_the_error_says_how_long_to_wait() -> None:
    limit = RateLimit(1, 10, Clock())
    limit.spend("one")
    reason = limit.spend("one")
    assert reason is not None
    assert reason.error().data["retry_after_s"] == 10
