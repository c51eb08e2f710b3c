"""The documentation names only files that exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
# Where paths in the documentation start: `browsers/source.py` is in src/tabwire.
STARTS = [ROOT, ROOT / "src/tabwire", ROOT / "extension"]
# CONTRIBUTING.md shows how to write these.
EXAMPLES = {
    "src/tabwire/results/page_size.py",
    "src/tabwire/commands/page_size.py",
    "tests/engines/test_page_size.py",
}
QUOTED = re.compile(r"`([\w.-]+/[\w./-]*)`")
LINK = re.compile(r"\]\(([^)#:]+)\)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_names_only_files_that_exist(page):
    text = page.read_text(encoding="utf-8")
    paths = {quoted for quoted in QUOTED.findall(text) if is_path(quoted)} - EXAMPLES
    missing = [path for path in paths if not exists(path)]
    missing += [link for link in LINK.findall(text) if not (page.parent / link).exists()]
    assert missing == []


def is_path(quoted: str) -> bool:
    """Tell a path from a media type: it has a file's ending, or its first folder exists."""
    return quoted.endswith("/") or bool(Path(quoted).suffix) or exists(quoted.split("/")[0])


def exists(path: str) -> bool:
    return any((start / path).exists() for start in STARTS)
