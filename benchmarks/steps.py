"""The steps that are measured: the same work for all, and the page itself is asked whether it was done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from benchmarks.contenders import Contender, Field
from benchmarks.floor import Floor
from benchmarks.mcp_client import Reply
from benchmarks.pages import TEN_FIELDS, product
from benchmarks.server import BenchServer

TYPED = "Ada Lovelace"
PICTURE_BYTES_MIN = 3000

Driver = Contender | Floor


class WrongState(Exception):
    """The contender said it was done, but the page shows something else."""


@dataclass
class Seat:
    """A contender at its place: the server that sees its pages, and what it read last."""

    driver: Driver
    server: BenchServer
    seed: int
    seen: str = ""

    def url(self, page: str) -> str:
        """Return the address of a page for this contender."""
        return self.server.url(self.driver.who, page)

    def ref(self, role: str, name: str) -> str:
        """Return the contender's name for an element that it has read."""
        return self.driver.ref(self.seen, role, name)

    def open(self, page: str) -> None:
        """Go to a page and read it at once."""
        self.driver.navigate(self.url(page))
        self.seen = self.driver.snapshot().text

    def expect(self, is_right: bool, what: str) -> None:
        """Fail the step when the page does not show what it should."""
        if not is_right:
            raise WrongState(what)


class Work(Protocol):
    """One step for one contender."""

    def __call__(self, seat: Seat) -> None: ...


@dataclass(frozen=True)
class Step:
    """Something to measure: what comes before it, the work itself, and the question to the page after it."""

    name: str
    label: str
    work: Work
    check: Work
    before: Work | None = None
    every: int = 1
    has_floor: bool = True


def _is_at(page: str) -> Work:
    def check(seat: Seat) -> None:
        path = seat.server.state(seat.driver.who).path
        seat.expect(path == f"/{page}", f"the page is {path}")

    return check


def _navigate(page: str) -> Work:
    def work(seat: Seat) -> None:
        seat.driver.navigate(seat.url(page))

    return work


def _snapshot(seat: Seat) -> None:
    seat.seen = seat.driver.snapshot().text


def _shows(text_of: Callable[[Seat], str]) -> Work:
    def check(seat: Seat) -> None:
        text = text_of(seat)
        seat.expect(text in seat.seen, f"the snapshot does not show “{text}”")

    return check


def _open(page: str) -> Work:
    def work(seat: Seat) -> None:
        seat.open(page)

    return work


def _type(seat: Seat) -> None:
    seat.driver.type(seat.ref("textbox", "Full name"), TYPED)


def _has_typed(seat: Seat) -> None:
    value = seat.server.state(seat.driver.who).values["name"]
    seat.expect(value == TYPED, f"the field holds “{value}”")


def _fill_ten(seat: Seat) -> None:
    fields = [Field(role, label, value) for _, label, role, value in TEN_FIELDS]
    seat.driver.fill([(seat.ref(field.role, field.label), field) for field in fields])


def _has_filled_ten(seat: Seat) -> None:
    values = seat.server.state(seat.driver.who).values
    wrong = [name for name, _, _, value in TEN_FIELDS if values.get(name) != value]
    seat.expect(not wrong, f"wrong in the page: {', '.join(wrong)}")


def _click(kind: str) -> Work:
    def work(seat: Seat) -> None:
        seat.driver.click(seat.ref("button", f"Run {kind}"))

    return work


def _has_said(kind: str) -> Work:
    def check(seat: Seat) -> None:
        out = seat.server.state(seat.driver.who).out
        seat.expect(out == f"{kind} done", "it replied before the change was there")

    return check


def _evaluate(seat: Seat) -> None:
    seat.seen = seat.driver.evaluate("1+1").text


def _screenshot(seat: Seat) -> None:
    seat.seen = str(_last(seat).image_bytes) if seat.driver.screenshot() else ""


def _has_picture(seat: Seat) -> None:
    seat.expect(_last(seat).image_bytes > PICTURE_BYTES_MIN, "no picture came back")


def _last(seat: Seat) -> Reply:
    return replies_of(seat.driver)[-1]


def replies_of(driver: Driver) -> list[Reply]:
    """Return the list that a driver notes its replies in."""
    return driver.replies if isinstance(driver, Floor) else driver.client.replies


def _clicking(kind: str, label: str) -> Step:
    return Step(f"click-{kind}", f"click, {label}", _click(kind), _has_said(kind), before=_open("clicks"))


STEPS = (
    Step("navigate", "navigate", _navigate("form"), _is_at("form"), before=_navigate("login")),
    Step("snapshot-form", "snapshot, form and 30 links", _snapshot, _shows(lambda _: "Full name")),
    Step("type", "type into a field", _type, _has_typed, before=_open("form")),
    Step("evaluate", "evaluate 1+1", _evaluate, _shows(lambda _: "2"), before=_navigate("form")),
    Step("screenshot", "screenshot, viewport, JPEG", _screenshot, _has_picture),
    _clicking("sync", "handler changes the page at once"),
    _clicking("promise", "handler awaits promises"),
    _clicking("timer", "handler sets a timer of 20 ms"),
    _clicking("fetch", "handler fetches for 100 ms"),
    Step("fill", "fill a form of ten fields", _fill_ten, _has_filled_ten, before=_open("ten")),
    Step(
        "snapshot-table",
        "snapshot, table of 200 rows",
        _snapshot,
        _shows(lambda seat: product(seat.seed, 1)),
        before=_navigate("table"),
    ),
    Step(
        "snapshot-article",
        "snapshot, long article",
        _snapshot,
        _shows(lambda _: "heading"),
        before=_navigate("article"),
    ),
    Step(
        "snapshot-big",
        "snapshot, 20,000 elements",
        _snapshot,
        _shows(lambda _: "Everything"),
        before=_navigate("big"),
        every=4,
    ),
    Step(
        "read-form",
        "open the form and read it at once",
        _open("form"),
        _shows(lambda _: "Full name"),
        before=_navigate("login"),
        has_floor=False,
    ),
    Step(
        "read-table",
        "open the table and read it at once",
        _open("table"),
        _shows(lambda seat: product(seat.seed, 1)),
        before=_navigate("login"),
        has_floor=False,
    ),
)
