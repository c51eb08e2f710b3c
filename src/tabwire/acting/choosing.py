"""Choose from lists and check boxes, native or built by the page."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from tabwire.acting import mouse
from tabwire.acting.action import act
from tabwire.acting.aiming import ask
from tabwire.acting.done import CheckSet, OptionSet, Selected
from tabwire.acting.keyboard import CONTROL, META
from tabwire.acting.looks import element_near
from tabwire.acting.notes import Fact
from tabwire.acting.observation import Observation
from tabwire.acting.observer import Observer
from tabwire.acting.pace import Pace
from tabwire.acting.typing import press, type_text
from tabwire.acting.wording import check_verb, choice_refused, choices_listed, describe, refusal
from tabwire.errors import ElementNotActionable, ElementNotFound, ElementStale, InvalidParams
from tabwire.protocol.page_agent import PageAgent
from tabwire.protocol.page_agent.choosing import Chosen, FoundChoice
from tabwire.protocol.page_agent.obstacles import Obstacle
from tabwire.reading.targets import Element
from tabwire.session.tab import Tab

CHOICES_WITHIN_S = 2.0
CHOICE_PACE = Pace(after_task=True, first_effect_s=0)


async def select(tab: Tab, element: Element, values: Sequence[str]) -> Observation:
    """Choose by label or value; a list the page built itself is opened and its options are clicked."""
    chosen = Chosen(labels=[])

    async def perform(observer: Observer) -> None:
        nonlocal chosen
        observer.action_started()
        chosen = await ask(element, element.agent.choose(element.bare_ref, values=list(values)))
        if chosen.refused:
            raise choice_refused(chosen.refused)

    seen = await act(tab, element.frame, Selected(element), perform, CHOICE_PACE)
    if chosen.meant:
        return await select(tab, element_near(element, chosen.meant), values)
    if chosen.radio:
        return await set_checked(tab, element_near(element, chosen.radio), wanted=True)
    if chosen.labels is not None:
        return replace(seen, did=Selected(element, chosen.labels))
    return await _select_built(tab, element, values)


async def _select_built(tab: Tab, element: Element, values: Sequence[str]) -> Observation:
    seen = Observation(Selected(element))
    clicked: list[str] = []
    was_open = await ask(element, element.agent.before_choosing(element.bare_ref))
    for value in values:
        try:
            option = await _open_and_find(tab, element, value)
        except ElementNotFound as error:
            # Where choices are searched for, the error says so, and the list with the search stays.
            if error.data["choices"] and not was_open:
                await _close(tab, element)
            raise
        if option is not None:
            seen = await mouse.click(tab, option)
            clicked.append(value)
    if not was_open and seen.can_be_checked:
        seen = seen.noting(*await _close(tab, element))
    return replace(seen, did=Selected(element, clicked or values, was_chosen=not clicked))


async def _close(tab: Tab, element: Element) -> list[Fact]:
    """Close a list that stays open: it would cover what comes next."""
    state = await element.agent.list_state(element.bare_ref)
    if not state.is_open:
        return []
    if not state.is_in_dialog:
        await press(tab, "Escape")
        state = await element.agent.list_state(element.bare_ref)
    if state.is_open:
        # Whatever came of the choice, it is told whether its list can be closed or not.
        with suppress(ElementNotActionable, ElementStale):
            await mouse.click(tab, element)
        state = await element.agent.list_state(element.bare_ref)
    return [Fact.LIST_STILL_OPEN if state.is_open else Fact.LIST_CLOSED]


async def _open_and_find(tab: Tab, element: Element, value: str) -> Element | None:
    """Return the option to click, or nothing when it is chosen already."""
    answer = await _find_choice(element, value)
    if answer.found is None:
        answer = await _open(tab, element, value)
    if answer.has_closed:
        await ask(element, element.agent.before_choosing(element.bare_ref))
        answer = await _open(tab, element, value)
    if answer.found is None and answer.is_field:
        await type_text(tab, element, value)
        answer = await _await_choice(element, value, is_searching=True)
    if answer.found is None:
        raise ElementNotFound(
            f'{describe(element)} has no choice "{value}".',
            next_step=_next_step(element, answer),
            choices=answer.labels,
        )
    return None if answer.is_selected else element_near(element, answer.found)


async def _find_choice(element: Element, value: str) -> FoundChoice:
    return await ask(element, element.agent.find_choice(element.bare_ref, value=value))


def _next_step(element: Element, answer: FoundChoice) -> str:
    if answer.labels:
        return choices_listed(answer.labels, len(answer.labels))
    if answer.search:
        return f"It shows no choices: `type` into {describe(element_near(element, answer.search))} to search."
    return "It shows no choices: look with `snapshot`."


async def _open(tab: Tab, element: Element, value: str) -> FoundChoice:
    await mouse.click(tab, element)
    state = await element.agent.list_state(element.bare_ref)
    if state.takes_keys and not state.is_open:
        # A field for screen readers, which the press has only given the focus.
        await press(tab, "ArrowDown")
    return await _await_choice(element, value)


async def _await_choice(element: Element, value: str, *, is_searching: bool = False) -> FoundChoice:
    """Look for a choice; a list that has just been opened or searched may still be filling."""
    deadline = time.monotonic() + CHOICES_WITHIN_S
    while True:
        count = (await element.agent.change_count()).count
        answer = await _find_choice(element, value)
        left_s = deadline - time.monotonic()
        # What is listed while it is searched was found for what the field held before.
        is_final = answer.labels and not is_searching
        if answer.found is not None or is_final or answer.has_closed or left_s <= 0:
            return answer
        await element.agent.change_after(count=count, limit_ms=left_s * 1000)


async def set_checked(tab: Tab, element: Element, wanted: bool) -> Observation:
    """Check or uncheck a box, and make sure that it took."""
    state = await ask(element, element.agent.aim_to_check(element.bare_ref, wanted=wanted))
    if not state.is_checkable:
        raise ElementNotActionable(f"{describe(element)} cannot be checked.", next_step="Use `click`.")
    if state.is_checked == wanted:
        return Observation(CheckSet(element, wanted, was_set=True))
    if state.is_radio and not wanted:
        raise refusal(Obstacle("a_radio"), element.frame, element, InvalidParams)
    # The browser checks its own boxes at once; those that the page built may take their time.
    pace = CHOICE_PACE if state.is_native else Pace()
    aimed = replace(element, answers={PageAgent.aim_now: state.aim})
    seen = await mouse.click(tab, aimed, pace=replace(pace, checks=element.bare_ref))
    if seen.can_be_checked:
        await _confirm(element, wanted)
    return replace(seen, did=CheckSet(element, wanted))


async def _confirm(element: Element, wanted: bool) -> None:
    state = await ask(element, element.agent.check_state(element.bare_ref))
    if state.is_checked != wanted:
        raise ElementNotActionable(
            f"{describe(element)} was clicked but is not {check_verb(wanted)}: the page refused it.",
            next_step="Look at the page with `snapshot`.",
        )


async def choose_option(tab: Tab, option: Element, modifiers: int = 0) -> Observation | None:
    """Choose an option of a native list, which has no place of its own to click at.

    In a list that takes several, Control or Meta adds it to what is chosen, or takes it out.
    """
    if not await ask(option, option.agent.is_native_option(option.bare_ref)):
        return None
    is_chosen = True

    async def perform(observer: Observer) -> None:
        nonlocal is_chosen
        observer.action_started()
        adding = bool(modifiers & (CONTROL | META))
        is_chosen = await ask(option, option.agent.choose_option(option.bare_ref, adding=adding))

    seen = await act(tab, option.frame, OptionSet(option, is_chosen), perform, CHOICE_PACE)
    return replace(seen, did=OptionSet(option, is_chosen))
