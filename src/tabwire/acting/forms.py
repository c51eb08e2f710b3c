"""Fill many fields in one go: all of them are checked before the first is touched."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from tabwire.acting.action import act
from tabwire.acting.aiming import ask
from tabwire.acting.choosing import select, set_checked
from tabwire.acting.done import FormSubmitted, LeftOut, OnElement
from tabwire.acting.looks import element_near, seen_in
from tabwire.acting.observation import Observation
from tabwire.acting.observer import Observer
from tabwire.acting.typing import REFUSALS, type_all, type_text
from tabwire.acting.wording import (
    candidates_listed,
    choice_refused,
    field_problem,
    no_form,
)
from tabwire.errors import DialogOpen, ElementAmbiguous, InvalidParams, TabwireError
from tabwire.protocol.page_agent import PageAgent
from tabwire.protocol.page_agent.forms import FieldFacts
from tabwire.reading.targets import Element, Question, find_element
from tabwire.session.tab import Tab

Value = str | bool | int | float | list[str]
YES = {"true", "yes", "on", "1", "checked"}
NO = {"false", "no", "off", "0", "unchecked", ""}


@dataclass(frozen=True)
class Entry:
    """One field and what to put into it; the `text_beside` it, if that was named instead."""

    element: Element
    takes: str
    suggests: bool
    value: Value
    text_beside: str = ""

    @property
    def is_plain(self) -> bool:
        """Tell whether typing is all there is to do: no list to wait for, nothing to click."""
        return self.takes in ("text", "value") and not self.suggests

    @property
    def text(self) -> str:
        """Return the value as it is typed."""
        return ", ".join(self.value) if isinstance(self.value, list) else str(self.value)

    @property
    def wants_check(self) -> bool | None:
        """Return whether a box is to be checked, or nothing when the value does not say."""
        text = str(self.value).lower()
        return True if text in YES else False if text in NO else None


async def fill(tab: Tab, fields: Mapping[str, Value]) -> list[Observation]:
    """Fill every field, in order; when one cannot be filled, none is touched.

    What fails only after others were filled is told with them.
    """
    checked = await asyncio.gather(*(_check(tab, target, value) for target, value in fields.items()))
    problems = [found for found in checked if isinstance(found, str)]
    if problems:
        raise InvalidParams(
            f"Nothing was filled. {' '.join(problems)}", next_step="Correct these fields.", problems=problems
        )
    entries = [entry for entry in checked if isinstance(entry, Entry)]
    seen: list[Observation] = []
    try:
        await _fill_all(tab, entries, seen)
    except (DialogOpen, *REFUSALS) as error:
        if not seen:
            raise
        seen.append(Observation(LeftOut(entries[len(seen)].element, error)))
    seen += [Observation(LeftOut(entry.element)) for entry in entries[len(seen) :]]
    return [_named_by(entry, one) for entry, one in zip(entries, seen, strict=True)]


def _named_by(entry: Entry, seen: Observation) -> Observation:
    """Add the text that a field was named by."""
    did = seen.did
    if entry.text_beside and isinstance(did, OnElement) and did.element.ref == entry.element.ref:
        return replace(seen, did=replace(did, beside=entry.text_beside))
    return seen


async def _fill_all(tab: Tab, entries: Sequence[Entry], seen: list[Observation]) -> None:
    """Fill fields up to the first that fails; add what came of each to `seen`."""
    for is_plain, group in groupby(entries, key=lambda entry: entry.is_plain):
        if is_plain:
            typed, are_all_typed = await type_all(tab, [(entry.element, entry.text) for entry in group])
            seen += typed
            if not are_all_typed:
                return
        else:
            for entry in group:
                seen.append(await _fill(tab, entry))


async def _check(tab: Tab, target: str, value: Value) -> Entry | str:
    """Find a field and see that it takes the value; otherwise say why not."""
    choices = _choices(value)
    try:
        element = await find_element(tab, target, Question(PageAgent.field_facts, {"choices": choices}))
        facts = element.answer_to(PageAgent.field_facts) or await _field_facts(element, choices)
        text = ""
        if facts.named:
            text = element.name
            element = element_near(element, facts.named)
            facts = await _field_facts(element, choices)
    except ElementAmbiguous as error:
        return f"{target}: {error.message} Pass one of {candidates_listed(error.data['candidates'])}."
    except TabwireError as error:
        return f"{target}: {error.message} {error.next_step}".strip()
    entry = Entry(element, facts.takes, facts.suggests, value, text)
    if facts.refused:
        refusal = choice_refused(facts.refused)
        return f"{target}: {refusal.message} {refusal.next_step}".strip()
    return field_problem(element, facts, is_yes_or_no=entry.wants_check is not None) or entry


async def _field_facts(element: Element, choices: list[str]) -> FieldFacts:
    return await ask(element, element.agent.field_facts(element.bare_ref, choices=choices))


def _choices(value: Value) -> list[str]:
    return value if isinstance(value, list) else [str(value)]


async def _fill(tab: Tab, entry: Entry) -> Observation:
    if entry.takes == "check":
        return await set_checked(tab, entry.element, bool(entry.wants_check))
    if entry.takes == "choice":
        return await select(tab, entry.element, _choices(entry.value))
    return await type_text(tab, entry.element, entry.text)


async def submit(tab: Tab, element: Element | None) -> Observation:
    """Send a form as its submit button would, with the browser's own checks."""
    frame = element.frame if element else tab.main_frame
    did = FormSubmitted()

    async def perform(observer: Observer) -> None:
        nonlocal did
        observer.action_started()
        form = await frame.agent.submit_form(element.bare_ref if element else "")
        if not form.is_found:
            raise no_form(can_be_named=form.can_be_named)
        did = FormSubmitted(form.invalid and seen_in(frame, form.invalid), form.complaint)

    seen = await act(tab, frame, did, perform)
    return replace(seen, did=did)
