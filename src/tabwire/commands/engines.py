"""How a tab is handled: by the debugger, or quietly by scripts."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from tabwire.browsers.engine_choice import EngineChoice
from tabwire.commands.tabs import TabHandle
from tabwire.registry import Effect, command
from tabwire.results.engines import Handled
from tabwire.session.session import Session

Engine = Annotated[
    EngineChoice,
    Field(description="auto: debugger, quiet where it must be. scripting: quiet, no debugger bar."),
]


@command(Effect.ACT)
async def use_engine(session: Session, engine: Engine, tab: TabHandle | None = None) -> Handled:
    """Choose how a tab of the user's own browser is handled. Refs taken before are void afterwards."""
    handle = await session.choose_engine(engine, tab)
    return Handled(tab=handle, engine=engine)
