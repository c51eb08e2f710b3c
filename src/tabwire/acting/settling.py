"""Come back the moment the page is quiet: wait for what the action caused, and for nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from tabwire.acting.aiming import missed_by
from tabwire.acting.watch import Watch
from tabwire.protocol.page_agent.settling import ClassChange, Effect, EffectReport
from tabwire.protocol.page_agent.typing import FieldReading, ReadBack
from tabwire.reading.changes import Told
from tabwire.session.tab import Frame, Tab

SETTLE_WITHIN_S = 3.0
SILENT = "the page does not answer: a script keeps it busy"
# Effects after which there is something to tell of the page.
TOLD_EFFECTS: tuple[Effect, ...] = ("dom", "value")
# How long an action without any effect so far may take to show its first one (timers, debounced handlers).
FIRST_EFFECT_WITHIN_S = 0.1
# How long content may take that the element has announced (expanded, busy, opens a menu).
PROMISED_WITHIN_S = 0.4
MAX_CLASS_CHARS = 80


@dataclass(frozen=True)
class Pace:
    """How patient to be.

    `after_task`: one turn of the page is enough when nothing else changed. `frames`: how many the page draws
    in any case. `awaited` names the kind of effect that counts as the first one; any does when it is None.
    `marks`: remember the page beforehand, to tell what changed even when nobody looked at it before.
    `checks` is the ref of the box that is checked or unchecked: the caller need not be told so again.
    `reads` asks the page agent to read fields back when the page is at rest.
    """

    after_task: bool = False
    frames: int = 1
    awaited: Effect | None = None
    first_effect_s: float = FIRST_EFFECT_WITHIN_S
    within_s: float = SETTLE_WITHIN_S
    marks: bool = True
    checks: str = ""
    reads: ReadBack | None = None


@dataclass(frozen=True)
class Settled:
    """What the page did meanwhile, and what still moves. A silent page answers no further question.

    `missed` is what got a press instead of its element. `classes` tells of the class of what was acted on.
    `was_awaited`: more than any effect was waited for, and may have come. `typed` is what fields
    held in the end.
    """

    effects: frozenset[Effect]
    still: str = ""
    is_silent: bool = False
    touched: tuple[str, ...] = ()
    told: Told | None = None
    missed: str = ""
    classes: tuple[str, ...] = ()
    was_awaited: bool = False
    typed: list[FieldReading] | None = None


class Settling:
    """One wait for quiet."""

    def __init__(self, tab: Tab, frame: Frame, watch: Watch, pace: Pace) -> None:
        self._tab = tab
        self._frame = frame
        self._watch = watch
        self._pace = pace
        self._effects: set[Effect] = set()
        self._touched: tuple[str, ...] = ()
        self._told: Told | None = None
        self._missed = ""
        self._classes: tuple[str, ...] = ()
        self._typed: list[FieldReading] | None = None
        self._is_asking = False

    async def wait(self) -> Settled:
        """Wait until the page is quiet, or say what still moves."""
        if self._watch.is_silent:
            return Settled(frozenset(), SILENT, is_silent=True)
        try:
            async with asyncio.timeout(self._pace.within_s):
                await self._wait()
        except TimeoutError:
            return self._settled(self._still(), is_silent=self._is_asking)
        return self._settled()

    def _settled(self, still: str = "", *, is_silent: bool = False) -> Settled:
        return Settled(
            frozenset(self._effects),
            still,
            is_silent,
            self._touched,
            self._told,
            self._missed,
            self._classes,
            was_awaited=self._pace.awaited is not None,
            typed=self._typed,
        )

    async def _wait(self) -> None:
        was_patient = False
        while True:
            await self._arrive()
            await self._rest()
            if self._missed:
                return
            if self._watch.going_to:
                continue
            if self._watch.is_busy:
                await self._watch.until_idle()
                was_patient = False
            elif self._watch.awaits_popup:
                await self._popup()
            elif not was_patient and not self._has_effect():
                was_patient = True
                await self._first_effect()
                if not self._has_effect():
                    return
            else:
                return

    def _has_effect(self) -> bool:
        if self._watch.has_effect:
            return True
        awaited = self._awaited
        return awaited in self._effects if awaited else bool(self._effects)

    @property
    def _awaited(self) -> Effect | None:
        """Return the kind of effect that must come before patience ends: content, once it was announced."""
        return "dom" if "promise" in self._effects else self._pace.awaited

    async def _arrive(self) -> None:
        """Wait for a navigation that is under way, until its document can be read."""
        page = self._tab.page
        if self._watch.going_to:
            await page.events.until(lambda: not self._watch.going_to)
        if self._watch.has_new_document:
            self._frame = self._tab.main_frame
            await self._watch.ask(self._tab.wait_until_readable())

    async def _rest(self) -> None:
        """Let the page go on until it changes nothing more by itself."""
        after_task = self._pace.after_task and not self._watch.has_new_document
        # What changed comes with the answer, unless more of it is on its way.
        settling = self._frame.agent.settle(
            after_task=after_task,
            frames=self._pace.frames,
            report_after=[] if self._watch.is_busy else [*TOLD_EFFECTS],
            checks=self._pace.checks,
            first=self._tab.reading.first_ref(self._frame.prefix),
            guarded=self._watch.take_guard(),
            reads=None if self._watch.has_new_document else self._pace.reads,
        )
        await self._ask(settling, lambda: False)
        self._watch.is_first_turn = False

    async def _first_effect(self) -> None:
        patience_s = PROMISED_WITHIN_S if "promise" in self._effects else self._pace.first_effect_s
        if patience_s > 0:
            coming = self._frame.agent.first_effect(limit_ms=patience_s * 1000, awaited=self._awaited)
            await self._ask(coming, lambda: self._watch.has_effect)

    async def _popup(self) -> None:
        """Wait for the menu that the element says it opens; what else changes meanwhile is told as ever."""
        self._watch.awaits_popup = False
        opening = self._frame.agent.popup_opened(limit_ms=PROMISED_WITHIN_S * 1000)
        await self._watch.ask(opening, lambda: self._watch.has_effect)

    async def _ask(self, call: Awaitable[EffectReport], enough: Callable[[], bool]) -> None:
        self._is_asking = True
        report = await self._watch.ask(call, enough)
        self._is_asking = False
        if report:
            self._missed = missed_by(report.verdict, self._frame) if report.verdict else ""
            self._effects.update(report.effects)
            self._touched = tuple(report.touched)
            self._classes = tuple(_class_line(self._frame, news) for news in report.classes)
            self._typed = report.fields
            if report.changes:
                self._told = Told(self._frame, (*(self._told.changes if self._told else ()), report.changes))

    def _still(self) -> str:
        if self._watch.going_to:
            return f"still loading {self._watch.going_to[:120]}"
        if self._watch.pending:
            request = next(iter(self._watch.pending.values()))
            more = len(self._watch.pending) - 1
            return f"still waiting for {request.url[:120]}" + (f" and {more} more" if more else "")
        if self._is_asking:
            return SILENT
        return "still downloading" if self._watch.is_downloading else "the page still changes"


def _class_line(frame: Frame, change: ClassChange) -> str:
    """Say which classes of an element came and went."""
    words = [*(f"+{name}" for name in change.came), *(f"-{name}" for name in change.went)]
    return f"~ {frame.prefix}{change.ref} class {' '.join(words)}"[:MAX_CLASS_CHARS]
