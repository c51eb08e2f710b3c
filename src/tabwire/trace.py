"""How long each part of a command took. Nothing is recorded unless tracing is on."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Span:
    """One part of the work, in seconds since the trace started."""

    name: str
    start_s: float
    took_s: float


class Trace:
    """The parts of one command, in the order they ended."""

    def __init__(self) -> None:
        self._began = time.perf_counter()
        self.spans: list[Span] = []

    def note(self, name: str, started: float) -> None:
        """Record a part that started at `started` (`perf_counter` time) and ends now."""
        now = time.perf_counter()
        self.spans.append(Span(name, started - self._began, now - started))

    def facts(self) -> list[dict[str, str | float]]:
        """Return the parts in the order they started, in milliseconds."""
        ordered = sorted(self.spans, key=lambda span: (span.start_s, -span.took_s))
        return [
            {
                "name": span.name,
                "start_ms": round(span.start_s * 1000, 3),
                "took_ms": round(span.took_s * 1000, 3),
            }
            for span in ordered
        ]


# Tasks that a command starts inherit it; it is None in commands that are not traced.
_current: ContextVar[Trace | None] = ContextVar("tabwire.trace", default=None)


@contextmanager
def tracing() -> Iterator[Trace]:
    """Trace what happens inside."""
    trace = Trace()
    token = _current.set(trace)
    try:
        yield trace
    finally:
        _current.reset(token)


def span(name: str) -> AbstractContextManager[None]:
    """Record how long the body takes, if this command is traced."""
    trace = _current.get()
    return nullcontext() if trace is None else _spanning(trace, name)


@contextmanager
def _spanning(trace: Trace, name: str) -> Iterator[None]:
    started = time.perf_counter()
    try:
        yield
    finally:
        trace.note(name, started)


def note_answer(name: str, answer: asyncio.Future[Any]) -> None:
    """Record how long an answer takes, if this command is traced."""
    trace = _current.get()
    if trace is not None:
        started = time.perf_counter()
        answer.add_done_callback(lambda _: trace.note(name, started))
