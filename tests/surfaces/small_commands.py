"""A handful of commands that need no browser, so that tests look at the doors alone."""

from __future__ import annotations

import asyncio
from typing import Annotated

from pydantic import Field

from tabwire.errors import ElementAmbiguous, TabBusy
from tabwire.memory.hub_state import HubState
from tabwire.registry import Effect, Registry, command, read_command
from tabwire.results.result import Image, Result

PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


class Said(Result):
    """What an echo says."""

    said: str
    times: int = 1


class Picture(Result):
    """A picture and its title."""

    title: str
    image: Image


class Done(Result):
    """Nothing more to say."""


class SmallCommands:
    """The commands, and what happened to them."""

    def __init__(self) -> None:
        self.calls = 0
        self.started = asyncio.Event()
        self.cancelled = asyncio.Event()

    def registry(self) -> Registry:
        """Return a registry of these commands."""
        registry = Registry()
        for run in (
            self.echo,
            self.picture,
            self.press_bell,
            self.wait,
            self.choose,
            self.break_,
            self.run_code,
        ):
            registry.add(read_command(run))
        return registry

    @command(Effect.READ, core=True)
    async def echo(
        self,
        hub: HubState,
        text: Annotated[str, Field(description="What to say.")],
        times: Annotated[int, Field(ge=1, le=3)] = 1,
    ) -> Said:
        """Say a text. Nothing else happens."""
        self.calls += 1
        return Said(said=text, times=times)

    @command(Effect.READ, core=True)
    async def picture(self, hub: HubState) -> Picture:
        """Take a picture."""
        return Picture(title="one pixel", image=Image(media_type="image/png", base64=PIXEL))

    @command(Effect.ACT, core=True)
    async def press_bell(self, hub: HubState) -> Done:
        """Ring."""
        self.calls += 1
        return Done()

    @command(Effect.READ)
    async def wait(self, hub: HubState) -> Done:
        """Wait for ever."""
        self.started.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.cancelled.set()
            raise
        return Done()

    @command(Effect.ACT)
    async def choose(self, hub: HubState, target: str, is_busy: bool = False) -> Done:
        """Fail because two elements match, or because the tab is busy."""
        if is_busy:
            raise TabBusy("Another session works in this tab.", next_step="Open one with `new_tab`.")
        raise ElementAmbiguous(
            f'2 elements match "{target}".', candidates=["e1 button Save", "e2 button Save"]
        )

    @command(Effect.READ)
    async def break_(self, hub: HubState) -> Done:
        """Break inside."""
        raise ZeroDivisionError("secret detail")

    @command(Effect.ACT, grant="evaluate")
    async def run_code(self, hub: HubState, code: str) -> Said:
        """Run code."""
        self.calls += 1
        return Said(said=code)
