"""All sessions of the hub: found by the caller's name for them, ended when nobody uses them."""

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
    """Own the sessions, and give every tab of every browser its handle."""

    def __init__(self, browsers: Browsers, ttl_s: float, *, shares_reading: bool = True) -> None:
        self.leases = Leases()
        self.shares_reading = shares_reading
        self._browsers = browsers
        self._ttl_s = ttl_s
        self._sessions: dict[tuple[str, str], Session] = {}
        self._handles: dict[BrowserTabId, str] = {}
        self._last_handle = 0
        self._held: set[tuple[str, str]] = set()
        self._followed: WeakSet[Browser] = WeakSet()

    def all(self) -> list[Session]:
        """List the sessions."""
        return list(self._sessions.values())

    def users_of(self, browser: Browser) -> list[Session]:
        """List the sessions that work in a browser."""
        return [session for session in self.all() if session.uses(browser)]

    def is_held(self, session: Session) -> bool:
        """Tell whether the connection of a session is open."""
        return _key(session.caller) in self._held

    def visible(self, caller: Caller) -> list[Session]:
        """List the sessions this caller may know of: its own; the user of this hub sees all."""
        return [session for session in self.all() if _may_know(caller, session)]

    def find(self, caller: Caller, name: str) -> Session:
        """Return a session this caller may know of by its name."""
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
        """Return what the command works on: the caller's session, or a tab of it."""
        session = self.of(caller)
        await session.follow_request()
        if command.scope is Session:
            return session
        return await session.tab(
            getattr(arguments, "tab", None),
            to_read=command.effect is Effect.READ,
            begins=command.declaration.begins_page,
        )

    def of(self, caller: Caller) -> Session:
        """Return the caller's session, new or known. A name means nothing to another caller."""
        session = self._sessions.get(_key(caller))
        if session is None:
            session = self._sessions[_key(caller)] = Session(caller, self)
        session.used_at = time.monotonic()
        return session

    def hold(self, caller: Caller) -> None:
        """Keep the caller's session for as long as its connection lasts."""
        known = self._sessions.get(_key(caller))
        if known is not None:
            known.requested_browser = caller.browser
        self._held.add(_key(caller))

    def let_go(self, caller: Caller) -> None:
        """Leave a named session to its time to live; its connection ended, its work may go on later."""
        self._held.discard(_key(caller))

    async def release(self, caller: Caller) -> None:
        """End the session of a connection that ended, and close the browser if it was the last."""
        self._held.discard(_key(caller))
        session = self._sessions.get(_key(caller))
        if session is not None:
            await self.end(session)

    async def end(self, session: Session) -> None:
        """End a session, and close the browser if it was the last; its client may begin anew."""
        if self._sessions.get(_key(session.caller)) is session:
            del self._sessions[_key(session.caller)]
        await session.close()
        await self._close_unused_browsers()

    async def close_browser(self, asker: Session, name: str, *, force: bool) -> None:
        """End a browser that the hub opened, unless others work in it."""
        users = [
            user
            for browser in self._browsers.all()
            if browser.name == name
            for user in self.users_of(browser)
        ]
        others = [user for user in users if user is not asker]
        strangers = [user for user in others if not _may_know(asker.caller, user)]
        if strangers or (others and not force):
            raise TabBusy(
                f'{len(others)} other sessions work in the browser "{name}".',
                next_step="Let them end first, or `session_close` yours; force=true ends those of your own.",
                sessions=[user.name for user in others if user not in strangers],
            )
        await self._browsers.close_one(name)

    async def sweep(self) -> None:
        """End the sessions that nobody used for their time to live, for ever."""
        while True:
            await asyncio.sleep(min(SWEEP_EVERY_S, self._ttl_s))
            oldest = time.monotonic() - self._ttl_s
            for key, session in tuple(self._sessions.items()):
                if key not in self._held and session.used_at < oldest:
                    await self.end(session)
            await self._close_unused_browsers()

    async def close(self) -> None:
        """Close all browsers: their tabs go with them."""
        self._sessions.clear()
        await self._browsers.close()

    async def _close_unused_browsers(self) -> None:
        await self._browsers.close_unused(lambda browser: bool(self.users_of(browser)))
        living = {tab for browser in self._browsers.all() for tab in browser.tabs}
        self._handles = {tab: handle for tab, handle in self._handles.items() if tab in living}

    def handle_of(self, tab: BrowserTab) -> str:
        """Return the handle of a tab, the same each time."""
        handle = self._handles.get(tab.id)
        if handle is None:
            self._last_handle += 1
            handle = self._handles[tab.id] = f"t{self._last_handle}"
        return handle

    def has_users_browser(self) -> bool:
        """Tell whether a browser of the user's is connected."""
        return any(browser.is_users for browser in self._browsers.all())

    async def browser_for(self, cdp_url: str, name: str) -> Browser:
        """Return a living browser: the named one, the one at an address, or the one there is."""
        browser = await self._browsers.get(cdp_url, name)
        if browser not in self._followed:
            self._followed.add(browser)
            browser.on_new_tab(self._on_new_tab)
            browser.on_tab_gone(self._on_tab_gone)
        return browser

    def _on_new_tab(self, tab: BrowserTab) -> None:
        self.leases.of(tab)

    def _on_tab_gone(self, tab: BrowserTab) -> None:
        self.leases.forget(tab)
        handle = self._handles.pop(tab.id, "")
        for session in self._sessions.values():
            session.lose(tab, handle)


def _key(caller: Caller) -> tuple[str, str]:
    return caller.name, caller.session


def _may_know(caller: Caller, session: Session) -> bool:
    return caller.is_local or session.caller.identity == caller.identity
