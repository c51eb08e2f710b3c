"""The start-up lock."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tabwire.hub_socket.lock import inherit_lock, take_lock


def test_only_one_can_hold_the_lock(tmp_path: Path) -> None:
    path = str(tmp_path / "hub.lock")
    first = take_lock(path)
    assert first is not None
    assert take_lock(path) is None
    first.release()
    second = take_lock(path)
    assert second is not None
    second.release()


def test_a_lock_file_nobody_holds_is_free(tmp_path: Path) -> None:
    path = tmp_path / "hub.lock"
    path.write_text(f"{os.getpid()}\n")
    lock = take_lock(str(path))
    assert lock is not None
    lock.release()


def test_the_kernel_frees_the_lock_of_a_killed_process(tmp_path: Path) -> None:
    path = str(tmp_path / "hub.lock")
    program = (
        "import sys; from tabwire.hub_socket.lock import take_lock\n"
        f"lock = take_lock({path!r}); print(lock is not None, flush=True); sys.stdin.read()"
    )
    holder = subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None
    assert holder.stdin is not None
    assert holder.stdout.readline() == "True\n"
    assert take_lock(path) is None
    holder.kill()
    holder.wait()
    lock = take_lock(path)
    assert lock is not None
    lock.release()
    holder.stdin.close()
    holder.stdout.close()


def test_an_inherited_lock_outlives_the_one_who_took_it(tmp_path: Path) -> None:
    path = str(tmp_path / "hub.lock")
    taken = take_lock(path)
    assert taken is not None
    heir = inherit_lock(path, os.dup(taken.file))
    taken.release()
    assert take_lock(path) is None
    assert heir.is_in_place()
    heir.release()


def test_a_removed_lock_file_is_noticed_and_locked_again(tmp_path: Path) -> None:
    path = tmp_path / "hub.lock"
    lock = take_lock(str(path))
    assert lock is not None
    path.unlink()
    assert not lock.is_in_place()
    assert lock.renew()
    assert lock.is_in_place()
    assert take_lock(str(path)) is None
    lock.release()


def test_a_lock_that_another_took_meanwhile_is_not_renewed(tmp_path: Path) -> None:
    path = tmp_path / "hub.lock"
    lock = take_lock(str(path))
    assert lock is not None
    path.unlink()
    other = take_lock(str(path))
    assert other is not None
    assert not lock.renew()
    lock.release()
    other.release()
