"""All sessions of the hub: found by the caller's name for them, ended when nobody uses them."""

from __future__ import annotations

import asyncio
import time

from tabwire.browsers.browser import Browser, Target, TargetId
from tabwire.policy.callers import Caller
from tabwire.registry import Arguments, Command
from tabwire.session.browsers import Browsers
from tabwire.session.session import Session
from tabwire.session.tab import Tab

SWEEP_EVERY_S = 5.0


class Sessions:
    """Own the sessions, and give every tab of every browser its handle."""

    def __init__(self, browsers: Browsers, ttl_s: float) -> None:
        self._browsers = browsers
        self._ttl_s = ttl_s
        self._sessions: dict[tuple[str, str], Session] = {}
        self._handles: dict[TargetId, str] = {}
        self._last_handle = 0
        self._held: set[tuple[str, str]] = set()

    def all(self) -> list[Session]:
        """List the sessions."""
        return list(self._sessions.values())

    async def target_for(self, caller: Caller, command: Command, arguments: Arguments) -> Tab | Session:
        """Return what the command works on: the caller's session, or a tab of it."""
        session = self.of(caller)
        if command.scope is Session:
            return session
        return await session.tab(getattr(arguments, "tab", None))

    def of(self, caller: Caller) -> Session:
        """Return the caller's session, new or known. A name means nothing to another caller."""
        key = (caller.name, caller.session)
        session = self._sessions.get(key)
        if session is None:
            session = self._sessions[key] = Session(
                caller.session, caller.name, caller.cdp_url, self, caller.browser
            )
        session.used_at = time.monotonic()
        return session

    def hold(self, caller: Caller) -> None:
        """Keep the caller's session for as long as its connection lasts."""
        self._held.add((caller.name, caller.session))

    def let_go(self, caller: Caller) -> None:
        """Leave a named session to its time to live; its connection ended, its work may go on later."""
        self._held.discard((caller.name, caller.session))

    async def release(self, caller: Caller) -> None:
        """End the session of a connection that ended, and close the browser if it was the last."""
        key = (caller.name, caller.session)
        self._held.discard(key)
        session = self._sessions.pop(key, None)
        if session is not None:
            await session.close()
            await self._close_unused_browsers()

    async def sweep(self) -> None:
        """End the sessions that nobody used for their time to live, for ever."""
        while True:
            await asyncio.sleep(min(SWEEP_EVERY_S, self._ttl_s))
            oldest = time.monotonic() - self._ttl_s
            for key, session in tuple(self._sessions.items()):
                if key not in self._held and session.used_at < oldest:
                    del self._sessions[key]
                    await session.close()
            await self._close_unused_browsers()

    async def close(self) -> None:
        """Close all browsers: their tabs go with them."""
        self._sessions.clear()
        await self._browsers.close()

    async def _close_unused_browsers(self) -> None:
        await self._browsers.close_unused({session.browser for session in self.all() if session.browser})
        living = {target for browser in self._browsers.all() for target in browser.targets}
        self._handles = {target: handle for target, handle in self._handles.items() if target in living}

    def handle_of(self, target: Target) -> str:
        """Return the handle of a tab, the same each time."""
        handle = self._handles.get(target.id)
        if handle is None:
            self._last_handle += 1
            handle = self._handles[target.id] = f"t{self._last_handle}"
        return handle

    def owner_of(self, target: Target) -> Session | None:
        """Return the session that works in the tab, or in the tab that opened it."""
        for session in self._sessions.values():
            if session.owns(target.id) or (target.opener is not None and session.owns(target.opener)):
                return session
        return None

    def has_users_browser(self) -> bool:
        """Tell whether a browser of the user's is connected."""
        return any(browser.is_users for browser in self._browsers.all())

    async def browser_for(self, cdp_url: str, name: str) -> Browser:
        """Return a living browser: the named one, the one at an address, or the one there is."""
        return await self._browsers.get(cdp_url, name)
