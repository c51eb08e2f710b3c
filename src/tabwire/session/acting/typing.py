"""Type into fields so that the page takes it for a person's typing, and check that it arrived."""

from __future__ import annotations

import re
from typing import Any

from tabwire.errors import ElementNotActionable
from tabwire.session.acting.action import act
from tabwire.session.acting.aiming import ACTIONABLE_WITHIN_S, aim_at, ask, focused_frame, spell
from tabwire.session.acting.keyboard import chord, strokes
from tabwire.session.acting.mouse import press_at
from tabwire.session.acting.outcome import Outcome
from tabwire.session.acting.settling import Pace
from tabwire.session.acting.watch import Watch
from tabwire.session.reading.targets import Element
from tabwire.session.tab import Tab

# Suggestions come after the pause that pages wait for the next key.
SUGGESTIONS_WITHIN_S = 0.5
SHOWN_CHARS = 60


async def type_text(
    tab: Tab, element: Element, text: str, *, append: bool = False, submit: bool = False, slowly: bool = False
) -> Outcome:
    """Type into a field: in place of what it holds, or after it."""
    field = Field(tab, element)
    facts = await field.prepare(append)
    if submit:
        pace = Pace()
    elif facts["suggests"] and text:
        pace = Pace(after_task=True, awaited="dom", first_effect_s=SUGGESTIONS_WITHIN_S, marks=False)
    else:
        pace = Pace(after_task=True, first_effect_s=0, marks=False)

    async def deed(watch: Watch) -> None:
        watch.begin_deed()
        await field.write(text, slowly, append)
        if submit:
            await tab.page.input.keys(chord("Enter"))

    outcome = await act(tab, element.frame, f"typed into {spell(element)}", deed, pace)
    if outcome.can_be_checked and not submit:
        outcome.notes += await field.difference(text, append)
    return outcome


class Field:
    """A field that is being typed into."""

    def __init__(self, tab: Tab, element: Element) -> None:
        self._tab = tab
        self._element = element
        self._facts: dict[str, Any] = {}

    async def prepare(self, append: bool) -> dict[str, Any]:
        """Focus the field with its text selected, or the caret at its end."""
        limit_ms = ACTIONABLE_WITHIN_S * 1000
        self._facts = await ask(self._element, "prepareTyping", append=append, limitMs=limit_ms)
        if not self._facts["isFocused"]:
            await self._click_into()
            self._facts = await ask(self._element, "prepareTyping", append=append, limitMs=limit_ms)
        if self._facts["kind"] == "select":
            raise ElementNotActionable(
                f"{spell(self._element)} is a list of choices.", next_step="Use `select` on it."
            )
        return self._facts

    async def _click_into(self) -> None:
        aim = await aim_at(self._element)
        await self._tab.page.input.mouse(press_at(aim.x, aim.y, "left", 1, 0))
        await aim.missed()

    async def write(self, text: str, slowly: bool, append: bool) -> None:
        """Put the text into the field; when it refuses text in one go, key by key."""
        if self._facts["kind"] == "value":
            await self._element.frame.call("setValue", ref=self._facts["field"], text=text)
            return
        if slowly:
            await self._clear(append)
            await self._write_keys(text)
            return
        await self._insert(text, append)
        if text and not append and await self._refused():
            await self._element.frame.call(
                "prepareTyping", ref=self._facts["field"], append=append, limitMs=0
            )
            await self._write_keys(text)

    async def _insert(self, text: str, append: bool) -> None:
        if not text:
            await self._clear(append)
        elif self._facts["kind"] == "editor" and "\n" in text:
            await self._insert_lines(text)
        else:
            await self._tab.page.input.insert_text(text)

    async def _insert_lines(self, text: str) -> None:
        """Editors start paragraphs on Enter; a line break inside inserted text confuses them."""
        for number, line in enumerate(text.split("\n")):
            if number:
                await self._tab.page.input.keys(chord("Enter"))
            if line:
                await self._tab.page.input.insert_text(line)

    async def _clear(self, append: bool) -> None:
        if not append and not self._facts["isEmpty"]:
            await self._tab.page.input.keys(chord("Delete"))

    async def _write_keys(self, text: str) -> None:
        for stroke in strokes(text):
            if isinstance(stroke, str):
                await self._tab.page.input.insert_text(stroke)
            else:
                await self._tab.page.input.keys(stroke)

    async def _refused(self) -> bool:
        facts = await self._read("")
        return bool(facts["isThere"] and facts["isEmpty"])

    async def _read(self, text: str) -> dict[str, Any]:
        facts: dict[str, Any] = await self._element.frame.call("typed", ref=self._facts["field"], text=text)
        return facts

    async def difference(self, text: str, append: bool) -> list[str]:
        """Say when the field holds something else than what was typed: masks, limits, refusals."""
        facts = await self._read(text)
        if append or not facts["isThere"] or facts["isSame"] or _is_same_but_blanks(facts["holds"], text):
            return []
        if facts["isSecret"]:
            return ["the field holds something else than was typed"]
        shown = str(facts["holds"])
        return [f'it now holds "{shown[:SHOWN_CHARS]}{"…" if len(shown) > SHOWN_CHARS else ""}"']


def _is_same_but_blanks(holds: str | None, text: str) -> bool:
    return holds is not None and re.sub(r"\s+", "", holds) == re.sub(r"\s+", "", text)[: len(holds)]


async def press(tab: Tab, key: str) -> Outcome:
    """Press a key or a chord; it goes to whatever has the focus."""
    keys = chord(key)
    frame = await focused_frame(tab)

    async def deed(watch: Watch) -> None:
        await frame.call("watchEffects", ref="")
        watch.begin_deed()
        await tab.page.input.keys(keys)

    return await act(tab, frame, f"pressed {key}", deed)
