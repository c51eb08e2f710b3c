"""A browser process that we started on a DevTools pipe, and end with all of its children."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import threading
import time
from collections.abc import Mapping, Sequence

# Chrome reads commands from descriptor 3 and writes answers to descriptor 4.
CHROME_READS, CHROME_WRITES = 3, 4
MESSAGE_MAX = 4000
OTHERS_WITHIN_S = 0.1


class BrowserProcess:
    """Own one child process and its exit status."""

    def __init__(self, pid: int, log_path: str) -> None:
        self.pid = pid
        self._log_path = log_path
        loop = asyncio.get_running_loop()
        self.exited: asyncio.Future[int] = loop.create_future()
        threading.Thread(target=self._wait, args=(loop,), daemon=True, name=f"wait-{pid}").start()

    def _wait(self, loop: asyncio.AbstractEventLoop) -> None:
        if hasattr(os, "waitid"):
            # Until the dead leader is waited for, its group id cannot be reused.
            os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT)
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)
        _, status = os.waitpid(self.pid, 0)
        self._await_others()
        with contextlib.suppress(RuntimeError):  # the loop may be closed already
            loop.call_soon_threadsafe(self._report, os.waitstatus_to_exitcode(status))

    def _await_others(self) -> None:
        """Wait briefly for the other processes of the group, which got the same signal."""
        ends_at = time.monotonic() + OTHERS_WITHIN_S
        with contextlib.suppress(ProcessLookupError, PermissionError):
            while time.monotonic() < ends_at:
                os.killpg(self.pid, 0)
                time.sleep(OTHERS_WITHIN_S / 50)

    def _report(self, code: int) -> None:
        if not self.exited.done():
            self.exited.set_result(code)

    def message(self) -> str:
        """Return the end of the browser's output."""
        try:
            with open(self._log_path, "rb") as log:
                log.seek(max(0, os.path.getsize(self._log_path) - MESSAGE_MAX))
                return log.read().decode(errors="replace").strip()
        except OSError:
            return ""

    async def wait(self, timeout_s: float) -> bool:
        """Wait for the process to exit; return whether it did."""
        done, _ = await asyncio.wait({self.exited}, timeout=timeout_s)
        return bool(done)

    def kill(self) -> None:
        """Kill the process and its children."""
        if not self.exited.done():
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.pid, signal.SIGKILL)


def spawn(
    arguments: Sequence[str], environ: Mapping[str, str], log_path: str
) -> tuple[BrowserProcess, int, int]:
    """Start a browser in a new process session; return it with our ends of its pipe (read, write)."""
    chrome_in, ours_out = os.pipe()
    ours_in, chrome_out = os.pipe()
    try:
        pid = os.posix_spawn(
            arguments[0],
            list(arguments),
            dict(environ),
            file_actions=[
                (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
                (os.POSIX_SPAWN_OPEN, 1, log_path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600),
                (os.POSIX_SPAWN_DUP2, 1, 2),
                *_pass(chrome_in, chrome_out),
            ],
            setsid=True,
        )
    except BaseException:
        os.close(ours_in)
        os.close(ours_out)
        raise
    finally:
        os.close(chrome_in)
        os.close(chrome_out)
    return BrowserProcess(pid, log_path), ours_in, ours_out


def _pass(chrome_in: int, chrome_out: int) -> list[tuple[int, int, int]]:
    """Move both ends to their descriptors; if the second is in the place of the first, move it first."""
    if chrome_out == CHROME_READS:
        spare = max(chrome_in, chrome_out, CHROME_WRITES) + 1
        return [
            (os.POSIX_SPAWN_DUP2, chrome_out, spare),
            (os.POSIX_SPAWN_DUP2, chrome_in, CHROME_READS),
            (os.POSIX_SPAWN_DUP2, spare, CHROME_WRITES),
        ]
    return [
        (os.POSIX_SPAWN_DUP2, chrome_in, CHROME_READS),
        (os.POSIX_SPAWN_DUP2, chrome_out, CHROME_WRITES),
    ]
