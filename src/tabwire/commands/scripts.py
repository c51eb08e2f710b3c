"""Run JavaScript in the page."""

from __future__ import annotations

import json
from typing import Annotated, Any

from pydantic import Field

from tabwire.acting.navigation import arriving
from tabwire.engines.facets import ScriptThrew
from tabwire.errors import InvalidParams
from tabwire.registry import Effect, Result, command
from tabwire.session.tab import Tab

# Twice this, as JSON and as text, still fits into what every client takes.
VALUE_MAX_CHARS = 5_000_000


class Evaluated(Result):
    """What an expression gave."""

    value: Annotated[Any, Field(description="The value as JSON.")] = None

    def to_text(self) -> str:
        """Return the value itself: text as it is, everything else as JSON."""
        return self.value if isinstance(self.value, str) else json.dumps(self.value, ensure_ascii=False)


@command(Effect.ACT, core=True, grant="evaluate")
async def evaluate(tab: Tab, expression: Annotated[str, Field(min_length=1)]) -> Evaluated:
    """Evaluate JavaScript in the page and return its value as JSON. Promises are awaited."""
    try:
        result = Evaluated(value=await arriving(tab, tab.page.scripts.evaluate(expression)))
    except ScriptThrew as error:
        raise InvalidParams(f"The script threw: {error}", next_step="Correct the expression.") from error
    size = len(result.to_text())
    if size > VALUE_MAX_CHARS:
        raise InvalidParams(
            f"The script ran; its value has {size:,} characters, more than {VALUE_MAX_CHARS:,}.",
            next_step="Return a part, a count or a summary.",
        )
    return result
