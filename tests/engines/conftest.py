"""One suite for every engine and link: TABWIRE_TEST_ENGINE chooses which one it runs on.

`launched` is the hub's own browser. The others are a user's browser, joined by the extension: `debugger` and
`scripting` over a WebSocket, `native` with the debugger over native messaging.
What an engine cannot do is a line with its reason in expected_gaps.toml; such a test must fail there.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.e2e.extension.users_browser import allow_user_scripts, joined_browser, natively_joined_browser

from tabwire.app import App

LINK = os.environ.get("TABWIRE_TEST_ENGINE", "launched")
ENGINE = "debugger" if LINK == "native" else LINK
HERE = Path(__file__).parent
# Native messaging carries the debugger's messages by another link. What these tests prove of the page and the
# engine is proven with the debugger; the rest of the suite shows that the link carries everything.
NOT_OF_THE_LINK = {"test_forms", "test_keyboard", "test_mouse", "test_playground"}
GAPS: dict[str, dict[str, str]] = tomllib.loads((HERE / "expected_gaps.toml").read_text(encoding="utf-8"))


def pytest_configure() -> None:
    """Refuse gaps of tests that do not exist any more."""
    stale = {name for gaps in GAPS.values() for name in gaps if not exists(name)}
    if stale:
        raise pytest.UsageError(
            f"expected_gaps.toml names tests that do not exist: {', '.join(sorted(stale))}"
        )


def exists(name: str) -> bool:
    """Tell whether there is a test of this name, written as file::function."""
    file, _, function = name.partition("::")
    path = HERE / file
    return path.exists() and f"def {function}(" in path.read_text(encoding="utf-8")


def runs_here(item: pytest.Item) -> bool:
    """Tell whether a test says something about the link that was chosen."""
    is_of_the_page = LINK == "native" and item.path.stem in NOT_OF_THE_LINK
    return "app" in getattr(item, "fixturenames", ()) and not is_of_the_page


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Expect the tests of known gaps to fail, and only those; run what uses no shared browser only once."""
    if LINK != "launched":
        apart = [item for item in items if not runs_here(item)]
        config.hook.pytest_deselected(items=apart)
        items[:] = [item for item in items if item not in apart]
    gaps, chances = GAPS.get(ENGINE, {}), GAPS.get(f"{ENGINE}_by_chance", {})
    for item in items:
        name = item.nodeid.split("[")[0].removeprefix("tests/engines/")
        if name in gaps:
            item.add_marker(pytest.mark.xfail(reason=gaps[name], strict=True))
        if name in chances:
            item.add_marker(pytest.mark.skip(reason=chances[name]))


if LINK != "launched":

    @pytest.fixture(scope="session")
    async def app(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[App]:
        """Return one running app with a user's browser joined to it for the whole run."""
        join = natively_joined_browser if LINK == "native" else joined_browser
        async with join(tmp_path_factory.mktemp("app"), ENGINE) as (running, chrome):
            await allow_user_scripts(chrome)
            yield running
