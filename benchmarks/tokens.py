"""Tokens as models count them (o200k_base), counted after the run so that counting costs nobody time."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from benchmarks.mcp_client import Reply
from benchmarks.programs import NODE
from benchmarks.samples import Results

HERE = Path(__file__).parent
TOOLS = HERE.parent / "tools" / "node" / "package.json"


def count(texts: list[str]) -> list[int]:
    """Return the number of tokens of each text."""
    if not texts:
        return []
    script = [NODE, str(HERE / "count_tokens.mjs"), str(TOOLS)]
    done = subprocess.run(script, input=json.dumps(texts).encode(), capture_output=True, check=True)
    counts: list[int] = json.loads(done.stdout)
    return counts


def note_all(results: Results) -> None:
    """Count the tokens of the last run of each step, and of the tool lists."""
    series = [one for by_label in results.series.values() for one in by_label.values() if one.replies]
    asked = count(["\n".join(reply.asked for reply in one.replies[-1]) for one in series])
    told = count(["\n".join(reply.text for reply in one.replies[-1]) for one in series])
    for one, asking, telling in zip(series, asked, told, strict=True):
        one.tokens_asked, one.tokens_told = asking, telling
    lists = results.facts.pop("tool-list", {})
    for label, tokens in zip(lists, count([str(text) for text in lists.values()]), strict=True):
        results.note("tool-tokens", label, tokens)


def is_picture(replies: list[Reply]) -> bool:
    """Tell whether a picture came with the text; models count those in their own ways."""
    return any(reply.image_bytes for reply in replies)
