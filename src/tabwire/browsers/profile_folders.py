"""Profile folders. We remove only temporary ones."""

from __future__ import annotations

import fcntl
import os
import shutil
import socket
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

from tabwire.errors import NoBrowser

PREFIX = "tmp-"
OWNER_LOCK = "tabwire-owner.lock"
REMOVE_WITHIN_S = 2.0
_NOT_COPIED = frozenset(
    {OWNER_LOCK, "Cache", "Code Cache", "GPUCache", "DawnGraphiteCache", "DawnWebGPUCache", "ShaderCache"}
)


class TemporaryProfile:
    """A profile folder that exists as long as its owner, which holds a file lock."""

    def __init__(self, path: str, lock: TextIO) -> None:
        self.path = path
        self._lock = lock

    @classmethod
    def make(cls, below: str) -> TemporaryProfile:
        """Create a private profile folder."""
        try:
            os.makedirs(below, mode=0o700, exist_ok=True)
            path = tempfile.mkdtemp(prefix=PREFIX, dir=below)
            lock = open(os.path.join(path, OWNER_LOCK), "w", encoding="ascii")  # noqa: SIM115 (held)
            fcntl.flock(lock, fcntl.LOCK_EX)
        except OSError as error:
            raise NoBrowser(
                f"Cannot create a profile folder in {below}: {error.strerror}.",
                next_step="Free some disk space, or set TABWIRE_HOME to another disk.",
            ) from error
        return cls(path, lock)

    def fill_from(self, folder: str) -> None:
        """Copy another profile into this one, without caches and locks."""
        for name in os.listdir(folder):
            if name in _NOT_COPIED or name.startswith("Singleton"):
                continue
            source, copy = os.path.join(folder, name), os.path.join(self.path, name)
            if os.path.isdir(source) and not os.path.islink(source):
                shutil.copytree(source, copy, symlinks=True, ignore=_ignored, copy_function=_copy)
            else:
                _copy(source, copy)

    def remove(self) -> None:
        """Delete the folder. Retry: a dying browser process may still write into it."""
        ends_at = time.monotonic() + REMOVE_WITHIN_S
        while os.path.isdir(self.path):
            shutil.rmtree(self.path, ignore_errors=True)
            if time.monotonic() > ends_at:
                break
        self._lock.close()


def _ignored(folder: str, names: list[str]) -> set[str]:
    return set(names) & _NOT_COPIED


def _copy(source: str, copy: str) -> None:
    # The copy does not need files that the other browser deletes or locks right now.
    with suppress(OSError):
        shutil.copy2(source, copy, follow_symlinks=False)


def holder_of(folder: str) -> str:
    """Describe who has a profile open, from Chrome's lock in it."""
    try:
        host, _, pid = os.readlink(os.path.join(folder, "SingletonLock")).rpartition("-")
    except OSError:
        return "unknown process"
    if host != socket.gethostname():
        return f"process {pid} on the machine {host}"
    return f"process {pid}"


def remove_stale(below: str) -> int:
    """Delete temporary profiles whose owner is dead; return how many."""
    return sum(_remove_if_stale(path) for path in temporary_profiles(below))


def is_owned(path: str) -> bool:
    """Return whether the owner of a temporary profile is alive."""
    with _owner_lock(path) as is_free:
        return not is_free


def temporary_profiles(below: str) -> Iterator[str]:
    """Yield the folders of all temporary profiles."""
    try:
        names = os.listdir(below)
    except FileNotFoundError:
        return
    yield from (os.path.join(below, name) for name in names if name.startswith(PREFIX))


def _remove_if_stale(path: str) -> bool:
    with _owner_lock(path) as is_free:
        if is_free:
            shutil.rmtree(path, ignore_errors=True)
        return is_free


@contextmanager
def _owner_lock(path: str) -> Iterator[bool]:
    try:
        lock = open(os.path.join(path, OWNER_LOCK), "a", encoding="ascii")  # noqa: SIM115 (see below)
    except OSError:
        yield False
        return
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            yield False
        else:
            yield True
