"""Whole tasks, done by one scripted agent for all contenders.

It reads, acts on refs, and is done when it has seen the proof. It takes another look at the page only when
the replies so far do not hold what it needs.
"""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.contenders import Contender, Field, NotFound
from benchmarks.mcp_client import Reply, ServerFailed
from benchmarks.pages import long_fields, product
from benchmarks.samples import Results
from benchmarks.steps import Seat, WrongState

LOOKS = 5
WANTED_ROW = 150


class Agent:
    """An agent that knows only what the replies told it."""

    def __init__(self, seat: Seat) -> None:
        assert isinstance(seat.driver, Contender)
        self.driver = seat.driver
        self._seat = seat
        self._known = ""

    def go(self, page: str) -> None:
        self._hear(self.driver.navigate(self._seat.url(page)))

    def ref(self, role: str, name: str) -> str:
        """Return a ref that is known, or look at the page for it."""
        try:
            return self.driver.ref(self._known, role, name)
        except NotFound:
            self._hear(self.driver.look())
            return self.driver.ref(self._known, role, name)

    def search(self, text: str) -> None:
        """Find a text the cheapest way the contender has."""
        if self.driver.finds_text:
            self._hear(self.driver.find(text))

    def act(self, reply: Reply) -> None:
        """Forget what the page was; remember what the reply says about it now."""
        self._known = reply.text

    def see(self, proof: str) -> None:
        """Be sure of the outcome: look until the proof was seen."""
        for _ in range(LOOKS):
            if proof in self._known:
                return
            self._hear(self.driver.look())
        raise WrongState(f"“{proof}” was not seen")

    def fill(self, fields: list[Field]) -> None:
        self.driver.fill([(self.ref(field.role, field.label), field) for field in fields])

    def _hear(self, reply: Reply) -> None:
        self._known += "\n" + reply.text


def log_in(agent: Agent) -> None:
    """Log in and see the account."""
    agent.go("login")
    agent.fill([Field("textbox", "User name", "ada"), Field("textbox", "Password", "lovelace1")])
    agent.act(agent.driver.click(agent.ref("button", "Log in")))
    agent.see("Welcome back, Ada")


def buy(agent: Agent, seed: int) -> None:
    """Find an article among 200, put it into the basket, order it."""
    wanted = product(seed, WANTED_ROW)
    agent.go("table")
    agent.search(wanted)
    agent.act(agent.driver.click(agent.ref("button", f"Buy {wanted}")))
    agent.act(agent.driver.click(agent.ref("button", "Place order")))
    agent.see("Order 4711 placed")


def apply(agent: Agent, seed: int) -> None:
    """Fill a form of twenty-five fields and send it."""
    agent.go("long")
    agent.fill([Field(role, label, value) for _, label, role, value in long_fields(seed)])
    agent.act(agent.driver.click(agent.ref("button", "Submit")))
    agent.see("Application received")


def _sent(seat: Seat) -> dict[str, str]:
    return seat.server.received.pop(seat.driver.who, {})


def _has_logged_in(seat: Seat) -> None:
    sent = _sent(seat)
    seat.expect(sent == {"user": "ada", "password": "lovelace1"}, f"the server received {sent}")


def _has_ordered(seat: Seat) -> None:
    sent = _sent(seat)
    wanted = {"order": f"In your basket: {product(seat.seed, WANTED_ROW)}"}
    seat.expect(sent == wanted, f"the server received {sent}")


def _has_applied(seat: Seat) -> None:
    sent = _sent(seat)
    fields = long_fields(seat.seed)
    wrong = [
        name for name, _, role, value in fields if sent.get(name) != ("on" if role == "checkbox" else value)
    ]
    seat.expect(not wrong, f"wrong at the server: {', '.join(wrong)}")


TASKS: tuple[tuple[str, Callable[[Agent, int], None], Callable[[Seat], None]], ...] = (
    ("task-login", lambda agent, seed: log_in(agent), _has_logged_in),
    ("task-buy", buy, _has_ordered),
    ("task-form", apply, _has_applied),
)


def run(seats: list[Seat], results: Results) -> None:
    """Let every contender do every task once more than needed: the first time warms up."""
    for name, task, check in TASKS:
        for seat in seats:
            for is_measured in (False, True):
                _run(name, task, check, seat, results if is_measured else Results())


def _run(
    name: str,
    task: Callable[[Agent, int], None],
    check: Callable[[Seat], None],
    seat: Seat,
    results: Results,
) -> None:
    agent = Agent(seat)
    agent.driver.client.replies.clear()
    series = results.of(name, seat.driver.label)
    try:
        task(agent, seat.seed)
        check(seat)
        series.add(list(agent.driver.client.replies))
    except (ServerFailed, WrongState, NotFound) as error:
        series.fail(str(error))
