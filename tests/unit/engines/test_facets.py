"""A page has facets; what an engine lacks it refuses by itself."""

from importlib.util import find_spec
from typing import get_type_hints

import pytest

from tabwire.engines import facets
from tabwire.engines.debugger.page import DebuggerPage
from tabwire.engines.facets import USE_DEBUGGER, lacking
from tabwire.engines.page import Page
from tabwire.engines.relay import RelayConnection
from tabwire.engines.scripting.page import ScriptingPage
from tabwire.errors import TabClosed, UnsupportedByEngine

TOPICS = [name for name, kind in get_type_hints(Page).items() if kind.__module__ == facets.__name__]


class PageWithWeather(ScriptingPage):
    weather = lacking()


@pytest.fixture
def connection():
    return RelayConnection(lambda event: None)


@pytest.fixture
async def debugger_page(connection):
    page = DebuggerPage(connection.session(1), lambda child: connection.session(1, child), is_old=False)
    yield page
    page.gone(TabClosed("The test is over."))


def test_an_engine_refuses_a_facet_it_lacks_and_says_what_to_do(connection):
    page = PageWithWeather(1, connection.request)
    with pytest.raises(UnsupportedByEngine) as refused:
        page.weather.make_sunny(degrees=25)
    assert refused.value.message == "The scripting engine does not support weather."
    assert refused.value.next_step == USE_DEBUGGER


async def test_an_engine_may_say_why_it_lacks_a_facet(connection):
    page = ScriptingPage(1, connection.request)
    with pytest.raises(UnsupportedByEngine, match="sees dialogs but cannot answer them"):
        await page.dialogs.answer(True, None)


async def test_the_debugger_engine_has_every_facet_in_a_file_of_its_own(debugger_page):
    assert TOPICS
    missing = [topic for topic in TOPICS if topic not in vars(debugger_page)]
    assert not missing
    assert all(find_spec(f"tabwire.engines.debugger.{topic}") for topic in TOPICS)


def test_the_scripting_engine_has_the_facets_that_it_has_files_for(connection):
    page = ScriptingPage(1, connection.request)
    with_file = [topic for topic in TOPICS if find_spec(f"tabwire.engines.scripting.{topic}")]
    assert [topic for topic in TOPICS if topic in vars(page)] == with_file
