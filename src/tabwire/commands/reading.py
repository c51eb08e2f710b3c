"""See the page: snapshots and what to look up in them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from tabwire.commands.parameters import TargetText
from tabwire.registry import Effect, Result, command
from tabwire.session.reading.snapshots import DEFAULT_TOKENS, Mode, read_page
from tabwire.session.tab import Tab

MaxTokens = Annotated[int, Field(ge=100, le=1_000_000)]


class Snapshot(Result):
    """A page as TOON, or the part of it that fitted; `cursor` continues it."""

    url: str
    title: str
    text: str
    cursor: str = ""

    def to_text(self) -> str:
        """Return the page itself."""
        return self.text


@command(Effect.READ, core=True)
async def snapshot(
    tab: Tab,
    target: TargetText | None = None,
    mode: Mode = Mode.AUTO,
    max_tokens: MaxTokens = DEFAULT_TOKENS,
    cursor: Annotated[str, Field(description="From a cut reply.")] = "",
) -> Snapshot:
    """Show the page or one part of it as TOON rows with refs. `[name e5]` in text is a link."""
    page = await read_page(tab, mode, max_tokens, target or "", cursor)
    return Snapshot(url=page.url, title=page.title, text=page.text, cursor=page.cursor)
