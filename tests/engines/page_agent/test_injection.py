"""The agent's scripts: loaded in order, once, from the checkout or the wheel."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engines.page_agent.chromium import Chromium

from tabwire.engines import page_agent

NEST_DEEPLY = Path(__file__).with_name("nest_deeply.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
async def chromium():
    """Return a Chromium with the page agent."""
    async with Chromium() as running:
        yield running


def test_every_script_of_the_agent_is_there():
    assert [
        name for name in page_agent.files("scripting") if not (page_agent.folder() / name).is_file()
    ] == []


async def test_injecting_the_agent_twice_changes_nothing(chromium):
    await chromium.show("<button>One</button>")
    ref = await chromium.agent("globalThis.first = tabwire; tabwire.refOf(document.querySelector('button'))")
    await chromium.agent(page_agent.source())
    assert await chromium.agent(f"first === tabwire && tabwire.element('{ref}').textContent") == "One"


async def test_failures_are_answers_and_never_thrown(chromium):
    await chromium.show("<p>x</p>")
    unknown = await chromium.agent("tabwire.call('no such thing')")
    assert unknown["error"]["code"] == "INTERNAL"
    await chromium.agent("tabwire.define('fails', () => { throw new Error('on purpose') })")
    assert "on purpose" in (await chromium.agent("tabwire.call('fails')"))["error"]["message"]


async def test_deeply_nested_pages_are_read_beside_what_is_too_deep(chromium):
    await chromium.show("<p>Start</p>")
    await chromium.agent(NEST_DEEPLY)
    answer = await chromium.agent("tabwire.call('snapshot')")
    assert [block[2] for block in answer["blocks"]] == ["Start", "End"]
    assert answer["truncated"]


async def test_elements_that_are_gone_are_forgotten_when_there_are_too_many(chromium):
    await chromium.show("<button>Stays</button>")
    stays = await chromium.agent("tabwire.refOf(document.querySelector('button'))")
    gone = await chromium.agent("tabwire.refOf(document.createElement('i'))")
    last = await chromium.agent(
        "let last; for (let n = 0; n < 50000; n += 1) last = tabwire.refOf(document.createElement('i')); last"
    )
    assert await chromium.agent(f"tabwire.element('{stays}').textContent") == "Stays"
    assert not await chromium.agent(f"tabwire.refs.isKnown('{gone}')")
    assert await chromium.agent(f"tabwire.refs.isKnown('{last}')")
