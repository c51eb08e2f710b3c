"""The page agent: the scripts of `extension/page/` in their order, and how to call its functions.

Engines evaluate it once in an isolated world of each document and then call `tabwire.callJson(name, args)`,
which returns JSON text (several times faster than objects for large answers).
"""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeAlias

from tabwire.engines.page_events import FrameId
from tabwire.errors import error_from
from tabwire.protocol.functions import calls_to
from tabwire.protocol.page_agent import PageAgent

# Calls a function of the page agent in one frame: its name and arguments.
CallAgent: TypeAlias = Callable[[FrameId, str, dict[str, Any]], Awaitable[Any]]

ORDER = "order.json"
# The isolated world that the debugger engine runs it in.
WORLD = "tabwire"

_PACKAGE = Path(__file__).resolve().parent.parent
# In the wheel the extension is inside the package, in a checkout beside `src`.
_FOLDERS = (_PACKAGE / "extension" / "page", _PACKAGE.parent.parent / "extension" / "page")
# Comments at the start of a line or about a type, and indentation.
_FOR_READERS = re.compile(r"/\*\*[\s\S]*?\*/ ?|^\s*//.*\n|^\s+", re.MULTILINE)


def agent_in(frame: FrameId, call_agent: CallAgent) -> PageAgent:
    """Return the page agent of a frame; a failure that it reports is raised typed."""

    async def send(name: str, arguments: dict[str, Any]) -> Any:
        answer = await call_agent(frame, name, arguments)
        if isinstance(answer, dict) and isinstance(answer.get("error"), dict):
            raise error_from(answer["error"])
        return answer

    # The Protocol itself is meant, not one that implements it.
    return calls_to(PageAgent, send)  # type: ignore[type-abstract]


def folder() -> Path:
    """Return the folder of the scripts."""
    for candidate in _FOLDERS:
        if (candidate / ORDER).is_file():
            return candidate
    places = ", ".join(map(str, _FOLDERS))
    raise FileNotFoundError(f"The page agent's scripts are missing: looked in {places}.")


@cache
def files(engine: Literal["debugger", "scripting"]) -> tuple[str, ...]:
    """List the scripts in order; the scripting engine has more, for synthetic input."""
    order = json.loads((folder() / ORDER).read_text(encoding="utf-8"))
    return (*order["agent"], *(order["synthetic"] if engine == "scripting" else ()), order["last"])


@cache
def source() -> str:
    """Return all scripts as one, without comments and indentation: it is injected into every document."""
    place = folder()
    scripts = "\n".join((place / name).read_text(encoding="utf-8") for name in files("debugger"))
    return _FOR_READERS.sub("", scripts)
