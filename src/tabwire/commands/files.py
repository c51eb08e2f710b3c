"""Give files to a page."""

from __future__ import annotations

import base64
import binascii
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from tabwire.acting import files
from tabwire.commands.outcomes import acted
from tabwire.commands.parameters import TargetText
from tabwire.errors import InvalidParams
from tabwire.protocol.page_agent.elements import FileBytes
from tabwire.reading.targets import find_element
from tabwire.registry import Effect, command
from tabwire.results.acting import Acted
from tabwire.session.tab import Tab


def _as_list(given: Any) -> Any:
    return [given] if isinstance(given, str) else given


Paths = Annotated[list[Path], BeforeValidator(_as_list), Field(min_length=1)]


@command(Effect.ACT, core=True, reads_files=("paths",))
async def upload(tab: Tab, target: TargetText, paths: Paths) -> Acted:
    """Give files to a file field, an upload button or a drop zone."""
    return acted(await files.upload(tab, await find_element(tab, target), paths))


@command(Effect.ACT)
async def upload_bytes(
    tab: Tab,
    target: TargetText,
    name: Annotated[str, Field(min_length=1, max_length=255, description="File name the page sees.")],
    content: Annotated[str, Field(description="The file's bytes, base64-encoded.")],
    media_type: str = "application/octet-stream",
) -> Acted:
    """Give a file as bytes to a file field or a drop zone."""
    try:
        base64.b64decode(content, validate=True)
    except (binascii.Error, ValueError) as error:
        raise InvalidParams("`content` is not base64.", next_step="Encode the bytes as base64.") from error
    given = FileBytes(Path(name).name, media_type, content)
    return acted(await files.upload_contents(tab, await find_element(tab, target), [given]))
