"""The client's way to the hub: connect and greet; start the hub first when there is none.

Blocking and free of heavy imports: `tabwire mcp` answers a few milliseconds after its process started.
"""

from __future__ import annotations

import _socket
import os
import sys
import time

from tabwire import __version__
from tabwire.hub_socket.greeting import (
    DRAIN_SURFACE,
    LINE_MAX,
    Greeting,
    NotAGreeting,
    is_newer,
    read_greeting,
)
from tabwire.hub_socket.lock import Lock, take_lock
from tabwire.hub_socket.peer import peer_pid, peer_uid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tabwire.errors import TabwireError
    from tabwire.places import Places

START_DEADLINE_S = 30.0
ANSWER_DEADLINE_S = 10.0
RETRY_EVERY_S = 0.01
DISK_NEEDED_BYTES = 1_000_000

# -P keeps the folder a client happens to be in out of the hub's import path.
HUB_PROGRAM = (sys.executable, "-P", "-m", "tabwire", "hub", "run")


class HubUnavailable(Exception):
    """There is no hub to talk to. Carries the parts of a `TabwireError`, which would be slow to import."""

    def __init__(self, code: str, message: str, next_step: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.next_step = next_step

    def to_error(self) -> TabwireError:
        """Return the error that callers of commands expect."""
        from tabwire.errors import error_from

        return error_from({"code": self.code, "message": self.message, "next_step": self.next_step})


class HubLink:
    """A greeted connection: the socket, and what the hub said about itself."""

    def __init__(self, link: _socket.socket, answer: Greeting) -> None:
        self.socket = link
        self.answer = answer


def greeting_for(surface: str, **fields: str) -> Greeting:
    """Return the greeting of this build for one surface."""
    return Greeting({"build": __version__, "door": surface, **fields})


def connect(
    places: Places,
    greeting: Greeting,
    *,
    program: Sequence[str] = HUB_PROGRAM,
    deadline_s: float = START_DEADLINE_S,
) -> HubLink:
    """Greet the running hub. Start one when there is none, or when the running one is of an older build."""
    ends_at = time.monotonic() + deadline_s
    started = False
    while time.monotonic() < ends_at:
        link = greet(places, greeting)
        if link is not None:
            if started or not is_newer(greeting.build, link.answer.build):
                return _welcomed(link)
            link.socket.close()
            _ask_to_make_room(places, greeting)
        lock = _take_lock(places)
        if lock is not None:
            if started:
                lock.release()
                raise _did_not_start(places)
            _start(places, lock, program)
            started = True
        time.sleep(RETRY_EVERY_S)
    raise _never_answered(places, deadline_s)


def find_hub(places: Places, greeting: Greeting) -> HubLink | None:
    """Greet the running hub, or return nothing when there is none."""
    link = greet(places, greeting)
    return None if link is None else _welcomed(link)


def greet(places: Places, greeting: Greeting) -> HubLink | None:
    """Try once to greet the hub; return nothing when nobody listens or it is just closing."""
    link = _dial(places.socket)
    if link is None:
        return None
    answer = None
    try:
        _check_owner(link, places)
        answer = _exchange(link, greeting)
    finally:
        if answer is None:
            link.close()
    return None if answer is None else HubLink(link, answer)


def _check_owner(link: _socket.socket, places: Places) -> None:
    if peer_uid(link) != os.getuid():
        raise HubUnavailable(
            "FORBIDDEN",
            f"{places.socket} is served by another user; tabwire does not talk to it.",
            "Remove it, or set TABWIRE_HOME to a folder of your own.",
        )


def _exchange(link: _socket.socket, greeting: Greeting) -> Greeting | None:
    """Send our line and return the hub's."""
    link.settimeout(ANSWER_DEADLINE_S)
    try:
        link.sendall(greeting.to_line())
        answer = _read_answer(link)
    except TimeoutError as error:
        pid = peer_pid(link)
        raise HubUnavailable(
            "TIMEOUT",
            f"The hub (process {pid}) accepted the connection but said nothing for {ANSWER_DEADLINE_S:g} s.",
            f"See what it does with `tabwire hub logs`; end it with `kill {pid}` if it is stuck.",
        ) from error
    except ConnectionError:
        return None
    link.settimeout(None)
    return answer


def _dial(path: str) -> _socket.socket | None:
    link = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    try:
        link.connect(path)
    except (FileNotFoundError, NotADirectoryError, ConnectionRefusedError, BlockingIOError):
        link.close()
        return None
    except OSError as error:
        link.close()
        raise HubUnavailable(
            "FORBIDDEN",
            f"The hub's socket {path} cannot be used: {error}.",
            "Check who owns the folder, or set TABWIRE_HOME to a short path of your own.",
        ) from error
    return link


def _read_answer(link: _socket.socket) -> Greeting | None:
    """Read the hub's line and not a byte more: what follows belongs to the surface."""
    line = b""
    while not line.endswith(b"\n"):
        seen = link.recv(LINE_MAX, _socket.MSG_PEEK)
        part = link.recv(seen.find(b"\n") + 1 or len(seen)) if seen else b""
        if not part or len(line) > LINE_MAX:
            return None
        line += part
    try:
        return read_greeting(line)
    except NotAGreeting as error:
        raise HubUnavailable(
            "VERSION_MISMATCH",
            f"What listens on the hub's socket does not speak tabwire's language: {error}.",
            "End that program, or set TABWIRE_HOME to another folder.",
        ) from error


def _welcomed(link: HubLink) -> HubLink:
    """Return the link unless the hub refused it."""
    answer = link.answer
    if not answer.get("error"):
        return link
    link.socket.close()
    raise HubUnavailable(answer.get("error"), answer.get("message"), answer.get("next_step"))


def _ask_to_make_room(places: Places, greeting: Greeting) -> None:
    """Let an older hub finish its work elsewhere: it gives socket and lock up, not its clients."""
    asked = greet(places, Greeting({"build": greeting.build, "door": DRAIN_SURFACE}, greeting.protocol))
    if asked is not None:
        asked.socket.close()


def _take_lock(places: Places) -> Lock | None:
    try:
        places.prepare()
        return take_lock(places.lock)
    except OSError as error:
        raise HubUnavailable(
            "FORBIDDEN",
            f"tabwire's folder {places.state} cannot be used: {error}.",
            "Make it writable for you, free some disk space, or set TABWIRE_HOME to another folder.",
        ) from error
    except Exception as error:
        from tabwire.errors import TabwireError

        if not isinstance(error, TabwireError):
            raise
        raise HubUnavailable(error.code, error.message, error.next_step) from error


def _start(places: Places, lock: Lock, program: Sequence[str]) -> None:
    """Start the hub as a process of its own that holds the lock from its first moment."""
    os.set_inheritable(lock.file, True)
    output = os.open(places.output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    silence = os.open(os.devnull, os.O_RDONLY)
    streams = (
        (os.POSIX_SPAWN_DUP2, silence, 0),
        (os.POSIX_SPAWN_DUP2, output, 1),
        (os.POSIX_SPAWN_DUP2, output, 2),
    )
    argv = [*program, "--detach", "--lock-file", str(lock.file)]
    try:
        starter = os.posix_spawn(argv[0], argv, os.environ, file_actions=streams)
        # It leaves at once, with the hub in a session of its own: closing the client's terminal is no
        # signal to the hub, and no dead hub waits in the client's process table.
        os.waitpid(starter, 0)
    finally:
        os.close(silence)
        os.close(output)
        lock.release()


def _did_not_start(places: Places) -> HubUnavailable:
    """Tell what the hub printed before it gave up."""
    try:
        with open(places.output, encoding="utf-8", errors="replace") as output:
            said = output.read().strip()[-2000:]
    except OSError:
        said = ""
    if not said and _is_full(places.state):
        return HubUnavailable(
            "INTERNAL",
            f"The hub did not start: no space is left on the disk of {places.state}.",
            "Free some disk space, or set TABWIRE_HOME to a folder on another disk.",
        )
    code, _, reason = said.rpartition("\n")[2].partition(": ")
    if code.isupper() and reason:
        return HubUnavailable(code, f"The hub did not start. {reason}", "`tabwire doctor` looks further.")
    return HubUnavailable(
        "INTERNAL",
        f"The hub did not start{': ' + said if said else ' and printed nothing'}",
        "`tabwire doctor` looks for the cause; `tabwire hub logs` shows the log.",
    )


def _is_full(folder: str) -> bool:
    disk = os.statvfs(folder)
    return disk.f_bavail * disk.f_frsize < DISK_NEEDED_BYTES


def _never_answered(places: Places, deadline_s: float) -> HubUnavailable:
    return HubUnavailable(
        "TIMEOUT",
        f"A hub is starting or closing, but did not answer on {places.socket} within {deadline_s:g} s.",
        "Try again; `tabwire hub logs` shows what it is doing.",
    )
