"""Roles and names agree with Chromium's own accessibility tree."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from tests.engines.page_agent.chromium import OWN_WORDS, Chromium

CASES = Path(__file__).parents[4] / "shared" / "accname" / "cases.json"
PAGES = Path(__file__).parent / "pages"
AGREEMENT = 0.99
DISAGREEMENTS = Path(__file__).with_name("known_disagreements.toml").read_text(encoding="utf-8")
KNOWN = tomllib.loads(DISAGREEMENTS)["known"]
IGNORED_ROLES = {"generic", "none"}


@pytest.fixture(scope="module")
async def chromium():
    """Return a Chromium with the page agent."""
    async with Chromium() as running:
        yield running


def agrees(case, ours):
    """Tell whether our answer for a public case is Chromium's."""
    theirs = case["chromium"]
    if theirs["role"] == "ignored":
        return ours["hidden"] or ours["role"] in IGNORED_ROLES
    role = OWN_WORDS.get(theirs["role"], theirs["role"])
    same_role = role[0].isupper() or role == ours["role"]
    same_name = theirs["role"] == "Video" or theirs["name"].split() == ours["name"].split()
    return same_role and same_name and theirs["description"].split() == ours["description"].split()


@pytest.mark.skipif(not CASES.exists(), reason=f"NOT RUN: the public cases are not at {CASES}")
async def test_public_cases_agree_with_chromium(chromium):
    cases = [case for case in json.loads(CASES.read_text(encoding="utf-8")) if case["chromium"]]
    differing = []
    for case in cases:
        await chromium.show(f"<!doctype html><html><body>{case['html']}")
        ours = await chromium.described(case["selector"])
        if ours is None or not agrees(case, ours):
            differing.append((case["id"], case["test"], case["chromium"], ours))
    for line in differing:
        print(*line)
    assert 1 - len(differing) / len(cases) >= AGREEMENT


@pytest.mark.parametrize("path", sorted(PAGES.glob("*.html")), ids=lambda path: path.stem)
async def test_own_pages_agree_with_chromium(chromium, path):
    await chromium.show(path.read_text(encoding="utf-8"))
    compared, differing = await chromium.disagreements()
    known = [line for entry in KNOWN for line in entry.get("on_pages", {}).get(path.stem, ())]
    assert compared > 20
    assert sorted(differing) == sorted(known)
