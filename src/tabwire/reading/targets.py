"""Find the one element that a target means, in any frame."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar, cast

from tabwire.errors import ElementAmbiguous, ElementNotFound, ElementStale, InvalidParams, TabwireError
from tabwire.protocol.functions import Method, function
from tabwire.protocol.page_agent import PageAgent
from tabwire.protocol.page_agent.reading import Summary
from tabwire.protocol.page_agent.targets import Look, Resolved
from tabwire.protocol.typed_json import decode
from tabwire.rendering.memory import ReadingMemory
from tabwire.session.tab import Frame, Tab

MAX_CANDIDATES = 5
MAX_CLOSEST = 3
_REF = re.compile(r"(f\d+)?(e\d+)")

Target = str | dict[str, str]


Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Question(Generic[Answer]):
    """A function of the page agent to call on an element, together with finding it."""

    method: Method[Answer]
    given: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Element:
    """One element of one frame. `rerendered`: it replaced the element that the ref named before.

    `answers` holds the page agent's answers about it, by function.
    """

    frame: Frame
    bare_ref: str
    role: str
    name: str
    where: str = ""
    rerendered: bool = False
    answers: Mapping[Method[Any], Any] = field(default_factory=dict)

    @property
    def ref(self) -> str:
        """Return the ref as callers write it."""
        return f"{self.frame.prefix}{self.bare_ref}"

    @property
    def agent(self) -> PageAgent:
        """Return the page agent of its frame."""
        return self.frame.agent

    def answer_to(self, method: Method[Answer]) -> Answer | None:
        """Return what the page agent said when the element was found, if it was asked and could say it."""
        return cast(Answer | None, self.answers.get(method))

    def summary(self) -> dict[str, str]:
        """Return what a caller needs to choose this element."""
        facts = {"ref": self.ref, "role": self.role, "name": self.name}
        return {**facts, "where": self.where} if self.where else facts


async def find_element(tab: Tab, target: Target, question: Question[Any] | None = None) -> Element:
    """Return the one element a target means; if it is none or several, fail with the closest ones.

    A `question` about the element of a ref is answered in the same call if that takes no waiting.
    """
    memory = tab.reading
    target = _parsed(target)
    ref = _ref_in(target)
    if ref is not None:
        return await _find_ref(tab, memory, *ref, question)
    answers = await _ask_frames(tab, memory, target)
    if not _is_sure(answers) and await _reveal(tab):
        answers = await _ask_frames(tab, memory, target)
    # An exact match in one frame wins over a partial match in another.
    exact = [(frame, answer) for frame, answer in answers if answer.total and answer.is_exact]
    answers = exact or answers
    found = [element for frame, answer in answers for element in _elements(frame, answer.matches)]
    total = sum(answer.total for _, answer in answers)
    if total == 1:
        return found[0]
    if total > 1:
        raise ElementAmbiguous(
            f"{total} elements match {_quoted(target)}.",
            candidates=[element.summary() for element in found[:MAX_CANDIDATES]],
        )
    closest = [element for frame, answer in answers for element in _elements(frame, answer.closest)]
    other = "Try one of `closest`, or use" if closest else "Use"
    raise ElementNotFound(
        f"Nothing on the page matches {_quoted(target)}.",
        next_step=f"{other} `find` or `snapshot` to see what is there.",
        closest=[element.summary() for element in closest[:MAX_CLOSEST]],
    )


_KEYS = frozenset({"ref", "css", "role", "name", "text"})


def _parsed(target: Target) -> Target:
    """Parse a target written as a JSON object; refuse objects with unknown fields."""
    if isinstance(target, str) and target.lstrip().startswith("{"):
        try:
            target = json.loads(target)
        except ValueError:
            return target
    if isinstance(target, dict) and (not target or not _KEYS.issuperset(target)):
        raise InvalidParams(
            f"A target object has the fields {', '.join(sorted(_KEYS))}, not {', '.join(target) or 'none'}.",
            next_step='Examples: {"ref": "e12"}, {"css": "#save"}, {"role": "button", "name": "Save"}.',
        )
    return target


def _quoted(target: Target) -> str:
    if isinstance(target, str):
        return f'"{target}"'
    return ", ".join(f'{name} "{text}"' for name, text in target.items())


def _ref_in(target: Target) -> tuple[str, str] | None:
    text = target if isinstance(target, str) else target.get("ref", "")
    found = _REF.fullmatch(text.strip())
    return (found.group(1) or "", found.group(2)) if found else None


def _is_sure(answers: list[tuple[Frame, Resolved]]) -> bool:
    """Return whether exactly one element matches fully."""
    found = [answer for _, answer in answers if answer.total]
    return len(found) == 1 and found[0].is_sure


async def _reveal(tab: Tab) -> bool:
    """Scan again for what scripts cannot see, because pages change; return whether there is more."""
    revealed = await asyncio.gather(*map(_reveal_in, tab.searched_frames()))
    return any(revealed)


async def _reveal_in(frame: Frame) -> bool:
    has_more, unseen = await asyncio.gather(frame.scan_unseen(), frame.agent.unseen())
    return await frame.scan_elements(unseen) or has_more


async def _ask_frames(tab: Tab, memory: ReadingMemory, target: Target) -> list[tuple[Frame, Resolved]]:
    """Ask every readable frame; ignore those that are gone meanwhile."""
    frames = tab.searched_frames()
    main, *children = frames
    first = await _resolve(main, memory, target)
    asked = (_resolve(frame, memory, target) for frame in children)
    others = await asyncio.gather(*asked, return_exceptions=True)
    answers = [(main, first)]
    for frame, answer in zip(children, others, strict=True):
        if isinstance(answer, TabwireError):
            continue
        if isinstance(answer, BaseException):
            raise answer
        answers.append((frame, answer))
    return answers


async def _resolve(frame: Frame, memory: ReadingMemory, target: Target) -> Resolved:
    answer = await frame.agent.resolve(target=target, first=memory.first_ref(frame.prefix))
    memory.note_assigned(frame.prefix, answer.next)
    return answer


def _elements(frame: Frame, matches: list[Summary]) -> list[Element]:
    return [Element(frame, match.ref, match.role, match.name, match.where) for match in matches]


async def _find_ref(
    tab: Tab, memory: ReadingMemory, prefix: str, bare: str, question: Question[Any] | None
) -> Element:
    frame = next((frame for frame in tab.frames() if frame.prefix == prefix), None)
    if frame is None:
        was = memory.seen(f"{prefix}{bare}")
        raise ElementStale(f"{prefix}{bare} was in a frame that is gone.", was=str(was or ""))
    first = memory.first_ref(prefix)
    try:
        answer, said = await _resolve_ref(frame, bare, first, question)
    except ElementStale as error:
        raise await _stale(frame, memory, bare, error) from error
    memory.note_assigned(prefix, answer.next)
    element = _elements(frame, answer.matches)[0]
    return replace(element, rerendered=answer.rerendered, answers=said)


async def _resolve_ref(
    frame: Frame, bare: str, first: int, question: Question[Any] | None
) -> tuple[Resolved, Mapping[Method[Any], Any]]:
    """Find a ref and ask the question in the same call; return its answer too, if there is one."""
    if question is None:
        return await frame.agent.resolve(target={"ref": bare}, first=first), {}
    asked = function(question.method)
    given = asked.arguments((), dict(question.given))
    found = await frame.agent.resolve_and(ref=bare, first=first, question=asked.name, given=given)
    return found, {} if found.answer is None else {question.method: asked.read(found.answer)}


async def _stale(frame: Frame, memory: ReadingMemory, bare: str, error: ElementStale) -> ElementStale:
    """Return the error for a stale ref: what it was, and which elements resemble it now."""
    ref = f"{frame.prefix}{bare}"
    was = str(error.data.get("was") or "")
    candidates = decode(list[Summary], error.data.get("candidates") or [])
    seen = memory.seen(ref)
    if not was and seen is not None:
        was = str(seen)
        like = Look(seen.role, seen.name)
        near = await frame.agent.nearest(like=like, first=memory.first_ref(frame.prefix))
        memory.note_assigned(frame.prefix, near.next)
        candidates = near.closest
    message = f"{ref} ({was}) is no longer on the page." if was else f"There is no {ref} on this page."
    return ElementStale(
        message,
        next_step="Use one of `candidates`, or take a new `snapshot`." if candidates else "",
        was=was,
        candidates=[element.summary() for element in _elements(frame, candidates)[:MAX_CLOSEST]],
    )
