"""Answer the dialogs a page opens."""

from __future__ import annotations

from tabwire.acting import dialogs
from tabwire.commands.outcomes import acted
from tabwire.engines.dialogs import DialogPolicy
from tabwire.registry import Effect, command
from tabwire.results.acting import Acted
from tabwire.results.dialogs import PolicySet
from tabwire.session.session import Session
from tabwire.session.tab import Tab


@command(Effect.ACT, core=True, urgent=True)
async def handle_dialog(tab: Tab, accept: bool = True, text: str | None = None) -> Acted:
    """Accept or dismiss the open dialog; `text` answers a prompt."""
    return acted(await dialogs.answer(tab, accept, text))


@command(Effect.ACT, urgent=True)
async def dialog_policy(session: Session, policy: DialogPolicy) -> PolicySet:
    """Choose what happens to dialogs in your tabs: ask (tell you and wait), accept or dismiss."""
    dialogs.set_policy(session, policy)
    return PolicySet(dialogs=policy)
