"""A browser over its own DevTools endpoint: one we started, or one we attached to."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from tabwire.browsers.browser import Browser, BrowserTab, BrowserTabId, HeldPage
from tabwire.browsers.downloads import Downloads
from tabwire.engines.addresses import without_password
from tabwire.engines.cdp import CdpConnection, CdpRefused, MethodMissing
from tabwire.engines.debugger.page import DebuggerPage
from tabwire.engines.page_events import PageEvent, TabRequested
from tabwire.errors import BrowserDisconnected, TabClosed, TabwireError
from tabwire.links.link import Link
from tabwire.protocol.cdp import CdpObject

PAGE_TARGETS = [{"type": "page"}]


class DevToolsBrowser(Browser):
    """Follow a browser's tabs and attach to the ones that are worked in.

    With `attach_all` every new tab is attached before its first script runs; that is for browsers of our
    own. In somebody's own browser, tabs are attached when they are used and not before.
    """

    def __init__(self, name: str, kind: str, link: Link, *, attach_all: bool) -> None:
        super().__init__(name, kind)
        self._attach_all = attach_all
        self._arrivals: dict[BrowserTabId, asyncio.Future[DebuggerPage]] = {}
        self._requested: dict[str, BrowserTabId] = {}
        self._connection = CdpConnection(link, self._on_gone)

    async def start(self) -> None:
        """Begin to follow tabs; the browser answers or the error says why not."""
        session = self._connection.browser
        session.on("Target.targetCreated", lambda p: self._on_created(p["targetInfo"]))
        session.on("Target.targetInfoChanged", lambda p: self._on_changed(p["targetInfo"]))
        session.on("Target.targetDestroyed", lambda p: self._on_destroyed(p["targetId"]))
        session.on("Target.targetCrashed", lambda p: self._on_crashed(p["targetId"]))
        session.on("Target.attachedToTarget", self._on_attached)
        session.on("Target.detachedFromTarget", self._on_detached)
        requests = [
            session.start("Browser.getVersion"),
            session.start("Target.setDiscoverTargets", discover=True, filter=PAGE_TARGETS),
        ]
        if self._attach_all:
            requests.append(
                session.start(
                    "Target.setAutoAttach",
                    autoAttach=True,
                    waitForDebuggerOnStart=True,
                    flatten=True,
                    filter=PAGE_TARGETS,
                )
            )
        version, *_ = await asyncio.gather(*requests)
        self.version = version["product"]
        if self._attach_all:
            self._offered_tab = next(iter(self.tabs), None)

    async def follow_downloads(self, folder: str = "") -> None:
        """Tell pages about their downloads; save them into `folder`, if there is one."""
        with suppress(MethodMissing):
            await Downloads(self._connection.browser, folder, self._pages_around).start()

    def _pages_around(self, frame: str) -> list[HeldPage]:
        """Return the page a frame is in, and the page that opened it."""
        for tab in self.tabs.values():
            page = tab.page
            if page is not None and (tab.id == frame or any(known.id == frame for known in page.frames())):
                opener = self.tabs.get(tab.opener) if tab.opener else None
                return [page, *([opener.page] if opener and opener.page else [])]
        return []

    async def open_tab(self, url: str = "about:blank", *, background: bool = True) -> BrowserTab:
        """Open a tab, behind the others unless asked otherwise."""
        answer = await self._connection.browser.call("Target.createTarget", url=url, background=background)
        tab_id = BrowserTabId(answer["targetId"])
        return self.tabs.setdefault(tab_id, BrowserTab(tab_id, url, "", None))

    async def open_context(self) -> str:
        """Open a context with cookies and storage of its own; return its id."""
        answer = await self._connection.browser.call("Target.createBrowserContext", disposeOnDetach=True)
        return str(answer["browserContextId"])

    async def open_tab_in(self, context: str) -> BrowserTab:
        """Open a tab in a context of its own."""
        answer = await self._connection.browser.call(
            "Target.createTarget", url="about:blank", browserContextId=context
        )
        tab_id = BrowserTabId(answer["targetId"])
        return self.tabs.setdefault(tab_id, BrowserTab(tab_id, "about:blank", "", None))

    async def close_context(self, context: str) -> None:
        """Close a context with its tabs."""
        try:
            await self._connection.browser.call("Target.disposeBrowserContext", browserContextId=context)
        except CdpRefused as error:
            raise TabClosed(f"The context is closed already: {error.message}.") from error

    async def ping(self) -> None:
        """Return when the browser answers; an open link alone does not tell that it does."""
        await self._connection.browser.call("Browser.getVersion")

    def heard_within(self, seconds: float) -> bool:
        """Tell whether anything came from the browser so lately."""
        return self._connection.heard_within(seconds)

    def mark_frozen(self, error: BrowserDisconnected) -> None:
        """Fail what waits for the browser, and whatever comes, until it answers again."""
        super().mark_frozen(error)
        self._connection.fail(error)

    async def page(self, tab: BrowserTab, *, begins: bool = False) -> DebuggerPage:
        """Return the page of a tab, attached and ready."""
        page = tab.page
        if not isinstance(page, DebuggerPage):
            page = tab.page = await self._attach(tab)
        await page.ready()
        return page

    async def _attach(self, tab: BrowserTab) -> DebuggerPage:
        arrival = self._arrivals.get(tab.id)
        if arrival is None:
            arrival = self._arrivals[tab.id] = asyncio.get_running_loop().create_future()
            if not self._attach_all:
                await self._request_attach(tab)
        return await asyncio.shield(arrival)

    async def _request_attach(self, tab: BrowserTab) -> None:
        try:
            await self._connection.browser.call("Target.attachToTarget", targetId=tab.id, flatten=True)
        except CdpRefused as error:
            self._arrivals.pop(tab.id, None)
            raise TabClosed(f"The tab cannot be attached to: {error.message}.") from error

    async def _request_close(self, tab: BrowserTab) -> None:
        try:
            await self._connection.browser.call("Target.closeTarget", targetId=tab.id)
        except CdpRefused as error:
            raise TabClosed(f"The tab is closed already: {error.message}.") from error

    async def close(self) -> None:
        """Disconnect from the browser, which goes on."""
        await self._connection.close()

    def _on_created(self, info: CdpObject) -> None:
        tab_id = BrowserTabId(info["targetId"])
        if tab_id in self.tabs:
            self._on_changed(info)
            return
        # Chrome names no opener for a link that was clicked with Control or the middle button.
        requested = self._requested.pop(info["url"], None)
        opener = BrowserTabId(info["openerId"]) if "openerId" in info else requested
        self._appear(BrowserTab(tab_id, without_password(info["url"]), info["title"], opener))

    def _on_changed(self, info: CdpObject) -> None:
        tab = self.tabs.get(BrowserTabId(info["targetId"]))
        if tab is None:
            return
        tab.url, tab.title = without_password(info["url"]), info["title"]
        if tab.opener is None and "openerId" in info:
            tab.opener = BrowserTabId(info["openerId"])
            self._tell_opener(tab)
        if tab.page is not None:
            tab.page.state.title = tab.title

    def _on_attached(self, params: CdpObject) -> None:
        info = params["targetInfo"]
        self._on_created(info)
        tab = self.tabs[BrowserTabId(info["targetId"])]
        session = self._connection.session(params["sessionId"])
        page = DebuggerPage(session, self._connection.session, is_old=not self._attach_all)
        page.events.subscribe(lambda event: self._on_page_event(tab.id, event))
        tab.page = page
        arrival = self._arrivals.pop(tab.id, None)
        if arrival is not None and not arrival.done():
            arrival.set_result(page)

    def _on_page_event(self, tab: BrowserTabId, event: PageEvent) -> None:
        if isinstance(event, TabRequested):
            self._requested = {event.url: tab}

    def _on_detached(self, params: CdpObject) -> None:
        tab = self.tabs.get(BrowserTabId(params.get("targetId", "")))
        if tab is not None and tab.page is not None:
            page, tab.page = tab.page, None
            page.gone(TabClosed("The tab was closed."))

    def _on_crashed(self, tab_id: str) -> None:
        tab = self.tabs.get(BrowserTabId(tab_id))
        if tab is not None and tab.page is not None:
            tab.page.crashed()

    def _on_destroyed(self, tab_id: str) -> None:
        tab = self.tabs.pop(BrowserTabId(tab_id), None)
        if tab is not None:
            self._lose(tab, TabClosed("The tab was closed."))

    def _lose(self, tab: BrowserTab, error: TabwireError) -> None:
        arrival = self._arrivals.pop(tab.id, None)
        if arrival is not None and not arrival.done():
            arrival.set_exception(error)
        super()._lose(tab, error)

    def _on_gone(self) -> None:
        self.is_gone = True
        for tab in tuple(self.tabs.values()):
            self._lose(tab, BrowserDisconnected("The browser ended or its link dropped."))
        self.tabs.clear()
