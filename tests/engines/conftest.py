"""One suite for every engine: TABWIRE_TEST_ENGINE chooses which one it runs on.

`launched` is the hub's own browser. `debugger` and `scripting` are a user's browser, joined by the extension.
What an engine cannot do is a line with its reason in expected_gaps.toml; such a test must fail there.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.e2e.extension.quiet import allow_user_scripts, joined_browser

from tabwire.app import App

ENGINE = os.environ.get("TABWIRE_TEST_ENGINE", "launched")
HERE = Path(__file__).parent
GAPS: dict[str, dict[str, str]] = tomllib.loads((HERE / "expected_gaps.toml").read_text(encoding="utf-8"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Expect the tests of known gaps to fail, and only those."""
    gaps = GAPS.get(ENGINE, {})
    harmful = GAPS.get(f"{ENGINE}-not-run", {})
    for item in items:
        name = item.nodeid.split("[")[0].removeprefix("tests/engines/")
        if name in gaps:
            item.add_marker(pytest.mark.xfail(reason=gaps[name], strict=True))
        if name in harmful:
            item.add_marker(pytest.mark.xfail(reason=harmful[name], run=False))


if ENGINE != "launched":

    @pytest.fixture(scope="session")
    async def app(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[App]:
        """Return one running app with a user's browser joined to it for the whole run."""
        async with joined_browser(tmp_path_factory.mktemp("app"), ENGINE) as (running, chrome):
            await allow_user_scripts(chrome)
            yield running
