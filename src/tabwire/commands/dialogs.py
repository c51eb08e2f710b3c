"""Answer the dialogs a page opens."""

from __future__ import annotations

from tabwire.commands.outcomes import Acted, tell
from tabwire.registry import Effect, command
from tabwire.session import dialogs
from tabwire.session.tab import Tab


@command(Effect.ACT, core=True, urgent=True)
async def handle_dialog(tab: Tab, accept: bool = True, text: str | None = None) -> Acted:
    """Accept or dismiss the open dialog; `text` answers a prompt."""
    return tell(await dialogs.answer(tab, accept, text))
