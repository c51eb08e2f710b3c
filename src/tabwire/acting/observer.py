"""Observe one action: come back the moment the page is quiet, and know what happened.

What the action caused is waited for, and nothing else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from tabwire.acting.aiming import Aim, Missed, missed_in
from tabwire.acting.done import Done
from tabwire.acting.looks import seen_in
from tabwire.acting.notes import Fact, Note, Notice, Still, StillLoading, StillWaiting, Unfinished
from tabwire.acting.observation import Observation
from tabwire.acting.opened_tabs import opened_tab
from tabwire.acting.pace import PROMISED_WITHIN_S, SETTLE_WITHIN_S, Pace
from tabwire.acting.watch import Watch
from tabwire.acting.wording import element_went, named
from tabwire.engines.page_events import FileChooserOpened
from tabwire.errors import DialogOpen, TabClosed
from tabwire.protocol.page_agent.settling import ClassChange, Effect, EffectReport
from tabwire.protocol.page_agent.typing import FieldReading
from tabwire.reading.changes import Change, EarlierReports, report_changes, shortened
from tabwire.reading.targets import Element
from tabwire.session.tab import Frame, Tab

# Effects after which there is something to report of the page.
REPORTED_EFFECTS: tuple[Effect, ...] = ("dom", "value")
MAX_CLASS_CHARS = 80


@dataclass
class _Settling:
    """What the page agent said while one wait for quiet lasts.

    `is_asking`: a question is open. `is_silent`: the page answers none.
    """

    frame: Frame
    effects: set[Effect] = field(default_factory=set)
    touched: tuple[Change, ...] = ()
    classes: tuple[str, ...] = ()
    reports: EarlierReports | None = None
    fields: tuple[FieldReading, ...] = ()
    missed: Missed | None = None
    still: Still | None = None
    is_asking: bool = False
    is_silent: bool = False

    def add(self, report: EffectReport) -> None:
        """Take what the page agent reports."""
        self.missed = missed_in(self.frame, report.verdict) if report.verdict else None
        self.effects.update(report.effects)
        self.touched = tuple(Change("~", named(seen_in(self.frame, look))) for look in report.touched)
        self.classes = tuple(_class_line(self.frame, change) for change in report.classes)
        self.fields = tuple(report.fields or ())
        if report.changes:
            before = self.reports.changes if self.reports else ()
            self.reports = EarlierReports(self.frame, (*before, report.changes))


class Observer(Watch):
    """Watch a tab from just before an action until its reply, and wait for the page."""

    def __init__(self, tab: Tab, frame: Frame, pace: Pace) -> None:
        super().__init__(tab)
        self._frame = frame
        self._pace = pace
        self._settling = _Settling(frame)
        self._opens_popup = False
        # The element that is pressed, and whether its frame still guards the press.
        self._aimed: Element | None = None
        self._is_guarded = False
        self._missed: Missed | None = None

    def action_started(self, *, opens_popup: bool = False) -> None:
        """Note that from here on the page may have been changed, whatever happens next."""
        super().action_started()
        self._opens_popup = opens_popup

    async def press_arrived(self, element: Element, aim: Aim) -> bool:
        """Tell whether a press arrived; in the main frame that is known only when the page settles."""
        self._aimed = element
        self._is_guarded = len(aim.frames) == 1
        if not self._is_guarded:
            self._missed = await self._ask_in_time(aim.missed())
        return self._is_guarded or self._missed is None

    @property
    def missed(self) -> Missed | None:
        """Return what is known of the last press that did not reach its element."""
        return self._missed

    @property
    def has_moved_on(self) -> bool:
        """Tell whether the page is no longer the one that was acted on."""
        return bool(self._dialog or self._going_to or self.has_new_document)

    def take_chooser(self) -> FileChooserOpened | None:
        """Return the file chooser that the action opened; who takes it answers it."""
        chooser, self._chooser = self._chooser, None
        return chooser

    async def settle_after(self, perform: Perform) -> None:
        """Do it and wait for quiet; a press that missed is repeated as often as `perform` allows."""
        try:
            while True:
                await perform(self)
                await self._settle()
                self._check_document()
                self._missed = self._settling.missed
                if self._missed is None:
                    return
        except DialogOpen:
            self._settling = _Settling(self._frame)

    def _check_document(self) -> None:
        """Fail when a press reached only another document than its element's: that cannot be undone."""
        aimed = self._aimed
        if aimed and aimed.frame.document and self._pressed and aimed.frame.document not in self._pressed:
            raise element_went(aimed, [*self._pressed.values()])

    async def observation(self, did: Done) -> Observation:
        """Return what is known of the action by now."""
        tab, settling = self._tab, self._settling
        has_moved = tab.url != self._url_before or self.has_new_document
        seen = Observation(
            did,
            engine=tab.page.state.engine,
            url=tab.url if has_moved else "",
            dialog=tab.page.state.dialog,
            notes=tuple(Notice(text) for text in tab.take_notices()),
        )
        opened = [found for tab_id in self._opened if (found := await opened_tab(tab, tab_id))]
        await self._finish_downloads()
        tab.unreported.mark_reported(self._saved, self._opened)
        seen = replace(
            seen.noting(*self._late_notes()),
            opened=tuple(opened),
            downloads=tuple(self.saved_files()),
            console_error=self._console_errors[0] if self._console_errors else "",
            still=settling.still,
            readings=settling.fields,
        )
        if seen.dialog is not None or self._going_to or settling.is_silent:
            return seen
        return await self._with_content(seen)

    def _late_notes(self) -> list[Note]:
        asked: list[Note] = [Fact.FILES_ASKED_FOR] if self._chooser is not None else []
        return [*asked, self._settling.still] if self._settling.still else asked

    async def _finish_downloads(self) -> None:
        """Wait for downloads that a new tab turned out to be."""
        with suppress(TimeoutError, DialogOpen):
            async with asyncio.timeout(SETTLE_WITHIN_S):
                await self.until(lambda: not self.is_downloading)

    async def _with_content(self, seen: Observation) -> Observation:
        """Add the title of a new page, or what changed on the old one."""
        has_effect = bool(self._settling.effects) or self.has_effect
        # What elements say by ElementInternals changes without a sign.
        if has_effect or self._has_internals():
            with suppress(DialogOpen, TabClosed):
                seen = await self._content(seen)
        return seen if has_effect or seen.changed else seen.noting(Fact.NOTHING_CHANGED)

    async def _content(self, seen: Observation) -> Observation:
        settling = self._settling
        if self.has_new_document:
            facts = await self.ask(self._tab.main_frame.agent.page())
            return replace(seen, title=facts.title if facts else "")
        if settling.effects.isdisjoint(REPORTED_EFFECTS) and not self._has_internals():
            return seen
        # More than any effect was waited for, and may have come.
        closely = self._pace.awaited is not None
        lines = await self.ask(report_changes(self._tab, settling.reports, closely=closely))
        return replace(seen, changed=(*settling.classes, *(lines or shortened(settling.touched))))

    def _has_internals(self) -> bool:
        return any(frame.has_internals for frame in self._tab.frames())

    async def _settle(self) -> None:
        """Wait until the page is quiet, or note what still moves."""
        settling = self._settling = _Settling(self._frame)
        if self.is_silent:
            settling.still, settling.is_silent = Unfinished.PAGE_BUSY, True
            return
        try:
            async with asyncio.timeout(SETTLE_WITHIN_S):
                await self._until_quiet()
        except TimeoutError:
            settling.still, settling.is_silent = self._still(), settling.is_asking

    async def _until_quiet(self) -> None:
        was_patient = False
        while True:
            await self._arrive()
            await self._rest()
            if self._settling.missed:
                return
            if self._going_to:
                continue
            if self.is_busy:
                await self.until_idle()
                was_patient = False
            elif self._opens_popup:
                await self._popup()
            elif not was_patient and not self._has_awaited_effect():
                was_patient = True
                await self._first_effect()
                if not self._has_awaited_effect():
                    return
            else:
                return

    def _has_awaited_effect(self) -> bool:
        if self.has_effect:
            return True
        effects, awaited = self._settling.effects, self._awaited
        return awaited in effects if awaited else bool(effects)

    @property
    def _awaited(self) -> Effect | None:
        """Return the kind of effect that must come before patience ends: content, once it was announced."""
        return "dom" if "promise" in self._settling.effects else self._pace.awaited

    async def _arrive(self) -> None:
        """Wait for a navigation that is under way, until its document can be read."""
        if self._going_to:
            await self._tab.page.events.until(lambda: not self._going_to)
        if self.has_new_document:
            self._settling.frame = self._tab.main_frame
            await self.ask(self._tab.wait_until_readable())

    async def _rest(self) -> None:
        """Let the page go on until it changes nothing more by itself."""
        frame, pace = self._settling.frame, self._pace
        is_guarded, self._is_guarded = self._is_guarded, False
        settling = frame.agent.settle(
            after_task=pace.after_task and not self.has_new_document,
            frames=pace.frames,
            # What changed comes with the answer, unless more of it is on its way.
            report_after=[] if self.is_busy else [*REPORTED_EFFECTS],
            checks=pace.checks,
            first=self._tab.reading.first_ref(frame.prefix),
            guarded=is_guarded,
            reads=None if self.has_new_document else pace.reads,
        )
        await self._take_report(settling)
        self._is_first_turn = False

    async def _first_effect(self) -> None:
        patience_s = PROMISED_WITHIN_S if "promise" in self._settling.effects else self._pace.first_effect_s
        if patience_s > 0:
            agent = self._settling.frame.agent
            coming = agent.first_effect(limit_ms=patience_s * 1000, awaited=self._awaited)
            await self._take_report(coming, lambda: self.has_effect)

    async def _popup(self) -> None:
        """Wait for the menu that the element says it opens; what else changes meanwhile is told as ever."""
        self._opens_popup = False
        opening = self._settling.frame.agent.popup_opened(limit_ms=PROMISED_WITHIN_S * 1000)
        await self.ask(opening, lambda: self.has_effect)

    async def _take_report(
        self, call: Awaitable[EffectReport], enough: Callable[[], bool] = lambda: False
    ) -> None:
        self._settling.is_asking = True
        report = await self.ask(call, enough)
        self._settling.is_asking = False
        if report:
            self._settling.add(report)

    def _still(self) -> Still:
        if self._going_to:
            return StillLoading(self._going_to)
        if self._pending:
            request, *more = self._pending.values()
            return StillWaiting(request.url, len(more))
        if self._settling.is_asking:
            return Unfinished.PAGE_BUSY
        return Unfinished.DOWNLOADING if self.is_downloading else Unfinished.CHANGING


# Does the action; called again when a press missed.
Perform: TypeAlias = Callable[[Observer], Awaitable[None]]


def _class_line(frame: Frame, change: ClassChange) -> str:
    """Say which classes of an element came and went."""
    words = [*(f"+{name}" for name in change.came), *(f"-{name}" for name in change.went)]
    return f"~ {frame.prefix}{change.ref} class {' '.join(words)}"[:MAX_CLASS_CHARS]
