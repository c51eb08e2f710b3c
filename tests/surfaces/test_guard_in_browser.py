"""The guard, attacked by pages in a real Chromium. None of them reads anything or makes anything happen."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest
from starlette.routing import Route
from tests.apps import app_in
from tests.front_door import FrontDoor
from tests.page_server import PageServer, send
from tests.surfaces.doors import GREETING, Doors, open_doors

from tabwire.callers import local_user

SCRIPT = (Path(__file__).parent / "attacker" / "attack.js").read_text()
REBOUND = "--host-resolver-rules=MAP *.test 127.0.0.1"


@pytest.fixture
async def doors(tmp_path: Path):
    async with open_doors(tmp_path, (GREETING,)) as running:
        yield running


@pytest.fixture(scope="module")
async def victim(tmp_path_factory: pytest.TempPathFactory):
    """Yield a browser for which every name under .test is this machine."""
    async with app_in(tmp_path_factory.mktemp("v"), TABWIRE_BROWSER_ARGS=REBOUND) as app:
        yield FrontDoor(app, local_user("victim"))


def paths(doors: Doors) -> str:
    return ",".join(
        route.path.replace("{name}", "press_bell") for route in doors.http.routes if isinstance(route, Route)
    )


PAGE = '<body><script src="/attack.js"></script>'


def hostile_page(server: PageServer, doors: Doors, origin: str, name: str) -> str:
    """Return the address of a page that attacks the hub under this name."""
    server.add_route("/attack.js", functools.partial(send, body=SCRIPT, kind="text/javascript"))
    return f"{server.add_html(PAGE, host=origin)}?target={name}:{doors.port}&paths={paths(doors)}"


async def outcomes(victim: FrontDoor, doors: Doors, page: str) -> dict[str, str]:
    """Open the page and return what its attempts gave, once nothing has happened to the hub."""
    await victim.call("navigate", url=page)
    seen: dict[str, str] = (await victim.call("evaluate", expression="window.attack")).value
    assert doors.small.calls == 0
    assert len(doors.keys.all()) == 1
    return seen


def successes(seen: dict[str, str]) -> dict[str, str]:
    """Return the attempts that did not fail; what is sent blindly tells its sender nothing."""
    blind = ("blind", "script", "img", "socket")
    return {
        attempt: outcome
        for attempt, outcome in seen.items()
        if not outcome.startswith("failed") and not (attempt.startswith(blind) and outcome == "opaque")
    }


@pytest.mark.parametrize("origin", ["127.0.0.1", "localhost", "evil.test"])
@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "0.0.0.0", "rebind.test"])
async def test_a_hostile_page_reads_nothing_and_does_nothing(
    victim: FrontDoor, server: PageServer, doors: Doors, origin: str, name: str
) -> None:
    seen = await outcomes(victim, doors, hostile_page(server, doors, origin, name))
    assert len(seen) > 50
    assert successes(seen) == {}


async def test_a_rebound_name_shows_no_page_of_the_hub(victim: FrontDoor, doors: Doors) -> None:
    for path in ("/docs", "/health", "/mcp", "/api/v1/commands", "/nothing"):
        await victim.call("navigate", url=f"http://rebind.test:{doors.port}{path}")
        shown = (await victim.call("evaluate", expression="document.body.innerText")).value
        assert "This address is not the hub's" in shown


async def test_a_frame_with_no_origin_reaches_nothing(
    victim: FrontDoor, server: PageServer, doors: Doors
) -> None:
    inner = hostile_page(server, doors, "127.0.0.1", "127.0.0.1")
    outer = server.add_html(f'<iframe sandbox="allow-scripts" src="{inner}"></iframe>{PAGE}')
    seen = await outcomes(victim, doors, outer)
    assert len(seen) > 50
    assert successes(seen) == {}


async def test_no_page_of_the_hub_can_be_framed(victim: FrontDoor, server: PageServer, doors: Doors) -> None:
    address = server.add_html(f'<iframe id="hub" src="{doors.url}/docs"></iframe>')
    await victim.call("navigate", url=address)
    frame = "document.getElementById('hub')"
    assert (await victim.call("evaluate", expression=f"{frame}.contentDocument")).value is None
    shown = await victim.call("snapshot")
    assert "Show the commands of a key" not in shown.to_text()


async def test_a_person_reads_about_the_api_with_a_key(victim: FrontDoor, doors: Doors) -> None:
    await victim.call("navigate", url=f"{doors.url}/docs")
    await victim.call("type", target="#key", text="bby_wrong", submit=True)
    await victim.call("wait_for", text="This key is not valid.")
    await victim.call("type", target="#key", text=doors.key, submit=True)
    await victim.call("wait_for", text="/api/v1/commands/echo")
    shown = (await victim.call("evaluate", expression="document.body.innerText")).value
    assert "What to say." in shown
    assert "keys_create" not in shown
