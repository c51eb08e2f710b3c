"""`tabwire hub run`: the program that becomes the hub, unless there already is one."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from tabwire import __version__
from tabwire.hub_socket.greeting import PROTOCOL
from tabwire.hub_socket.lock import Lock, inherit_lock, take_lock
from tabwire.places import Places

TYPE_CHECKING = False
if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable
    from contextlib import AbstractAsyncContextManager
    from typing import TypeAlias

    from tabwire.hub.process import Hub, Work
    from tabwire.settings import Settings

    Compose: TypeAlias = Callable[[Places, Settings], AbstractAsyncContextManager[Work]]

CLOSE_DEADLINE_S = 3.0
NOT_STARTED = 3


def run(
    arguments: list[str],
    load_compose: Callable[[], Compose],
    *,
    build: str = __version__,
    protocol: int = PROTOCOL,
) -> int:
    """Take the lock, then load everything and serve. It is no failure if another hub holds the lock."""
    places = Places()
    try:
        lock = _own_lock(places, arguments)
        if lock is None:
            print("A hub is already running.")
            return 0
        # Only its user may read what the hub writes.
        os.umask(0o077)
        if "--detach" in arguments and not _detach(places, lock):
            return 0
        return _serve(places, lock, load_compose, build, protocol)
    except Exception as error:  # noqa: BLE001  (the outermost handler of a program)
        print(_start_error(error), file=sys.stderr)
        return NOT_STARTED


def _start_error(error: Exception) -> str:
    """Explain in one line why the hub could not start."""
    from tabwire.errors import Internal, TabwireError

    # Task groups wrap the original exception.
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    if isinstance(error, TabwireError):
        return error.to_text()
    return Internal(f"{type(error).__name__}: {error}").to_text()


def _own_lock(places: Places, arguments: list[str]) -> Lock | None:
    if "--lock-file" in arguments:
        return inherit_lock(places.lock, int(arguments[arguments.index("--lock-file") + 1]))
    places.prepare()
    return take_lock(places.lock)


def _detach(places: Places, lock: Lock) -> bool:
    """Continue in a new process with its own session; return False in the old process."""
    if os.fork():
        return False
    os.setsid()
    os.chdir(places.state)
    # Pipes inherited from the client must close when the client ends, not when the hub does.
    for file in {int(name) for name in os.listdir("/dev/fd")} - {0, 1, 2, lock.file}:
        with suppress(OSError):
            os.close(file)
    return True


def _serve(places: Places, lock: Lock, load_compose: Callable[[], Compose], build: str, protocol: int) -> int:
    import asyncio
    import faulthandler
    import logging
    from pathlib import Path

    from tabwire.hub.logs import start_logging, stop_logging
    from tabwire.hub.process import Hub
    from tabwire.settings import load

    settings = load(Path(places.config_file), os.environ)
    # If the interpreter crashes, its last stack goes to the file with the hub's output.
    faulthandler.enable()
    handler = start_logging(places.log, settings.hub.log_level)

    def hub(work: Work) -> Hub:
        return Hub(places, lock, work, idle_exit_s=settings.hub.idle_exit_s, build=build, protocol=protocol)

    try:
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            runner.run(_run_hub(load_compose()(places, settings), hub))
    except Exception:
        # Log it too: nobody reads the output of a detached hub.
        logging.getLogger("tabwire.hub").exception("the hub failed")
        raise
    finally:
        stop_logging(handler)
        lock.release()
    return 0


async def _run_hub(composed: AbstractAsyncContextManager[Work], hub: Callable[[Work], Hub]) -> None:
    """Open the work, run the hub, and close the work in bounded time."""
    import asyncio
    import logging
    from contextlib import AsyncExitStack

    everything = AsyncExitStack()
    try:
        work = await everything.enter_async_context(composed)
        print(f"The hub is on {work.http}. Ctrl-C or `tabwire hub stop` ends it.", flush=True)
        await hub(work).run()
    finally:
        try:
            async with asyncio.timeout(CLOSE_DEADLINE_S):
                await everything.aclose()
        except TimeoutError:
            logging.getLogger("tabwire.hub").warning("closing took too long; exiting anyway")


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Use the faster event loop if it is installed."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop
