"""What the tests of the interaction pages share."""

from __future__ import annotations

import pytest
from tests.conftest import FrontDoor
from tests.e2e.site import Site, add_slow_answers
from tests.pages import PageServer


@pytest.fixture
def site(server: PageServer, browser: FrontDoor) -> Site:
    """Return the interaction pages, in a session of the test's own."""
    add_slow_answers(server)
    return Site(server, browser)
