"""The page agent's source: the scripts of `extension/page/`, in the order they build on each other.

Engines evaluate it once in an isolated world of each document and then call `tabwire.callJson(name, args)`,
which answers with JSON text (large answers travel several times faster than as objects).
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

FILES = (
    "core.js",
    "dom.js",
    "style.js",
    "visibility.js",
    "roles.js",
    "tables.js",
    "names.js",
    "counters.js",
    "sheets.js",
    "content_text.js",
    "native_names.js",
    "values.js",
    "states.js",
    "refs.js",
    "describe.js",
    "geometry.js",
    "unseen.js",
    "hints.js",
    "clickables.js",
    "details.js",
    "image_maps.js",
    "walker.js",
    "passive.js",
    "folding.js",
    "printing.js",
    "fingerprints.js",
    "changes.js",
    "snapshot.js",
    "finding.js",
    "targets.js",
    "markdown.js",
    "extraction.js",
    "markup.js",
    "pacing.js",
    "hit_testing.js",
    "guarding.js",
    "settling.js",
    "popups.js",
    "actionability.js",
    "typing.js",
    "choosing.js",
    "forms.js",
    "files.js",
    "scrolling.js",
    "waiting.js",
    "users_hand.js",
    "permissions.js",
    "arriving.js",
    "agent.js",
)

_PACKAGE = Path(__file__).resolve().parent.parent
# In the wheel the extension lies inside the package, in a checkout beside `src`.
_FOLDERS = (_PACKAGE / "extension" / "page", _PACKAGE.parent.parent / "extension" / "page")
# Comments that begin a line or describe a type, and indentation.
_FOR_READERS = re.compile(r"/\*\*[\s\S]*?\*/ ?|^\s*//.*\n|^\s+", re.MULTILINE)


def folder() -> Path:
    """Return the folder that holds the scripts."""
    for candidate in _FOLDERS:
        if (candidate / FILES[0]).is_file():
            return candidate
    places = ", ".join(map(str, _FOLDERS))
    raise FileNotFoundError(f"The page agent's scripts are missing: looked in {places}.")


@cache
def source() -> str:
    """Return all scripts as one, without what only readers need: Chrome carries it into every document."""
    place = folder()
    scripts = "\n".join((place / name).read_text(encoding="utf-8") for name in FILES)
    return _FOR_READERS.sub("", scripts)
