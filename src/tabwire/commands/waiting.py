"""Wait for the page."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from tabwire.commands.parameters import TargetText
from tabwire.errors import InvalidParams
from tabwire.registry import Effect, Result, command
from tabwire.session import waiting
from tabwire.session.tab import Tab

TimeoutS = Annotated[float, Field(gt=0, le=600)]


class Waited(Result):
    """What was waited for and is there now."""

    found: str
    url: str

    def to_text(self) -> str:
        """Return one line."""
        return f"there: {self.found} ({self.url})"


@command(Effect.READ, core=True)
async def wait_for(
    tab: Tab,
    text: str | None = None,
    gone: Annotated[str | None, Field(description="Text that must go.")] = None,
    target: TargetText | None = None,
    state: waiting.ElementState = "visible",
    url: Annotated[str | None, Field(description="Part of it, or a pattern with *.")] = None,
    timeout_s: TimeoutS = 10,
) -> Waited:
    """Wait until all that is given holds."""
    wanted = [
        *([waiting.text_shown(text)] if text else []),
        *([waiting.text_gone(gone)] if gone else []),
        *([waiting.element_in(target, state)] if target else []),
        *([waiting.url_matching(url)] if url else []),
    ]
    if not wanted:
        raise InvalidParams(
            "wait_for needs something to wait for.", next_step="Pass text, gone, target or url."
        )
    await waiting.wait_until(tab, wanted, timeout_s)
    return Waited(found=", ".join(item.words for item in wanted), url=tab.url)
