"""`/metrics`: the hub's numbers in the Prometheus text format, behind the guard like every route."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from time import monotonic

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tabwire.memory.activity import BUCKETS_S, Activity, Tally
from tabwire.memory.hub_state import HubState
from tabwire.memory.vitals import memory_bytes, open_files

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"


def routes(hub: HubState) -> list[Route]:
    """Return the route."""

    async def metrics(request: Request) -> Response:
        return Response("\n".join([*lines(hub), ""]), media_type=MEDIA_TYPE)

    return [Route("/metrics", metrics)]


def lines(hub: HubState) -> Iterator[str]:
    """Yield every line of the page."""
    yield from _metric("build_info", "gauge", "The hub's version.", [({"version": hub.build}, 1)])
    yield from _metric(
        "uptime_seconds", "gauge", "Time since the start.", [({}, monotonic() - hub.started_at)]
    )
    yield from _metric("memory_bytes", "gauge", "Resident memory of the hub.", [({}, memory_bytes())])
    yield from _metric("open_files", "gauge", "Open descriptors of the hub.", [({}, open_files())])
    yield from _metric("sessions", "gauge", "Sessions.", [({}, len(hub.sessions.all()))])
    yield from _browser_lines(hub)
    yield from _call_lines(hub.activity)


def _browser_lines(hub: HubState) -> Iterator[str]:
    browsers = hub.browsers.all()
    tabs = [({"browser": browser.name}, len(browser.tabs)) for browser in browsers]
    answers = [({"browser": browser.name}, 0 if browser.frozen else 1) for browser in browsers]
    yield from _metric("tabs", "gauge", "Open tabs of each browser.", tabs)
    yield from _metric("browser_answers", "gauge", "1 while the browser answers, 0 while frozen.", answers)


def _call_lines(activity: Activity) -> Iterator[str]:
    calls = [
        ({"command": command, "outcome": outcome}, tally.calls)
        for (command, outcome), tally in activity.tallies.items()
    ]
    yield from _metric("calls_running", "gauge", "Running calls.", [({}, len(activity.calls))])
    yield from _metric("calls_total", "counter", "Calls by command and outcome.", calls)
    yield "# HELP tabwire_call_seconds How long calls took."
    yield "# TYPE tabwire_call_seconds histogram"
    by_command: dict[str, list[Tally]] = defaultdict(list)
    for (command, _), tally in activity.tallies.items():
        by_command[command].append(tally)
    for command, tallies in by_command.items():
        yield from _histogram(command, tallies)


def _histogram(command: str, tallies: list[Tally]) -> Iterator[str]:
    total = sum(tally.calls for tally in tallies)
    for index, bound in enumerate(BUCKETS_S):
        count = sum(tally.buckets[index] for tally in tallies)
        yield _line("call_seconds_bucket", {"command": command, "le": f"{bound:g}"}, count)
    yield _line("call_seconds_bucket", {"command": command, "le": "+Inf"}, total)
    yield _line("call_seconds_sum", {"command": command}, sum(tally.total_s for tally in tallies))
    yield _line("call_seconds_count", {"command": command}, total)


def _metric(
    name: str, kind: str, help: str, samples: Iterable[tuple[Mapping[str, str], float]]
) -> Iterator[str]:
    yield f"# HELP tabwire_{name} {help}"
    yield f"# TYPE tabwire_{name} {kind}"
    for labels, value in samples:
        yield _line(name, labels, value)


def _line(name: str, labels: Mapping[str, str], value: float) -> str:
    listed = ",".join(f'{label}="{_escaped(text)}"' for label, text in labels.items())
    return f"tabwire_{name}{{{listed}}} {value:g}" if listed else f"tabwire_{name} {value:g}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
