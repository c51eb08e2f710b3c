"""Fill many fields in one go: all of them are checked before the first is touched."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from tabwire.acting.action import act
from tabwire.acting.aiming import ask, describe, element_near, instead_of, prefixed
from tabwire.acting.choosing import select, set_checked
from tabwire.acting.outcome import Outcome
from tabwire.acting.typing import REFUSALS, beside, left_out, type_all, type_text
from tabwire.acting.watch import Watch
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


async def fill(tab: Tab, fields: Mapping[str, Value]) -> list[Outcome]:
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
    outcomes: list[Outcome] = []
    try:
        await _fill_all(tab, entries, outcomes)
    except (DialogOpen, *REFUSALS) as error:
        if not outcomes:
            raise
        outcomes.append(Outcome(left_out(entries[len(outcomes)].element, error)))
    outcomes += [Outcome(left_out(entry.element)) for entry in entries[len(outcomes) :]]
    for entry, outcome in zip(entries, outcomes, strict=True):
        if entry.text_beside:
            named = beside(entry.element, entry.text_beside)
            outcome.did = outcome.did.replace(describe(entry.element), named, 1)
    return outcomes


async def _fill_all(tab: Tab, entries: Sequence[Entry], outcomes: list[Outcome]) -> None:
    """Fill fields up to the first that fails; add what came of each to the outcomes."""
    for is_plain, group in groupby(entries, key=lambda entry: entry.is_plain):
        if is_plain:
            told, are_all_typed = await type_all(tab, [(entry.element, entry.text) for entry in group])
            outcomes += told
            if not are_all_typed:
                return
        else:
            for entry in group:
                outcomes.append(await _fill(tab, entry))


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
        return f"{target}: {error.message} Pass one of {_named(error.data['candidates'])}."
    except TabwireError as error:
        return f"{target}: {error.message} {error.next_step}".strip()
    entry = Entry(element, facts.takes, facts.suggests, value, text)
    if refused := facts.refused:
        return f"{target}: {refused['message']} {refused.get('next_step', '')}".strip()
    reason = prefixed(facts.problem, element.frame) or _misfit(entry)
    next_step = instead_of(element, facts.meant) or facts.hint
    return f"{describe(element)} is {reason}. {next_step}".strip() if reason else entry


async def _field_facts(element: Element, choices: list[str]) -> FieldFacts:
    return await ask(element, element.agent.field_facts(element.bare_ref, choices=choices))


def _choices(value: Value) -> list[str]:
    return value if isinstance(value, list) else [str(value)]


def _named(candidates: Any) -> str:
    return ", ".join(f"{candidate['ref']} {candidate['role']}" for candidate in candidates)


def _misfit(entry: Entry) -> str:
    if entry.takes == "nothing":
        return "no field"
    if entry.takes == "files":
        return "a file field: use `upload`"
    if entry.takes == "check" and entry.wants_check is None:
        return "checked by true or false"
    return ""


async def _fill(tab: Tab, entry: Entry) -> Outcome:
    if entry.takes == "check":
        return await set_checked(tab, entry.element, bool(entry.wants_check))
    if entry.takes == "choice":
        return await select(tab, entry.element, _choices(entry.value))
    return await type_text(tab, entry.element, entry.text)


async def submit(tab: Tab, element: Element | None) -> Outcome:
    """Send a form as its submit button would, with the browser's own checks."""
    frame = element.frame if element else tab.main_frame
    invalid = ""

    async def perform(watch: Watch) -> None:
        nonlocal invalid
        watch.action_started()
        invalid = (await frame.agent.submit_form(element.bare_ref if element else "")).invalid

    outcome = await act(tab, frame, "submitted the form", perform)
    if invalid:
        outcome.did = f"the form was not sent: {invalid}"
    return outcome
