"""Run JavaScript in the page."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from tabwire.acting.navigation import arriving
from tabwire.engines.facets import ScriptThrew
from tabwire.errors import InvalidParams
from tabwire.registry import Effect, command
from tabwire.results.scripts import Evaluated
from tabwire.session.tab import Tab

# Twice this, as JSON and as text, still fits into what every client takes.
VALUE_MAX_CHARS = 5_000_000


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
