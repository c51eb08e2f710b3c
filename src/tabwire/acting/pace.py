"""How long an action is waited for."""

from __future__ import annotations

from dataclasses import dataclass

from tabwire.protocol.page_agent.settling import Effect
from tabwire.protocol.page_agent.typing import ReadBack

SETTLE_WITHIN_S = 3.0
# How long an action without any effect so far may take to show its first one (timers, debounced handlers).
FIRST_EFFECT_WITHIN_S = 0.1
# How long content may take that the element has announced (expanded, busy, opens a menu).
PROMISED_WITHIN_S = 0.4


@dataclass(frozen=True)
class Pace:
    """How patient to be.

    `after_task`: one turn of the page is enough when nothing else changed. `frames`: how many the page draws
    in any case. `awaited` names the kind of effect that counts as the first one; any does when it is None.
    `marks`: remember the page beforehand, to tell what changed even when nobody looked at it before.
    `checks` is the ref of the box that is checked or unchecked: the caller need not be told so again.
    `reads` asks the page agent to read fields back when the page is at rest.
    """

    after_task: bool = False
    frames: int = 1
    awaited: Effect | None = None
    first_effect_s: float = FIRST_EFFECT_WITHIN_S
    marks: bool = True
    checks: str = ""
    reads: ReadBack | None = None
