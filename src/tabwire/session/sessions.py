"""All sessions of the hub, by caller and name. Unused ones end."""

from __future__ import annotations

import asyncio
import time
from weakref import WeakSet

from tabwire.browsers.browser import Browser, BrowserTab, BrowserTabId
from tabwire.browsers.browsers import Browsers
from tabwire.callers import Caller
from tabwire.errors import InvalidParams, TabBusy
from tabwire.registry import Arguments, Command, Effect
from tabwire.session.leases import Leases
from tabwire.session.session import Session
from tabwire.session.tab import Tab

SWEEP_EVERY_S = 5.0


class Sessions:
    """Own the sessions, and assign a handle to every tab."""

    def __init__(self, browsers: Browsers, ttl_s: float, *, shares_reading: bool = True) -> None:
        self.leases = Leases()
        self.shares_reading = shares_reading
        self._browsers = browsers
        self._ttl_s = ttl_s
        self._sessions: dict[tuple[str, str], Session] = {}
        self._handles: dict[BrowserTabId, str] = {}
        self._last_handle = 0
        self._connected: set[tuple[str, str]] = set()
        self._subscribed: WeakSet[Browser] = WeakSet()

    def all(self) -> list[Session]:
        """List the sessions."""
        return list(self._sessions.values())

    def users_of(self, browser: Browser) -> list[Session]:
        """List the sessions that work in a browser."""
        return [session for session in self.all() if session.uses(browser)]

    def is_connected(self, session: Session) -> bool:
        """Return whether the connection of a session is open."""
        return _key(session.caller) in self._connected

    def visible(self, caller: Caller) -> list[Session]:
        """List the sessions this caller may see: its own; the local user sees all."""
        return [session for session in self.all() if _may_see(caller, session)]

    def find(self, caller: Caller, name: str) -> Session:
        """Return a session that this caller may see, by name."""
        names = {name, caller.in_session(name).session}
        known = self.visible(caller)
        for session in known:
            if session.name in names:
                return session
        raise InvalidParams(
            f'There is no session "{name[:80]}".',
            next_step="`sessions` lists them.",
            sessions=[session.name for session in known],
        )

    async def subject_for(self, caller: Caller, command: Command, arguments: Arguments) -> Tab | Session:
        """Return the command's subject: the caller's session, or one of its tabs."""
        session = self.of(caller)
        await session.use_requested_browser()
        if command.scope is Session:
            return session
        return await session.tab(
            getattr(arguments, "tab", None),
            to_read=command.effect is Effect.READ,
            loads_page=command.declaration.loads_page,
        )

    def of(self, caller: Caller) -> Session:
        """Return the caller's session, new or existing. Each caller has its own names."""
        session = self._sessions.get(_key(caller))
        if session is None:
            session = self._sessions[_key(caller)] = Session(caller, self)
        session.used_at = time.monotonic()
        return session

    def on_connect(self, caller: Caller) -> None:
        """Keep the caller's session while its connection lasts."""
        known = self._sessions.get(_key(caller))
        if known is not None:
            known.requested_browser = caller.browser
        self._connected.add(_key(caller))

    def on_disconnect(self, caller: Caller) -> None:
        """Keep a named session for its time to live after its connection ended."""
        self._connected.discard(_key(caller))

    async def release(self, caller: Caller) -> None:
        """End the session of a closed connection, and its browser if nothing else uses it."""
        self._connected.discard(_key(caller))
        session = self._sessions.get(_key(caller))
        if session is not None:
            await self.end(session)

    async def end(self, session: Session) -> None:
        """End a session, and its browser if nothing else uses it. Its client may start a new one."""
        if self._sessions.get(_key(session.caller)) is session:
            del self._sessions[_key(session.caller)]
        await session.close()
        await self._close_unused_browsers()

    async def close_browser(self, asker: Session, name: str, *, force: bool) -> None:
        """Close a browser that the hub opened, unless other sessions use it."""
        users = [
            user
            for browser in self._browsers.all()
            if browser.name == name
            for user in self.users_of(browser)
        ]
        others = [user for user in users if user is not asker]
        hidden = [user for user in others if not _may_see(asker.caller, user)]
        if hidden or (others and not force):
            raise TabBusy(
                f'{len(others)} other sessions use the browser "{name}".',
                next_step="Wait for them, or end yours with `session_close`; force=true ends your own.",
                sessions=[user.name for user in others if user not in hidden],
            )
        await self._browsers.close_one(name)

    async def sweep(self) -> None:
        """End sessions that were unused for their time to live; run until cancelled."""
        while True:
            await asyncio.sleep(min(SWEEP_EVERY_S, self._ttl_s))
            oldest = time.monotonic() - self._ttl_s
            for key, session in tuple(self._sessions.items()):
                if key not in self._connected and session.used_at < oldest:
                    await self.end(session)
            await self._close_unused_browsers()

    async def close(self) -> None:
        """Close all browsers and their tabs."""
        self._sessions.clear()
        await self._browsers.close()

    async def _close_unused_browsers(self) -> None:
        await self._browsers.close_unused(lambda browser: bool(self.users_of(browser)))
        living = {tab for browser in self._browsers.all() for tab in browser.tabs}
        self._handles = {tab: handle for tab, handle in self._handles.items() if tab in living}

    def handle_of(self, tab: BrowserTab) -> str:
        """Return the handle of a tab, always the same."""
        handle = self._handles.get(tab.id)
        if handle is None:
            self._last_handle += 1
            handle = self._handles[tab.id] = f"t{self._last_handle}"
        return handle

    def has_users_browser(self) -> bool:
        """Return whether one of the user's own browsers is connected."""
        return any(browser.is_users for browser in self._browsers.all())

    async def browser_for(self, cdp_url: str, name: str) -> Browser:
        """Return an open browser: the named one, the one at an address, or the default."""
        browser = await self._browsers.get(cdp_url, name)
        if browser not in self._subscribed:
            self._subscribed.add(browser)
            browser.on_new_tab(self._on_new_tab)
            browser.on_tab_gone(self._on_tab_gone)
        return browser

    def _on_new_tab(self, tab: BrowserTab) -> None:
        self.leases.of(tab)

    def _on_tab_gone(self, tab: BrowserTab) -> None:
        self.leases.remove(tab)
        handle = self._handles.pop(tab.id, "")
        for session in self._sessions.values():
            session.on_tab_gone(tab, handle)


def _key(caller: Caller) -> tuple[str, str]:
    return caller.name, caller.session


def _may_see(caller: Caller, session: Session) -> bool:
    return caller.is_local or session.caller.identity == caller.identity
