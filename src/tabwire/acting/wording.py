"""The sentences about actions: what was done, what came with it, and what stands in the way.

Everything else in this package hands over data.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tabwire.acting import done, notes
from tabwire.acting.looks import element_near, seen_in
from tabwire.acting.notes import Fact, Unfinished
from tabwire.errors import (
    ElementNotActionable,
    ElementNotFound,
    ElementStale,
    InvalidParams,
    TabwireError,
)
from tabwire.protocol.page_agent.elements import ElementLook
from tabwire.protocol.page_agent.forms import FieldFacts
from tabwire.protocol.page_agent.obstacles import ChoiceRefusal, Obstacle, ValueRefusal
from tabwire.protocol.typed_json import decode, encode
from tabwire.reading.targets import Element
from tabwire.session.tab import Frame

NAME_CHARS = 60
URL_CHARS = 120
CHOICES_LISTED = 12
CHOICE_CHARS = 40

# What an element is, and what to do about it.
OBSTACLES = {
    "not_shown": ("not shown", "Open whatever hides it first."),
    "invisible": ("invisible", "Open whatever hides it first."),
    "no_size": ("without size", "Choose a visible element."),
    "disabled": ("disabled", "Do first what enables it."),
    "inert": ("inert: a dialog or the page blocks it", "Close the dialog first."),
    "covered": ("covered by {by}", "Close or move what covers it."),
    "lets_through": (
        "letting clicks through to what is behind it, {by}",
        "It may be disabled. Else click what is behind it, or a point of its outline with `click_at`.",
    ),
    "out_of_reach": (
        "outside the part of the page that can be scrolled to",
        "Scroll its container first.",
    ),
    "out_of_view": ("outside the visible part of the page", "Close or move what covers it."),
    "moving": ("moving", "Wait until it stands still."),
    "read_only": (
        "read-only",
        "Click it: it may open a picker; or look for the control that changes it.",
    ),
    "not_a_field": ("not a text field", ""),
    "a_list": ("a list of choices", "Use `select` on it."),
    "a_radio": ("a radio button: it is unchecked by checking another one of its group", ""),
}
USE_INSTEAD = {
    "field": "Choose a text field.",
    "keys": "Click it, then `press` ArrowRight or ArrowLeft, or `drag` it.",
    "click": "Click or double-click it: it may open a field.",
}
EXAMPLES = {
    "date": "2027-03-31",
    "time": "14:30",
    "month": "2027-03",
    "week": "2027-W13",
    "datetime-local": "2027-03-31T14:30",
    "color": "#ff8800",
    "range": "a number",
}
NOTES = {
    Fact.NOTHING_CHANGED: "nothing visible changed",
    Fact.FILES_ASKED_FOR: "the page asks for files: use `upload` on the same target",
    Fact.LIST_STILL_OPEN: "its list is still open",
    Fact.LIST_CLOSED: "its list was closed again",
    Fact.FIELD_DIFFERS: "the field holds something else than was typed",
    Unfinished.PAGE_BUSY: "the page does not answer: a script keeps it busy",
    Unfinished.DOWNLOADING: "still downloading",
    Unfinished.CHANGING: "the page still changes",
}


def describe(element: Element, beside: str = "") -> str:
    """Return an element as replies name it: ref, role and name, and the text that it was named by."""
    name = f' "{_short(element.name)}"' if element.name else ""
    where = f' beside "{_short(beside)}"' if beside else ""
    return f"{element.ref} {element.role}{name}{where}"


def named(look: ElementLook | None) -> str:
    """Return an element that the page agent saw as replies name it."""
    if look is None:
        return "nothing"
    return f'{look.role} "{look.name}" {look.ref}' if look.name else f"{look.role} {look.ref}"


def _short(text: str) -> str:
    return f"{text[:NAME_CHARS]}…" if len(text) > NAME_CHARS else text


def _listed(labels: Sequence[str]) -> str:
    return ", ".join(f'"{label}"' for label in labels)


def done_text(did: done.Done) -> str:
    """Say what was done."""
    match did:
        case done.Clicked() | done.ClickedAt():
            return f"{_clicked(did.button, did.count)} {_where(did)}"
        case done.Hovered():
            return f"hovered over {_where(did)}"
        case done.HoveredAt(x, y):
            return f"moved the mouse to {x:g},{y:g}"
        case done.Dragged(source, destination):
            return f"dragged {describe(source)} to {describe(destination)}"
        case done.DraggedAt(points):
            start, *via, end = points
            through = f" via {len(via)} point{'s' if len(via) > 1 else ''}" if via else ""
            return f"dragged from {start.x:g},{start.y:g}{through} to {end.x:g},{end.y:g}"
        case done.Pressed(keys):
            return f"pressed {keys}"
        case done.FormSubmitted(invalid, complaint):
            return (
                f"the form was not sent: {named(invalid)}: {complaint}" if invalid else "submitted the form"
            )
        case done.PageScrolled():
            return _scrolled(did)
        case done.DialogAnswered(dialog, accept):
            return f"{'accepted' if accept else 'dismissed'} {dialog.words}"
    return _done_to_element(did)


def _done_to_element(did: done.OnElement) -> str:
    it = _where(did)
    match did:
        case done.Tapped():
            return f"tapped {it}"
        case done.Swiped():
            return f"swiped over {it}"
        case done.Typed():
            return f"typed into {it}"
        case done.Selected():
            return f"{_selected(did)} in {it}"
        case done.OptionSet():
            return f"{'selected' if did.is_chosen else 'deselected'} {it}"
        case done.CheckSet():
            verb = check_verb(did.is_checked)
            return f"{it} is {verb} already" if did.was_set else f"{verb} {it}"
        case done.FilesGiven():
            return f"gave {', '.join(did.names)} to {it}"
        case done.LeftOut():
            return _left_out(did)
    return f"scrolled to {it}"


def _where(did: done.OnElement | done.ClickedAt) -> str:
    if isinstance(did, done.ClickedAt):
        return f"at {did.x:g},{did.y:g}"
    return describe(did.element, did.beside)


def _clicked(button: done.Button, count: int) -> str:
    if button == "left":
        return {1: "clicked", 2: "double-clicked"}.get(count, f"clicked {count} times")
    return f"{button}-clicked"


def check_verb(is_checked: bool) -> str:
    """Return the word for checking or unchecking a box."""
    return "checked" if is_checked else "unchecked"


def _selected(did: done.Selected) -> str:
    labels = _listed(did.labels)
    if did.was_chosen:
        return f"{labels} {'was' if len(did.labels) == 1 else 'were'} chosen already"
    return f"selected {labels or 'nothing'}"


def _scrolled(did: done.PageScrolled) -> str:
    if did.moved_px is None:
        return f"scrolled {did.direction}"
    if not did.moved_px:
        return f"cannot scroll {did.direction} any further"
    return f"scrolled {did.direction} {did.moved_px:g} px, now at {did.at_px:g} of {did.end_px:g}"


def _left_out(did: done.LeftOut) -> str:
    reason = f": {_reason(did.error)}" if did.error else ""
    doubt = ", or typed into it before the dialog opened" if did.is_doubtful else ""
    return f"left out {_where(did)}{reason}{doubt}"


def _reason(error: TabwireError) -> str:
    if obstacle := _obstacle_in(error):
        return f"it is {_obstacle_text(obstacle)}"
    if isinstance(error, ElementStale):
        return "it is no longer on the page"
    return error.message.removesuffix(".")


def note_text(note: notes.Note) -> str:
    """Say what a note says."""
    match note:
        case Fact() | Unfinished():
            return NOTES[note]
        case notes.StillLoading(url):
            return f"still loading {url[:URL_CHARS]}"
        case notes.StillWaiting(url, more):
            return f"still waiting for {url[:URL_CHARS]}" + (f" and {more} more" if more else "")
        case notes.TabGone(tab):
            return f"tab {tab} is closed"
        case notes.FieldHolds(text):
            return f'it now holds "{_short(text)}"'
        case notes.KeysLeftOut(keys):
            return f"left out {' '.join(keys)}: the page went on before"
        case notes.ContentCame(elements):
            return f"new content came ({elements:+d} elements)"
        case notes.Notice(text):
            return text


def _obstacle_text(obstacle: Obstacle) -> str:
    return OBSTACLES[obstacle.kind][0].format(by=named(obstacle.by))


def _obstacle_in(error: TabwireError) -> Obstacle | None:
    raw = error.data.get("obstacle")
    return decode(Obstacle, raw) if raw else None


def not_actionable(error: ElementNotActionable, frame: Frame, element: Element | None) -> TabwireError:
    """Return the page agent's refusal to act on an element, or on the frame itself, for the caller."""
    obstacle = _obstacle_in(error)
    return refusal(obstacle, frame, element) if obstacle else error


def refusal(
    obstacle: Obstacle,
    frame: Frame,
    element: Element | None,
    error: type[TabwireError] = ElementNotActionable,
) -> TabwireError:
    """Say what stands in the way of acting on an element, or on a frame, as its page agent sees it."""
    if obstacle.by:
        obstacle = replace(obstacle, by=seen_in(frame, obstacle.by))
    return error(
        f"{describe(element) if element else 'The frame'} is {_obstacle_text(obstacle)}.",
        next_step=_way_out(obstacle, element),
        obstacle={"kind": obstacle.kind, **({"by": encode(obstacle.by)} if obstacle.by else {})},
    )


def _way_out(obstacle: Obstacle, element: Element | None) -> str:
    if obstacle.meant and element:
        return _use(element_near(element, obstacle.meant))
    return USE_INSTEAD[obstacle.use] if obstacle.kind == "not_a_field" else OBSTACLES[obstacle.kind][1]


def _use(field: Element) -> str:
    return f"Use {describe(field)}, the field beside it."


def moved_away(element: Element, instead: ElementLook | None, *, is_repeated: bool) -> TabwireError:
    """Say that presses did not reach an element, and what got the last one."""
    what = "does not keep still" if is_repeated else "moved away"
    return ElementNotActionable(
        f"{describe(element)} {what}: {named(instead)} is in its place.",
        next_step="Wait, then try again." if is_repeated else "",
    )


def element_went(element: Element, pressed: Sequence[str]) -> TabwireError:
    """Say that a press reached only the document that took the place of the element's own."""
    return ElementStale(
        f"{describe(element)} went with its document just before the press, which reached the new one: "
        f"{' and '.join(pressed)}."
    )


def choice_refused(refusal: ChoiceRefusal) -> TabwireError:
    """Say why a native list or a group of radio buttons does not take a choice."""
    if refusal.kind == "only_one":
        return InvalidParams("This list takes one choice only.", next_step="Pass one value.")
    if refusal.kind == "disabled":
        return ElementNotActionable(f'The choice "{refusal.wanted}" is disabled.')
    return ElementNotFound(
        f'There is no choice "{refusal.wanted}".',
        next_step=choices_listed(refusal.choices, refusal.total) or "It shows no choices.",
        choices=refusal.choices,
    )


def choices_listed(labels: Sequence[str], total: int) -> str:
    """List the choices that there are; the first of them, when they are many."""
    shown = _listed([label[:CHOICE_CHARS] for label in labels[:CHOICES_LISTED]])
    more = f" and {total - CHOICES_LISTED} more" if total > CHOICES_LISTED else ""
    return f"Choices: {shown}{more}." if shown else ""


def value_refused(text: str, refusal: ValueRefusal) -> TabwireError:
    """Say what a field takes instead of a value that it refused."""
    kind = {"range": "number", "datetime-local": "date and time"}.get(refusal.type, refusal.type)
    limits = f" ({refusal.min or '…'} to {refusal.max or '…'})" if refusal.min or refusal.max else ""
    return InvalidParams(
        f'The field takes a {kind}{limits}, not "{text}".',
        next_step=f"Write it as {EXAMPLES.get(refusal.type, 'the field expects')}.",
    )


def no_form(*, can_be_named: bool) -> TabwireError:
    """Say that there is no form to submit."""
    named_by = "Name a field of the form as `target`."
    return ElementNotFound(
        "There is no form to submit.",
        next_step=named_by if can_be_named else "Click the page's own button instead.",
    )


def field_problem(element: Element, facts: FieldFacts, *, is_yes_or_no: bool) -> str:
    """Say why a field does not take its value; empty when it does."""
    if facts.obstacle:
        error = refusal(replace(facts.obstacle, meant=facts.meant), element.frame, element)
        return f"{error.message} {error.next_step}".strip()
    misfit: dict[str, str] = {"nothing": "no field", "files": "a file field: use `upload`"}
    if not is_yes_or_no:
        misfit["check"] = "checked by true or false"
    if facts.takes not in misfit:
        return ""
    next_step = _use(element_near(element, facts.meant)) if facts.meant else ""
    return f"{describe(element)} is {misfit[facts.takes]}. {next_step}".strip()


def candidates_listed(candidates: Any) -> str:
    """List the elements that a target may mean, as an ambiguous match tells them."""
    return ", ".join(f"{candidate['ref']} {candidate['role']}" for candidate in candidates)
