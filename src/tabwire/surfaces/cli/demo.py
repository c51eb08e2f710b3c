"""`tabwire demo`: show tabwire working in a real browser, and how to connect an agent."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import time

from tabwire.errors import TabwireError
from tabwire.hub_socket.connect import HubUnavailable, connect, find_hub, greeting_for
from tabwire.hub_socket.conversation import Answer, Conversation
from tabwire.hub_socket.greeting import COMMAND_SURFACE, STATUS_SURFACE
from tabwire.places import Places
from tabwire.surfaces.cli import agents
from tabwire.surfaces.cli.calling import NO_HUB, OK
from tabwire.surfaces.cli.hub import stop_hub
from tabwire.surfaces.cli.printing import ProgressLine, save_picture, say, show_error
from tabwire.surfaces.cli.programs import Parser

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tabwire.schemas import Json


def run(arguments: list[str]) -> int:
    """Walk through the built-in page, print the configuration, and stay until Ctrl-C."""
    parser = Parser(
        prog="tabwire demo",
        description="Show tabwire working in a real browser. Ctrl-C closes everything it started.",
    )
    parser.add_argument("--once", action="store_true", help="exit after the demonstration")
    options = parser.parse_args(arguments)
    places = Places()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        running = find_hub(places, greeting_for(STATUS_SURFACE))
        link = connect(places, greeting_for(COMMAND_SURFACE, client="tabwire-demo"))
    except HubUnavailable as error:
        show_error(error.to_error())
        return NO_HUB
    demonstration = Demonstration(Conversation(link))
    try:
        return demonstration.show(link.answer.get("http"), stay=not options.once)
    except TabwireError as error:
        return show_error(error)
    except KeyboardInterrupt:
        say("\nClosing…")
        return OK
    finally:
        demonstration.close()
        if running is None:
            stop_hub(places)
        else:
            running.socket.close()


class Demonstration:
    """A few commands, each shown with its result and duration."""

    def __init__(self, conversation: Conversation) -> None:
        self._conversation = conversation

    def close(self) -> None:
        """End the session and close its tab."""
        self._conversation.close()

    def show(self, http: str, *, stay: bool) -> int:
        """Navigate, read, type, click and take a picture; then print how to connect an agent."""
        say(f"The hub is running at {http}. Starting a browser…")
        self._step("navigate", url=f"{http}/welcome")
        self._step("snapshot")
        self._step("type", target="Your name", text="Ada")
        self._step("click", target="Say hello")
        picture = self._step("screenshot")
        say(f"  Saved to {_saved(picture)}\n")
        say("This is what an agent sees and does. To connect yours, use one of these:\n")
        agents.run([])
        if not stay:
            return OK
        say("\ntabwire is running; Ctrl-C stops it. Try it yourself in another terminal:\n")
        for words in (f"navigate {http}/welcome", "snapshot", "--help"):
            say(f"  {_program()} {words}")
        while True:
            signal.pause()

    def _step(self, command: str, **params: Json) -> Answer:
        progress = ProgressLine()
        started = time.monotonic()
        try:
            answer = self._conversation.call(command, params, progress.update)
        finally:
            progress.erase()
        took_ms = (time.monotonic() - started) * 1000
        words = " ".join(_quoted(str(value)) for value in params.values())
        say(f"\n› {command} {words}".rstrip() + f"   ({took_ms:.0f} ms)")
        say("\n".join(f"  {line}" for line in answer.text.splitlines()))
        return answer


def _saved(picture: Answer) -> str:
    image = picture.result["image"]
    assert isinstance(image, dict)
    path = os.path.join(Places().state, "demo.jpg")
    return save_picture(str(image["base64"]), path)


def _program() -> str:
    """Return how to run this program from a terminal."""
    command = agents.program()
    return "tabwire" if shutil.which("tabwire") == command[0] else shlex.join(command)


def _quoted(value: str) -> str:
    return f'"{value}"' if " " in value else value
