"""Whatever a page is made of: no crash, refs unique and stable, TOON that reads back, no passwords."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engines.page_agent.chromium import Chromium
from toon_format import decode

from tabwire.protocol.functions import function
from tabwire.protocol.page_agent import PageAgent
from tabwire.rendering.blocks import Row, Table, block_of
from tabwire.rendering.lines import lines_of, text_of

SECRET = "hunter2-never-print-me"
TAGS = ("div", "span", "p", "a", "button", "h2", "ul", "li", "label", "section", "nav", "table", "tr", "td")
RARE_TAGS = ("details", "summary", "b", "svg", "form", "x-host", "slot")
ROLES = (
    "button",
    "link",
    "listbox",
    "option",
    "tree",
    "treeitem",
    "grid",
    "row",
    "none",
    "dialog",
    "heading",
    "checkbox",
    "switch",
    "combobox",
    "menu",
    "tooltip",
    "columnheader",
)
STATES = (
    "aria-checked=false",
    "aria-selected=true",
    "aria-sort=ascending",
    "aria-expanded=false",
    "aria-hidden=true",
)
STYLES = ("display:none", "display:contents", "display:flex", "visibility:hidden", "opacity:0", "font-size:0")

words = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="<&\x00"), max_size=12)

blanks = st.text(st.sampled_from(" \t\n\u00a0\u2003\u200b"), max_size=2)


def escaped(text: str) -> str:
    """Return text as the value of an attribute."""
    return text.replace('"', "&quot;")


@st.composite
def attributes(draw: st.DrawFn) -> str:
    """Draw attributes that change roles, names and visibility."""
    parts = []
    if draw(st.booleans()):
        parts.append(f'role="{draw(st.sampled_from(ROLES))}"')
    if draw(st.integers(0, 3)) == 0:
        parts.append(f'aria-label="{escaped(draw(words))}"')
    if draw(st.integers(0, 4)) == 0:
        parts.append(f'style="{draw(st.sampled_from(STYLES))}"')
    if draw(st.integers(0, 4)) == 0:
        parts.append(draw(st.sampled_from(["tabindex=0", "href=/x", "hidden", "open", "contenteditable"])))
    if draw(st.integers(0, 4)) == 0:
        parts.append(draw(st.sampled_from(STATES)))
    if draw(st.integers(0, 5)) == 0:
        parts.append(f"id=i{draw(st.integers(0, 3))} aria-labelledby='i1 i2' aria-owns=i3")
    return " ".join(parts)


def controls() -> st.SearchStrategy[str]:
    """Draw controls, some of which hold a secret."""
    plain = [
        f'<input type=password value="{SECRET}">',
        "<input value=v>",
        "<select><option>o</select>",
        "<img alt=i>",
        "<input type=checkbox>",
        "<label><input type=radio></label>",
        "<input role=combobox aria-expanded=false>",
    ]
    fixed = st.sampled_from(
        [*plain, f'<input autocomplete="cc-number" value="{SECRET}">', "<textarea>t</textarea>"]
    )
    held = st.tuples(blanks, words, blanks).map("".join)
    inputs = held.map(lambda text: f'<input value="{escaped(text)}">')
    return fixed | inputs | held.map(lambda text: f"<textarea>{text}</textarea>")


@st.composite
def elements(draw: st.DrawFn, children: st.SearchStrategy[str]) -> str:
    """Draw one element around drawn children."""
    tag = draw(st.sampled_from(TAGS + RARE_TAGS))
    inner = "".join(draw(st.lists(children, max_size=4)))
    return f"<{tag} {draw(attributes())}>{inner}</{tag}>"


pages = st.lists(st.recursive(words | controls(), elements, max_leaves=25), min_size=1, max_size=6).map(
    "".join
)


@pytest.fixture(scope="module")
async def chromium():
    """Return a Chromium with the page agent."""
    async with Chromium() as running:
        yield running


async def snapshot_of(chromium: Chromium, mode: str) -> list[Row | Table]:
    """Return the blocks of the page as the agent sends them."""
    answer = await chromium.agent(f"JSON.stringify(tabwire.call('snapshot', {json.dumps({'mode': mode})}))")
    parsed = json.loads(answer)
    assert "error" not in parsed, parsed
    return [block_of(block, "") for block in function(PageAgent.snapshot).read(parsed).blocks]


@settings(max_examples=60)
@given(html=pages)
async def test_any_page_reads_safely(chromium, html):
    await chromium.show(f"<!doctype html><body>{html}")
    for mode in ("auto", "interactive", "full"):
        blocks = await snapshot_of(chromium, mode)
        text = "\n".join(text_of(list(lines_of(blocks))))
        assert SECRET not in text
        document = decode(text) if text else {}
        rows = [row for block in document.values() for row in block]
        assert len(rows) == sum(1 if isinstance(block, Row) else len(block.rows) for block in blocks)
        refs = [block.ref for block in blocks if isinstance(block, Row) and block.ref]
        assert len(refs) == len(set(refs))
        for line in lines_of(blocks):
            assert line.first_ref in line.text
        assert blocks == await snapshot_of(chromium, mode)
