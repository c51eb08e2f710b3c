"""The start-up lock: whoever holds it is the hub, or is about to start it.

The kernel keeps the lock and frees it when the last holder dies, so it can never be stale. It belongs to
the open file, not to the process: a client takes it and lets the hub it starts inherit the file, which
leaves no moment in which a second client could start a second hub.
"""

from __future__ import annotations

import fcntl
import os


class Lock:
    """A lock that this process holds until `release` or its end."""

    def __init__(self, path: str, file: int) -> None:
        self.path = path
        self.file = file

    def is_in_place(self) -> bool:
        """Tell whether the path still names the locked file; nobody else can hold the lock then."""
        try:
            named = os.stat(self.path)
        except FileNotFoundError:
            return False
        held = os.fstat(self.file)
        return (named.st_dev, named.st_ino) == (held.st_dev, held.st_ino)

    def renew(self) -> bool:
        """Lock the path again after its file was removed; fail when another hub has come up."""
        again = take_lock(self.path)
        if again is None:
            return False
        os.close(self.file)
        self.file = again.file
        return True

    def release(self) -> None:
        """Give the lock up."""
        if self.file >= 0:
            os.close(self.file)
            self.file = -1


def take_lock(path: str) -> Lock | None:
    """Take the lock, or return nothing when somebody holds it."""
    while True:
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            return None
        lock = Lock(path, file)
        # Somebody may have removed the file between opening and locking it: then the lock means nothing.
        if lock.is_in_place():
            return lock
        lock.release()


def inherit_lock(path: str, file: int) -> Lock:
    """Adopt the lock that the starting client took; children of the hub do not get it."""
    os.set_inheritable(file, False)
    return Lock(path, file)
