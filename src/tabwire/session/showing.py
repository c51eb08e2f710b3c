"""What the user of a browser is shown: who works in which tab, and what was done there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tabwire.callers import Caller
from tabwire.errors import TabwireError
from tabwire.registry import Command
from tabwire.session.tab import Tab


@contextmanager
def shown_to_user(caller: Caller, command: Command, subject: object) -> Iterator[None]:
    """Show a command in the user's own browser while it runs, and how it ended."""
    browser = subject.session.browser if isinstance(subject, Tab) else None
    if not isinstance(subject, Tab) or browser is None:
        yield
        return
    agent = caller.client or caller.session
    browser.show_activity(subject.browser_tab, agent, command.name, _now_ms())
    outcome = "ok"
    try:
        yield
    except TabwireError as error:
        outcome = error.code
        raise
    except asyncio.CancelledError:
        outcome = "cancelled"
        raise
    finally:
        done = {
            "at": _now_ms(),
            "agent": agent,
            "command": command.name,
            "url": subject.url,
            "outcome": outcome,
        }
        browser.show_activity(subject.browser_tab, agent, "", _now_ms(), done)


def _now_ms() -> int:
    return round(time.time() * 1000)
