"""Type into fields so that the page takes it for a person's typing, and check that it arrived."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, takewhile

from tabwire.acting.action import act
from tabwire.acting.aiming import ACTIONABLE_WITHIN_S, aim_at, ask, focused_frame
from tabwire.acting.done import LeftOut, Pressed, Typed
from tabwire.acting.keyboard import chord, chords_in, strokes
from tabwire.acting.looks import element_near
from tabwire.acting.mouse import press_at
from tabwire.acting.notes import Fact, FieldHolds, KeysLeftOut
from tabwire.acting.observation import Observation
from tabwire.acting.observer import Observer
from tabwire.acting.pace import Pace
from tabwire.acting.wording import refusal, value_refused
from tabwire.errors import (
    ElementNotActionable,
    ElementNotFound,
    ElementStale,
    Internal,
    InvalidParams,
)
from tabwire.protocol.page_agent import PageAgent
from tabwire.protocol.page_agent.obstacles import Obstacle
from tabwire.protocol.page_agent.typing import FieldReading, FieldText, FocusedField, PreparedTyping, ReadBack
from tabwire.reading.targets import Element, Question
from tabwire.session.tab import Frame, Tab

# Suggestions come after the pause that pages wait for the next key.
SUGGESTIONS_WITHIN_S = 0.5
# What is read back of a field, at most.
READ_CHARS = 200
# What a field says to whoever comes too late; the browser itself is well.
REFUSALS = (ElementNotActionable, ElementNotFound, ElementStale, InvalidParams)
PLAIN_PACE = Pace(after_task=True, first_effect_s=0, marks=False)


def preparing(text: str, *, append: bool, slowly: bool) -> Question[PreparedTyping]:
    """Return the question that makes a field ready to be typed into as soon as it is found."""
    given = {"append": append, "limit_ms": 0, "key": _last_key(text, slowly=slowly)}
    return Question(PageAgent.prepare_typing, given)


def _last_key(text: str, *, slowly: bool) -> str:
    """Return the key that comes up after a text that goes in at once; blanks may mean more to a page."""
    return "" if slowly else text[-1:].strip()


async def type_text(
    tab: Tab, element: Element, text: str, *, append: bool = False, submit: bool = False, slowly: bool = False
) -> Observation:
    """Type into a field: in place of what it holds, or after it."""
    field = Field(tab, element, text, append=append, key=_last_key(text, slowly=slowly))
    await field.prepare()
    if submit or field.shows_elsewhere:
        pace = Pace()
    elif field.focused.suggests and text:
        pace = Pace(after_task=True, awaited="shown", first_effect_s=SUGGESTIONS_WITHIN_S)
    else:
        pace = PLAIN_PACE
    if not submit:
        pace = replace(pace, reads=_reads([field]))

    async def perform(observer: Observer) -> None:
        observer.action_started()
        await field.write(slowly=slowly)
        if submit:
            await field.retry_with_keys(await field.read())
            await tab.page.input.keys(chord("Enter"))

    seen = await act(tab, element.frame, field.did, perform, pace)
    if seen.can_be_checked and not submit:
        reading = seen.readings[0] if seen.readings else await field.read()
        seen = seen.noting(*await field.check(reading, seen))
    return seen


async def type_all(tab: Tab, texts: Sequence[tuple[Element, str]]) -> tuple[list[Observation], bool]:
    """Type into one field after the other; the page is waited for once, after the last.

    One that cannot be typed into any more is left out with those after it; tell also whether there was none.
    """
    fields = [Field(tab, element, text) for element, text in texts]
    written: list[Field] = []
    doubtful: list[Field] = []
    failures: list[LeftOut] = []

    async def perform(observer: Observer) -> None:
        observer.action_started()
        while len(written) < len(fields):
            rest = fields[len(written) :]
            doubtful[:] = _plain_ahead(rest)
            try:
                done = await _type_at_once(doubtful)
                doubtful.clear()
                if not done:
                    await rest[0].prepare()
                    await rest[0].write()
            except REFUSALS as error:
                if not written:
                    raise
                failures.append(LeftOut(rest[0].element, error))
                return
            written.extend(done or rest[:1])

    last = await act(tab, texts[-1][0].frame, fields[-1].did, perform, PLAIN_PACE)
    left = fields[len(written) + len(failures) :]
    skipped = [LeftOut(field.element, is_doubtful=field in doubtful) for field in left]
    dids: list[Typed | LeftOut] = [*(field.did for field in written), *failures, *skipped]
    seen = [*map(Observation, dids[:-1]), replace(last, did=dids[-1])]
    # What was taken at once and changed nothing else is not asked for again.
    if last.can_be_checked and (last.changed or not all(field.is_taken for field in written)):
        for at, reading in enumerate(await _read_all(written)):
            seen[at] = await _checked(written[at], reading, seen[at], last, is_alone=len(fields) == 1)
    return seen, len(written) == len(fields)


async def _checked(
    field: Field, reading: FieldReading, seen: Observation, last: Observation, *, is_alone: bool
) -> Observation:
    """Note what a field holds instead of its text; one that refuses it is left out beside the others."""
    try:
        return seen.noting(*await field.check(reading, last))
    except ElementNotActionable as error:
        if is_alone:
            raise
        return replace(seen, did=LeftOut(field.element, error))


def _plain_ahead(fields: Sequence[Field]) -> Iterator[Field]:
    """Return the plain fields of one frame up to the first other field."""
    frame = fields[0].element.frame
    return takewhile(lambda field: field.is_plain_in(frame), fields)


async def _type_at_once(fields: Sequence[Field]) -> Sequence[Field]:
    """Type into plain fields of one frame in one round trip; return those that it worked for."""
    if not fields:
        return ()
    texts = [FieldText(field.element.bare_ref, field.text) for field in fields]
    done = await fields[0].element.agent.type_texts(texts)
    for field, focused in zip(fields, done, strict=False):
        field.note_inserted(focused)
    return fields[: len(done)]


async def _read_all(fields: Sequence[Field]) -> list[FieldReading]:
    """Return what each field holds now, a frame at a time."""
    groups = groupby(fields, key=lambda field: field.element.frame.id)
    return [reading for _, group in groups for reading in await _read(list(group))]


async def _read(fields: Sequence[Field]) -> list[FieldReading]:
    return await fields[0].element.agent.read_back(_reads(fields))


def _reads(fields: Sequence[Field]) -> ReadBack:
    """Return what the page agent is asked to read back."""
    return ReadBack([field.to_read_back for field in fields], READ_CHARS)


class Field:
    """A field that is being typed into."""

    def __init__(self, tab: Tab, element: Element, text: str, *, append: bool = False, key: str = "") -> None:
        self.element = element
        self.did = Typed(element)
        self.text = text
        self._tab = tab
        self._append = append
        self._key = key
        self._focused: FocusedField | None = None
        self._wanted: str | None = None if append else text
        self._is_inserted = False

    def is_plain_in(self, frame: Frame) -> bool:
        """Tell whether there is one line to type, in that frame."""
        return self.element.frame.id == frame.id and bool(self.text) and "\n" not in self.text

    def note_inserted(self, focused: FocusedField) -> None:
        """Note that the page agent put the text into the field, and what it found there."""
        self._focused = focused
        self._is_inserted = True

    @property
    def is_taken(self) -> bool:
        """Tell whether the field is known to hold the text since it was typed at once."""
        return self._focused is not None and self._focused.is_taken

    @property
    def focused(self) -> FocusedField:
        """Return what the page agent found when it made the field ready."""
        if self._focused is None:
            raise Internal("The field was not prepared.")
        return self._focused

    @property
    def to_read_back(self) -> FieldText:
        """Return where the text went, and what it should be there."""
        return FieldText(self.focused.ref, self.text if self._wanted is None else self._wanted)

    @property
    def shows_elsewhere(self) -> bool:
        """Tell whether what is typed shows somewhere else than in the field."""
        return self.focused.is_for_keys or self.focused.is_for_editor

    async def prepare(self) -> None:
        """Focus the field with its text selected, or the caret at its end."""
        prepared = self.element.answer_to(PageAgent.prepare_typing) or await self._focus()
        if prepared.named:
            text = self.element.name
            self.element = element_near(self.element, prepared.named)
            self.did = Typed(self.element, beside=text)
            prepared = await self._focus()
        if prepared.field and not prepared.field.is_focused:
            await self._click_into()
            prepared = await self._focus()
        self._focused = prepared.field
        if self.focused.kind == "select":
            raise refusal(Obstacle("a_list"), self.element.frame, self.element)
        if self._append and self.focused.kind != "value":
            held = (await self.read()).holds
            # Of what is secret or long, the whole is not known.
            if held is not None and len(held) < READ_CHARS:
                self._wanted = held + self.text

    async def _focus(self) -> PreparedTyping:
        preparing = self.element.agent.prepare_typing(
            self.element.bare_ref,
            append=self._append,
            limit_ms=ACTIONABLE_WITHIN_S * 1000,
            key=self._key,
        )
        return await ask(self.element, preparing)

    async def _click_into(self) -> None:
        aim = await aim_at(self.element)
        await self._tab.page.input.mouse(press_at(aim.x, aim.y, "left", 1, 0))
        await aim.missed()

    async def write(self, *, slowly: bool = False) -> None:
        """Put the text into the field, in one go or key by key."""
        if self.focused.is_for_editor:
            # Only the editor knows where its text begins and ends.
            await self._tab.page.input.keys(chord("Mod+End" if self._append else "Mod+a"))
        if self.focused.kind == "value":
            refused = await self.element.agent.set_value(self.focused.ref, text=self.text)
            if refused:
                raise value_refused(self.text, refused)
        elif not self.text:
            await self._clear()
        elif slowly or self.focused.is_for_keys:
            await self._clear()
            await self._write_keys()
        else:
            await self._insert()
            self._is_inserted = True

    async def _insert(self) -> None:
        if self.focused.kind == "editor" and "\n" in self.text:
            await self._insert_lines()
        else:
            await self._tab.page.input.insert_text(self.text)

    async def _insert_lines(self) -> None:
        """Editors start paragraphs on Enter; a line break inside inserted text confuses them."""
        for number, line in enumerate(self.text.split("\n")):
            if number:
                await self._tab.page.input.keys(chord("Enter"))
            if line:
                await self._tab.page.input.insert_text(line)

    async def _clear(self) -> None:
        if not self._append and (self.focused.is_for_editor or not self.focused.is_empty):
            await self._tab.page.input.keys(chord("Delete"))

    async def _write_keys(self) -> None:
        for stroke in strokes(self.text):
            if isinstance(stroke, str):
                await self._tab.page.input.insert_text(stroke)
            else:
                await self._tab.page.input.keys(stroke)

    async def read(self) -> FieldReading:
        """Return what the field holds now; what is secret stays in the page."""
        return (await _read([self]))[0]

    async def check(self, reading: FieldReading, seen: Observation) -> list[Fact | FieldHolds]:
        """Note what the field holds instead of the text; one that refused it gets it key by key."""
        # What shows elsewhere on the page was taken, not refused.
        return self._difference(reading if seen.changed else await self.retry_with_keys(reading))

    async def retry_with_keys(self, reading: FieldReading) -> FieldReading:
        """Write key by key into a field that refused text in one go; return what it holds then."""
        may_refuse = self._is_inserted and not self._append and not self.focused.is_for_editor
        if not (may_refuse and reading.is_there and reading.is_empty):
            return reading
        ref = self.element.bare_ref
        await ask(self.element, self.element.agent.prepare_typing(ref, append=False, limit_ms=0, key=""))
        await self._write_keys()
        return await self.read()

    def _difference(self, reading: FieldReading) -> list[Fact | FieldHolds]:
        """Note when the field holds something else than what was typed: masks, limits, refusals."""
        if not reading.is_there or self._wanted is None or reading.is_same or self.shows_elsewhere:
            return []
        if _is_same_but_blanks(reading.holds, self._wanted):
            return []
        if reading.is_secret:
            return [Fact.FIELD_DIFFERS]
        return [FieldHolds(str(reading.holds))]


def _is_same_but_blanks(holds: str | None, text: str) -> bool:
    if holds is None:
        return False
    held, wanted = (re.sub(r"\s+", "", value) for value in (holds, text))
    return held == wanted or (len(holds) == READ_CHARS and wanted.startswith(held))


async def press(tab: Tab, key: str) -> Observation:
    """Press keys or chords, one after the other; they go to whatever has the focus."""
    left = chords_in(key)
    frame = await focused_frame(tab)

    async def perform(observer: Observer) -> None:
        await frame.agent.watch_effects("")
        observer.action_started()
        # The rest was meant for the page as it was.
        while left and not observer.has_moved_on:
            await tab.page.input.keys(chord(left.pop(0)))

    seen = await act(tab, frame, Pressed(key), perform)
    return seen.noting(KeysLeftOut(left)) if left else seen
