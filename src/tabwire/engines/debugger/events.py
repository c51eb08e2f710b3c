"""What Chrome reports about one page, as facts that are kept and events that are passed on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tabwire.engines.addresses import without_password
from tabwire.engines.cdp import CdpSession
from tabwire.engines.debugger.frames import FrameTree
from tabwire.engines.debugger.listeners import take_hold
from tabwire.engines.page import Failure, PageState
from tabwire.engines.page_events import (
    ConsoleWritten,
    DragStarted,
    FileChooserOpened,
    FrameId,
    LoadingStopped,
    LoadReached,
    LoadState,
    Navigated,
    NavigationStarted,
    PageEvent,
    PageEvents,
    PermissionDecided,
    RequestEnded,
    RequestStarted,
    SocketReceived,
    SocketSent,
    TabRequested,
    TitleReported,
    UserInputSeen,
)
from tabwire.protocol.cdp import CdpObject

WORLD = "tabwire"
# The functions by which the page agent tells what a hand does, what the page may do, and what it is called.
TELL: dict[str, Callable[[str], PageEvent]] = {
    "tabwireUserInput": UserInputSeen,
    "tabwirePermission": PermissionDecided,
    "tabwireTitle": TitleReported,
}
LIFECYCLE: dict[str, LoadState] = {
    "DOMContentLoaded": "domcontentloaded",
    "load": "load",
    "networkIdle": "networkidle",
}
LOADS_REMEMBERED = 8
RESTORED = "BackForwardCacheRestore"
UNKNOWN_ERROR = "net::ERR_FAILED"


class ChromeEvents:
    """Follow a page through all of its sessions."""

    def __init__(self, tree: FrameTree, state: PageState, events: PageEvents) -> None:
        self._tree = tree
        self._state = state
        self._events = events
        # Why documents did not come, by the numbers that they would have had.
        self._errors: dict[str, str] = {}

    def follow(self, session: CdpSession) -> None:
        """Subscribe to what a session reports."""
        on = session.on
        on("Page.frameAttached", lambda p: self._tree.attached(p["frameId"], p["parentFrameId"], session))
        on("Page.frameNavigated", lambda p: self._on_navigated(p, session))
        on("Page.frameDetached", self._on_frame_detached)
        on("Page.navigatedWithinDocument", self._on_moved_within)
        on("Page.lifecycleEvent", self._on_lifecycle)
        on("Page.frameRequestedNavigation", self._on_navigation_started)
        on("Page.frameStartedNavigating", self._on_navigation_started)
        on("Page.frameStoppedLoading", lambda p: self._on_loading_stopped(p["frameId"]))
        on("Page.fileChooserOpened", self._on_file_chooser)
        on("Runtime.executionContextCreated", lambda p: self._on_world(p["context"], session))
        on("Runtime.consoleAPICalled", self._on_console)
        on("Runtime.exceptionThrown", self._on_exception)
        on("Runtime.bindingCalled", lambda p: self._on_told(p, session))
        on("Input.dragIntercepted", lambda p: self._events.emit(DragStarted(p["data"])))
        on("Network.requestWillBeSent", self._on_request)
        on("Network.responseReceived", self._on_response)
        on("Network.webSocketFrameSent", lambda p: self._events.emit(SocketSent(p["requestId"])))
        on("Network.webSocketFrameReceived", lambda p: self._events.emit(SocketReceived(p["requestId"])))
        on("Network.loadingFinished", lambda p: self._events.emit(RequestEnded(p["requestId"])))
        on("Network.loadingFailed", self._on_failed)

    def _on_navigated(self, params: CdpObject, session: CdpSession) -> None:
        facts = params["frame"]
        state = self._tree.navigated(facts, session)
        # One that Chrome had kept brings nothing: the agent is there already, or never was.
        state.brings_agent = params.get("type") != RESTORED
        if state.parent is None:
            self._state.url = state.url
            self._note_load(state.loader, "commit")
            if "unreachableUrl" in facts:
                self._note_failure(state.loader, without_password(facts["unreachableUrl"]))
        self._events.emit(Navigated(state.id, state.url, False, state.parent is None))

    def _note_failure(self, loader: str, url: str) -> None:
        failures = self._state.failures
        failures[loader] = Failure(url, self._errors.get(loader, UNKNOWN_ERROR))
        _keep_latest(failures)

    def _on_world(self, context: CdpObject, session: CdpSession) -> None:
        """Note where the page agent lives in a document that brought it."""
        facts = context["auxData"]
        state = self._tree.get(facts["frameId"]) if "frameId" in facts else None
        if state is None or state.session is not session or not state.brings_agent:
            return
        if context["name"] == WORLD:
            state.world = context["id"]
            state.has_agent.set()
        elif facts["isDefault"]:
            state.page_world = context["id"]
            if state.parent is None:
                take_hold(state)

    def _on_moved_within(self, params: CdpObject) -> None:
        state = self._tree.get(params["frameId"])
        if state is None:
            return
        state.url = without_password(params["url"])
        if state.parent is None:
            self._state.url = state.url
        self._events.emit(Navigated(state.id, state.url, True, state.parent is None))

    def _on_frame_detached(self, params: CdpObject) -> None:
        if params.get("reason") != "swap":
            self._tree.detached(params["frameId"])

    def _on_lifecycle(self, params: CdpObject) -> None:
        state = LIFECYCLE.get(params["name"])
        if state is None:
            return
        frame = self._tree.get(params["frameId"])
        if frame is None or frame.parent is None:
            self._note_load(params["loaderId"], state)
        self._events.emit(LoadReached(params["frameId"], params["loaderId"], state))

    def _note_load(self, loader: str, state: LoadState) -> None:
        """Remember how far the last few documents of the main frame came."""
        loads = self._state.loads
        loads.setdefault(loader, set()).add(state)
        _keep_latest(loads)

    def _on_navigation_started(self, params: CdpObject) -> None:
        if params.get("disposition", "").startswith("new"):
            self._events.emit(TabRequested(params["url"]))
        stays = (
            params.get("navigationType") == "sameDocument"
            or params.get("disposition", "currentTab") != "currentTab"
        )
        state = self._tree.get(params["frameId"])
        if state is not None and not stays:
            url = without_password(params["url"])
            self._events.emit(NavigationStarted(state.id, url, state.parent is None))

    def _on_loading_stopped(self, frame: FrameId) -> None:
        state = self._tree.get(frame)
        if state is not None:
            self._events.emit(LoadingStopped(frame, state.parent is None))

    def _on_file_chooser(self, params: CdpObject) -> None:
        many = params.get("mode") == "selectMultiple"
        self._events.emit(FileChooserOpened(FrameId(params["frameId"]), params.get("backendNodeId", 0), many))

    def _on_console(self, params: CdpObject) -> None:
        text = " ".join(_console_text(argument) for argument in params["args"])
        self._events.emit(ConsoleWritten(params["type"], text))

    def _on_exception(self, params: CdpObject) -> None:
        self._events.emit(ConsoleWritten("error", exception_text(params["exceptionDetails"])))

    def _on_told(self, params: CdpObject, session: CdpSession) -> None:
        told = TELL.get(params["name"])
        if told is UserInputSeen:
            self._events.emit(UserInputSeen(params["payload"], self._document(session, params)))
        elif told is not None:
            self._events.emit(told(params["payload"]))

    def _document(self, session: CdpSession, params: CdpObject) -> str:
        """Return the number of the document whose page agent has told something."""
        world = params["executionContextId"]
        return next((s.loader for s in self._tree if s.session is session and s.world == world), "")

    def _on_request(self, params: CdpObject) -> None:
        self._events.emit(
            RequestStarted(params["requestId"], params.get("type", ""), params["request"]["url"])
        )

    def _on_response(self, params: CdpObject) -> None:
        if params.get("type") == "Document":
            # Chrome numbers the request of a document as it numbers the document.
            self._state.statuses[params["requestId"]] = params["response"]["status"]
            _keep_latest(self._state.statuses)
        if params["response"].get("mimeType") == "text/event-stream":
            # A stream of events stays open for good: the request itself has been answered.
            self._events.emit(RequestEnded(params["requestId"]))

    def _on_failed(self, params: CdpObject) -> None:
        if params.get("type") == "Document":
            self._errors[params["requestId"]] = params["errorText"]
            _keep_latest(self._errors)
        self._events.emit(RequestEnded(params["requestId"]))


def _keep_latest(by_loader: dict[str, Any]) -> None:
    while len(by_loader) > LOADS_REMEMBERED:
        del by_loader[next(iter(by_loader))]


def _console_text(argument: CdpObject) -> str:
    if "value" in argument:
        return str(argument["value"])
    return str(argument.get("description") or argument.get("unserializableValue") or argument["type"])


def exception_text(details: CdpObject) -> str:
    """Return the first line of what a script threw."""
    thrown = details.get("exception", {})
    text = thrown.get("description") or thrown.get("value") or details.get("text", "")
    return str(text).split("\n")[0]
