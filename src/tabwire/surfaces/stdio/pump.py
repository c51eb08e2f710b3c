"""Pass bytes between standard input and output and the hub's local socket."""

from __future__ import annotations

import _socket
import _thread
import os
import select

CHUNK = 65536
STDIN, STDOUT, STDERR = 0, 1, 2
# Wrappers such as npx keep stdin open when the agent dies; then only the parent process changes.
PARENT_CHECK_MS = 2000
# A client that has closed stdin may still read the answers to its last requests.
LAST_ANSWERS_S = 2.0

OK, HUB_ENDED, USAGE, NO_HUB = 0, 1, 2, 3

HUB_ENDED_MESSAGE = b"tabwire: the hub ended; see `tabwire hub logs`.\n"


class Pump:
    """Passes stdin in the main thread and stdout in another, so that neither blocks the other."""

    def __init__(self, hub: _socket.socket, parent: int) -> None:
        self._hub = hub
        self._parent = parent
        self._stdin_ended = False
        self._answers_ended = _thread.allocate_lock()

    def run(self) -> int:
        """Run until stdin ends or the parent process is gone; the thread notices when the hub ends."""
        self._read_from(self._hub)
        if self._pass_requests():
            self._answers_ended.acquire(timeout=LAST_ANSWERS_S)
        return OK

    def _read_from(self, hub: _socket.socket) -> None:
        """Start passing on the answers of this hub."""
        self._hub = hub
        self._answers_ended.acquire(blocking=False)
        _thread.start_new_thread(self._pass_answers, ())

    def _pass_requests(self) -> bool:
        """Copy stdin to the hub; return whether anyone may still read answers."""
        poll = select.poll()
        poll.register(STDIN, select.POLLIN)
        while True:
            if not poll.poll(PARENT_CHECK_MS):
                if os.getppid() != self._parent:
                    return False
                continue
            chunk = os.read(STDIN, CHUNK)
            try:
                if not chunk:
                    self._stdin_ended = True
                    self._finish()
                    return True
                self._send(chunk)
            except OSError:
                return True

    def _send(self, chunk: bytes) -> None:
        """Send what came from stdin."""
        self._hub.sendall(chunk)

    def _finish(self) -> None:
        """Tell the hub that no more requests will come."""
        self._hub.shutdown(_socket.SHUT_WR)

    def _pass_answers(self) -> None:
        """Copy the hub's bytes to stdout until it ends."""
        while chunk := self._next_answer():
            write_out(chunk)
            self._on_answer(chunk)
        self._answers_ended.release()
        if not self._stdin_ended:
            self._on_hub_ended()

    def _next_answer(self) -> bytes:
        try:
            return self._hub.recv(CHUNK)
        except OSError:
            return b""

    def _on_answer(self, chunk: bytes) -> None:
        """Called with every chunk from the hub."""

    def _on_hub_ended(self) -> None:
        """Exit when the hub has ended."""
        os.write(STDERR, HUB_ENDED_MESSAGE)
        os._exit(HUB_ENDED)


def write_out(answers: bytes) -> None:
    """Write to stdout; exit if it is closed."""
    try:
        while answers:
            answers = answers[os.write(STDOUT, answers) :]
    except OSError:
        os._exit(OK)
