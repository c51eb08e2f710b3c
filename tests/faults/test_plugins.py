"""R37: a plug-in that raises or hangs harms nobody else, and is switched off when it does not stop."""

import sys
import textwrap

import pytest

from tabwire.errors import InvalidParams
from tests.browsers import own_app

PLUGIN = """
import asyncio

from tabwire.registry import Effect, command
from tabwire.results.result import Result
from tabwire.session.session import Session


@command(Effect.ACT)
async def work(session: Session, how: str) -> Result:
    '''Work, or fail as asked.'''
    if how == "raise":
        raise ZeroDivisionError("oh")
    return Result()


@command(Effect.ACT, deadline_s=0.3)
async def hang(session: Session) -> Result:
    '''Hang.'''
    return await asyncio.get_running_loop().create_future()
"""


@pytest.fixture
def plugin(tmp_path, monkeypatch):
    """Install a plug-in with this source for the time of a test."""

    def install(source):
        facts = tmp_path / "shaky-1.0.dist-info"
        facts.mkdir()
        (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: shaky\nVersion: 1.0\n")
        (facts / "entry_points.txt").write_text("[tabwire]\nshaky = shaky_plugin\n")
        (tmp_path / "shaky_plugin.py").write_text(textwrap.dedent(source))
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.delitem(sys.modules, "shaky_plugin", raising=False)

    return install


async def test_r37_a_plugin_that_fails_three_times_in_a_row_is_switched_off(home, plugin):
    plugin(PLUGIN)
    async with own_app(home, TABWIRE_HUB_PLUGINS="shaky") as browser:
        assert (await browser.fails("work", how="raise")).code == "INTERNAL"
        assert (await browser.fails("work", how="raise")).code == "INTERNAL"
        await browser.call("work", how="well")
        assert (await browser.fails("hang")).code == "TIMEOUT"
        assert (await browser.fails("work", how="raise")).code == "INTERNAL"
        assert "ZeroDivisionError" in (await browser.fails("work", how="raise")).message
        error = await browser.fails("work", how="well")
        assert error.message.startswith('The plug-in "shaky" is switched off: it failed 3 times in a row')
        assert "ZeroDivisionError: oh" in error.message
        assert "author" in error.next_step
        assert (await browser.call("status")).version


async def test_r37_a_plugin_that_cannot_be_loaded_is_named(home, plugin):
    plugin("import nothing_of_this_name")
    with pytest.raises(InvalidParams, match='"shaky" cannot be loaded: ModuleNotFoundError') as caught:
        async with own_app(home, TABWIRE_HUB_PLUGINS="shaky"):
            pass
    assert "hub.plugins" in caught.value.next_step
