"""Noticing what an action did, and when the page has come to rest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from tabwire.protocol.page_agent.aiming import PressVerdict
from tabwire.protocol.page_agent.elements import ElementLook
from tabwire.protocol.page_agent.reading import ChangeReport
from tabwire.protocol.page_agent.typing import FieldReading, ReadBack

# `shown`: something came into sight. `promise`: the element announces more. `typing`: in the field itself.
Effect: TypeAlias = Literal["dom", "value", "shown", "promise", "focus", "scroll", "typing"]


@dataclass(frozen=True, slots=True)
class ClassChange:
    """Classes of a pressed element that came and went."""

    ref: str
    came: list[str]
    went: list[str]


@dataclass(frozen=True, slots=True)
class EffectReport:
    """What an action has done so far.

    `verdict`: the press missed its element. `touched` are elements that changed on a page too large to be
    compared. `changes` and `fields` are told if they were asked for.
    """

    effects: list[Effect]
    touched: list[ElementLook]
    classes: list[ClassChange]
    verdict: PressVerdict | None = None
    changes: ChangeReport | None = None
    fields: list[FieldReading] | None = None


class Settling(Protocol):
    """Watching an action."""

    async def watch_effects(self, ref: str) -> None:
        """Look out from now on for effects of acting on an element, or anywhere."""

    async def settle(
        self,
        *,
        after_task: bool = False,
        frames: int = 1,
        report_after: list[Effect] | None = None,
        checks: str = "",
        first: int = 1,
        guarded: bool = False,
        reads: ReadBack | None = None,
    ) -> EffectReport:
        """Wait until nothing changes any more.

        `after_task`: one task is enough when nothing changed; `frames`: how many are drawn in any case.
        `report_after` names the effects after which the changes are reported; that the box `checks` is so
        need not be. `guarded`: a press was aimed here; one that missed is told at once.
        """

    async def first_effect(self, *, limit_ms: float, awaited: Effect | None) -> EffectReport:
        """Wait for the first effect, of the awaited kind if one is named."""

    async def popup_opened(self, *, limit_ms: float) -> None:
        """Wait for what the element that was aimed at says it opens."""
