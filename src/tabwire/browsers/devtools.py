"""A browser over its own DevTools endpoint: one we started, or one we attached to."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from tabwire.browsers.browser import Browser, HeldPage, Target, TargetId
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
        self._arrivals: dict[TargetId, asyncio.Future[DebuggerPage]] = {}
        self._requested: dict[str, TargetId] = {}
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
            self._first_tab = next(iter(self.targets), None)

    async def follow_downloads(self, folder: str = "") -> None:
        """Tell pages about their downloads; save them into `folder`, if there is one."""
        with suppress(MethodMissing):
            await Downloads(self._connection.browser, folder, self._pages_around).start()

    def _pages_around(self, frame: str) -> list[HeldPage]:
        """Return the page a frame is in, and the page that opened it."""
        for target in self.targets.values():
            page = target.page
            if page is not None and (target.id == frame or any(known.id == frame for known in page.frames())):
                opener = self.targets.get(target.opener) if target.opener else None
                return [page, *([opener.page] if opener and opener.page else [])]
        return []

    async def open_tab(self, url: str = "about:blank", *, background: bool = True) -> Target:
        """Open a tab, behind the others unless asked otherwise."""
        answer = await self._connection.browser.call("Target.createTarget", url=url, background=background)
        target_id = TargetId(answer["targetId"])
        return self.targets.setdefault(target_id, Target(target_id, url, "", None))

    async def open_context(self) -> str:
        """Open a context with cookies and storage of its own; return its id."""
        answer = await self._connection.browser.call("Target.createBrowserContext", disposeOnDetach=True)
        return str(answer["browserContextId"])

    async def open_tab_in(self, context: str) -> Target:
        """Open a tab in a context of its own."""
        answer = await self._connection.browser.call(
            "Target.createTarget", url="about:blank", browserContextId=context
        )
        target_id = TargetId(answer["targetId"])
        return self.targets.setdefault(target_id, Target(target_id, "about:blank", "", None))

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

    def fell_silent(self, error: BrowserDisconnected) -> None:
        """Fail what waits for the browser, and whatever comes, until it answers again."""
        super().fell_silent(error)
        self._connection.fail(error)

    async def page(self, target: Target, *, begins: bool = False) -> DebuggerPage:
        """Return the page of a tab, attached and ready."""
        page = target.page
        if not isinstance(page, DebuggerPage):
            page = target.page = await self._attach(target)
        await page.ready()
        return page

    async def _attach(self, target: Target) -> DebuggerPage:
        arrival = self._arrivals.get(target.id)
        if arrival is None:
            arrival = self._arrivals[target.id] = asyncio.get_running_loop().create_future()
            if not self._attach_all:
                await self._request_attach(target)
        return await asyncio.shield(arrival)

    async def _request_attach(self, target: Target) -> None:
        try:
            await self._connection.browser.call("Target.attachToTarget", targetId=target.id, flatten=True)
        except CdpRefused as error:
            self._arrivals.pop(target.id, None)
            raise TabClosed(f"The tab cannot be attached to: {error.message}.") from error

    async def _request_close(self, target: Target) -> None:
        try:
            await self._connection.browser.call("Target.closeTarget", targetId=target.id)
        except CdpRefused as error:
            raise TabClosed(f"The tab is closed already: {error.message}.") from error

    async def close(self) -> None:
        """Let go of the browser without ending it."""
        await self._connection.close()

    async def quit(self) -> None:
        """Ask the browser to end."""
        await self._connection.browser.call("Browser.close")

    def _on_created(self, info: CdpObject) -> None:
        target_id = TargetId(info["targetId"])
        if target_id in self.targets:
            self._on_changed(info)
            return
        # Chrome names no opener for a link that was clicked with Control or the middle button.
        requested = self._requested.pop(info["url"], None)
        opener = TargetId(info["openerId"]) if "openerId" in info else requested
        self._appear(Target(target_id, without_password(info["url"]), info["title"], opener))

    def _on_changed(self, info: CdpObject) -> None:
        target = self.targets.get(TargetId(info["targetId"]))
        if target is None:
            return
        target.url, target.title = without_password(info["url"]), info["title"]
        if target.opener is None and "openerId" in info:
            target.opener = TargetId(info["openerId"])
            self._tell_opener(target)
        if target.page is not None:
            target.page.state.title = target.title

    def _on_attached(self, params: CdpObject) -> None:
        info = params["targetInfo"]
        self._on_created(info)
        target = self.targets[TargetId(info["targetId"])]
        session = self._connection.session(params["sessionId"])
        page = DebuggerPage(session, self._connection.session, is_old=not self._attach_all)
        page.events.subscribe(lambda event: self._on_page_event(target.id, event))
        target.page = page
        arrival = self._arrivals.pop(target.id, None)
        if arrival is not None and not arrival.done():
            arrival.set_result(page)

    def _on_page_event(self, target: TargetId, event: PageEvent) -> None:
        if isinstance(event, TabRequested):
            self._requested = {event.url: target}

    def _on_detached(self, params: CdpObject) -> None:
        target = self.targets.get(TargetId(params.get("targetId", "")))
        if target is not None and target.page is not None:
            page, target.page = target.page, None
            page.gone(TabClosed("The tab was closed."))

    def _on_crashed(self, target_id: str) -> None:
        target = self.targets.get(TargetId(target_id))
        if target is not None and target.page is not None:
            target.page.crashed()

    def _on_destroyed(self, target_id: str) -> None:
        target = self.targets.pop(TargetId(target_id), None)
        if target is not None:
            self._lose(target, TabClosed("The tab was closed."))

    def _lose(self, target: Target, error: TabwireError) -> None:
        arrival = self._arrivals.pop(target.id, None)
        if arrival is not None and not arrival.done():
            arrival.set_exception(error)
        super()._lose(target, error)

    def _on_gone(self) -> None:
        self.is_gone = True
        for target in tuple(self.targets.values()):
            self._lose(target, BrowserDisconnected("The browser ended or its link dropped."))
        self.targets.clear()
