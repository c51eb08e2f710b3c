"""Choose from lists and check boxes, native or built by the page."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from tabwire.acting import mouse
from tabwire.acting.action import act
from tabwire.acting.aiming import AIM, ask, describe
from tabwire.acting.keyboard import CONTROL, META
from tabwire.acting.outcome import Outcome
from tabwire.acting.settling import Pace
from tabwire.acting.typing import press, type_text
from tabwire.acting.watch import Watch
from tabwire.errors import ElementNotActionable, ElementNotFound, ElementStale, InvalidParams
from tabwire.reading.targets import Element
from tabwire.session.tab import Tab

CHOICES_WITHIN_S = 2.0
CHOICE_PACE = Pace(after_task=True, first_effect_s=0)


async def select(tab: Tab, element: Element, values: Sequence[str]) -> Outcome:
    """Choose by label or value; a list the page built itself is opened and its options are clicked."""
    answer: dict[str, Any] = {}

    async def perform(watch: Watch) -> None:
        watch.action_started()
        answer.update(await ask(element, "choose", values=list(values)))

    outcome = await act(tab, element.frame, "", perform, CHOICE_PACE)
    if meant := answer.get("meant"):
        return await select(tab, _element(element, meant), values)
    if radio := answer.get("radio"):
        return await set_checked(tab, _element(element, radio), wanted=True)
    if answer.get("isNative", True):
        chosen = answer.get("chosen", ())
        shown = ", ".join(f'"{label}"' for label in chosen) or "nothing"
        outcome.did = f"selected {shown} in {describe(element)}"
        return outcome
    return await _select_built(tab, element, values)


async def _select_built(tab: Tab, element: Element, values: Sequence[str]) -> Outcome:
    outcome = Outcome("")
    clicked: list[str] = []
    was_open = (await ask(element, "beforeChoosing"))["isOpen"]
    for value in values:
        try:
            option = await _open_and_find(tab, element, value)
        except ElementNotFound as error:
            # Where choices are searched for, the error says so, and the list with the search stays.
            if error.data["choices"] and not was_open:
                await _close(tab, element)
            raise
        if option is not None:
            outcome = await mouse.click(tab, option)
            clicked.append(value)
    if not was_open and outcome.can_be_checked:
        outcome.notes += await _close(tab, element)
    outcome.did = f"{_told(clicked or values, is_new=bool(clicked))} in {describe(element)}"
    return outcome


async def _close(tab: Tab, element: Element) -> list[str]:
    """Close a list that stays open: it would cover what comes next."""
    state = await element.frame.call("listState", ref=element.bare_ref)
    if not state["isOpen"]:
        return []
    if not state["isInDialog"]:
        await press(tab, "Escape")
        state = await element.frame.call("listState", ref=element.bare_ref)
    if state["isOpen"]:
        # Whatever came of the choice, it is told whether its list can be closed or not.
        with suppress(ElementNotActionable, ElementStale):
            await mouse.click(tab, element)
        state = await element.frame.call("listState", ref=element.bare_ref)
    return ["its list is still open" if state["isOpen"] else "its list was closed again"]


def _told(values: Sequence[str], *, is_new: bool) -> str:
    shown = ", ".join(f'"{value}"' for value in values)
    if is_new:
        return f"selected {shown}"
    return f"{shown} {'was' if len(values) == 1 else 'were'} chosen already"


async def _open_and_find(tab: Tab, element: Element, value: str) -> Element | None:
    """Return the option to click, or nothing when it is chosen already."""
    answer = await ask(element, "findChoice", value=value)
    if answer["found"] is None:
        answer = await _open(tab, element, value)
    if answer["hasClosed"]:
        await ask(element, "beforeChoosing")
        answer = await _open(tab, element, value)
    if answer["found"] is None and answer["isField"]:
        await type_text(tab, element, value)
        answer = await _await_choice(element, value, is_searching=True)
    if answer["found"] is None:
        raise ElementNotFound(
            f'{describe(element)} has no choice "{value}".',
            next_step=_next_step(element, answer),
            choices=answer["labels"],
        )
    return None if answer["isSelected"] else _element(element, answer["found"])


def _next_step(element: Element, answer: dict[str, Any]) -> str:
    labels = ", ".join(f'"{label}"' for label in answer["labels"][:12])
    if labels:
        return f"There is: {labels}."
    if answer["search"]:
        return f"It shows no choices: `type` into {describe(_element(element, answer['search']))} to search."
    return "It shows no choices: look with `snapshot`."


async def _open(tab: Tab, element: Element, value: str) -> dict[str, Any]:
    await mouse.click(tab, element)
    state = await element.frame.call("listState", ref=element.bare_ref)
    if state["takesKeys"] and not state["isOpen"]:
        # A field for screen readers, which the press has only given the focus.
        await press(tab, "ArrowDown")
    return await _await_choice(element, value)


async def _await_choice(element: Element, value: str, *, is_searching: bool = False) -> dict[str, Any]:
    """Look for a choice; a list that has just been opened or searched may still be filling."""
    deadline = time.monotonic() + CHOICES_WITHIN_S
    while True:
        count = (await element.frame.call("changeCount"))["count"]
        answer: dict[str, Any] = await ask(element, "findChoice", value=value)
        left_s = deadline - time.monotonic()
        # What is listed while it is searched was found for what the field held before.
        is_final = answer["labels"] and not is_searching
        if answer["found"] is not None or is_final or answer["hasClosed"] or left_s <= 0:
            return answer
        await element.frame.call("changeAfter", count=count, limitMs=left_s * 1000)


def _element(near: Element, facts: dict[str, Any]) -> Element:
    return Element(near.frame, facts["ref"], facts["role"], facts["name"])


async def set_checked(tab: Tab, element: Element, wanted: bool) -> Outcome:
    """Check or uncheck a box, and make sure that it took."""
    verb = "checked" if wanted else "unchecked"
    state = await ask(element, "aimToCheck", wanted=wanted)
    if not state["isCheckable"]:
        raise ElementNotActionable(f"{describe(element)} is nothing one can check.", next_step="Use `click`.")
    if state["isChecked"] == wanted:
        return Outcome(f"{describe(element)} is {verb} already")
    if state["isRadio"] and not wanted:
        raise InvalidParams(
            f"{describe(element)} is a radio button: it is unchecked by checking another one of its group."
        )
    # The browser checks its own boxes at once; those that the page built may take their time.
    pace = CHOICE_PACE if state["isNative"] else Pace()
    aimed = replace(element, answers={AIM.name: state["aim"]})
    outcome = await mouse.click(tab, aimed, pace=replace(pace, checks=element.bare_ref))
    outcome.did = f"{verb} {describe(element)}"
    if outcome.can_be_checked:
        await _confirm(element, wanted, verb)
    return outcome


async def _confirm(element: Element, wanted: bool, verb: str) -> None:
    state = await ask(element, "checkState")
    if state["isChecked"] != wanted:
        raise ElementNotActionable(
            f"{describe(element)} was clicked but is not {verb}: the page refused it.",
            next_step="Look at the page with `snapshot`.",
        )


async def choose_option(tab: Tab, option: Element, modifiers: int = 0) -> Outcome | None:
    """Choose an option of a native list, which has no place of its own to click at.

    In a list that takes several, Control or Meta adds it to what is chosen, or takes it out.
    """
    if not (await ask(option, "isNativeOption"))["isNative"]:
        return None
    answer: dict[str, Any] = {}

    async def perform(watch: Watch) -> None:
        watch.action_started()
        answer.update(await ask(option, "chooseOption", adding=bool(modifiers & (CONTROL | META))))

    outcome = await act(tab, option.frame, "", perform, CHOICE_PACE)
    outcome.did = f"{'selected' if answer.get('isChosen', True) else 'deselected'} {describe(option)}"
    return outcome
