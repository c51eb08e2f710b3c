"""What the conformance suite asks of tools, as far as commands of the registry can do it."""

from __future__ import annotations

from tabwire.dispatch import PROGRESS_EVERY_S
from tabwire.errors import InvalidParams
from tabwire.memory.hub_state import HubState
from tabwire.registry import Effect, command
from tabwire.results.result import Image, Result
from tests.surfaces.small_commands import PIXEL
from tests.waiting import pass_time


class Words(Result):
    """A sentence."""

    words: str

    def to_text(self) -> str:
        """Return the sentence."""
        return self.words


class Pixel(Result):
    """The smallest picture."""

    image: Image


@command(Effect.READ, core=True)
async def test_simple_text(hub: HubState) -> Words:
    """Return simple text."""
    return Words(words="This is a simple text response for testing.")


@command(Effect.READ, core=True)
async def test_image_content(hub: HubState) -> Pixel:
    """Return a picture."""
    return Pixel(image=Image(media_type="image/png", base64=PIXEL))


@command(Effect.READ, core=True)
async def test_error_handling(hub: HubState) -> Words:
    """Fail."""
    raise InvalidParams("This tool intentionally returns an error for testing")


@command(Effect.READ, core=True)
async def test_tool_with_progress(hub: HubState) -> Words:
    """Take so long that the dispatcher reports three times, also on a busy machine."""
    await pass_time(5 * PROGRESS_EVERY_S)
    return Words(words="Done.")
