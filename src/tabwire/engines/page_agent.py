"""The page agent's source: the scripts of `extension/page/`, in the order of its `order.json`.

Engines evaluate it once in an isolated world of each document and then call `tabwire.callJson(name, args)`,
which returns JSON text (several times faster than objects for large answers).
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Literal

ORDER = "order.json"
# The isolated world that the debugger engine runs it in.
WORLD = "tabwire"

_PACKAGE = Path(__file__).resolve().parent.parent
# In the wheel the extension is inside the package, in a checkout beside `src`.
_FOLDERS = (_PACKAGE / "extension" / "page", _PACKAGE.parent.parent / "extension" / "page")
# Comments at the start of a line or about a type, and indentation.
_FOR_READERS = re.compile(r"/\*\*[\s\S]*?\*/ ?|^\s*//.*\n|^\s+", re.MULTILINE)


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
