"""The start-up lock: its holder is the hub, or is about to start it.

The kernel frees the lock when its last holder dies, so it is never stale. It belongs to the open file, not to
the process: a client takes it and lets the hub inherit the file, so that no second client can start a second
hub in between.
"""

from __future__ import annotations

import fcntl
import os


class Lock:
    """A lock that this process holds until `release` or its exit."""

    def __init__(self, path: str, file: int) -> None:
        self.path = path
        self.file = file

    def is_in_place(self) -> bool:
        """Return whether the path still names the locked file, so that no other process can hold the lock."""
        try:
            named = os.stat(self.path)
        except FileNotFoundError:
            return False
        held = os.fstat(self.file)
        return (named.st_dev, named.st_ino) == (held.st_dev, held.st_ino)

    def renew(self) -> bool:
        """Lock the path again after its file was removed; return whether no other hub has done so."""
        again = take_lock(self.path)
        if again is None:
            return False
        os.close(self.file)
        self.file = again.file
        return True

    def release(self) -> None:
        """Release the lock."""
        if self.file >= 0:
            os.close(self.file)
            self.file = -1


def take_lock(path: str) -> Lock | None:
    """Take the lock, or return None if another process holds it."""
    while True:
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            return None
        lock = Lock(path, file)
        # If the file was removed between opening and locking, the lock is worthless.
        if lock.is_in_place():
            return lock
        lock.release()


def inherit_lock(path: str, file: int) -> Lock:
    """Take over the lock from the client that started us; children of the hub do not inherit it."""
    os.set_inheritable(file, False)
    return Lock(path, file)
