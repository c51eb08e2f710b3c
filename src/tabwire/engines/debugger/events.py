"""What Chrome reports about one page, as facts that are kept and events that are passed on."""

from __future__ import annotations

from collections.abc import Callable

from tabwire.engines.addresses import without_password
from tabwire.engines.cdp import CdpSession
from tabwire.engines.debugger.frames import DebuggerFrames
from tabwire.engines.debugger.listeners import request_document
from tabwire.engines.debugger.scripts import exception_text
from tabwire.engines.page import PageState, keep_latest
from tabwire.engines.page_agent import WORLD
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

# The functions by which the page agent reports: input of a hand, a permission, the title.
BINDINGS: dict[str, Callable[[str], PageEvent]] = {
    "tabwireUserInput": UserInputSeen,
    "tabwirePermission": PermissionDecided,
    "tabwireTitle": TitleReported,
}
LIFECYCLE: dict[str, LoadState] = {
    "DOMContentLoaded": "domcontentloaded",
    "load": "load",
    "networkIdle": "networkidle",
}
RESTORED = "BackForwardCacheRestore"
UNKNOWN_ERROR = "net::ERR_FAILED"


class ChromeEvents:
    """Follow a page through all of its sessions."""

    def __init__(self, frames: DebuggerFrames, state: PageState, events: PageEvents) -> None:
        self._frames = frames
        self._state = state
        self._events = events
        # Why documents did not come, by the numbers that they would have had.
        self._errors: dict[str, str] = {}

    def follow(self, session: CdpSession) -> None:
        """Subscribe to what a session reports."""
        on = session.on
        on("Page.frameAttached", lambda p: self._frames.attached(p["frameId"], p["parentFrameId"], session))
        on("Page.frameNavigated", lambda p: self._on_navigated(p, session))
        on("Page.frameDetached", self._on_frame_detached)
        on("Page.navigatedWithinDocument", self._on_moved_within)
        on("Page.lifecycleEvent", self._on_lifecycle)
        on("Page.frameRequestedNavigation", self._on_navigation_started)
        on("Page.frameStartedNavigating", self._on_navigation_started)
        on("Page.frameStoppedLoading", self._on_loading_stopped)
        on("Page.fileChooserOpened", self._on_file_chooser)
        on("Runtime.executionContextCreated", lambda p: self._on_world(p["context"], session))
        on("Runtime.consoleAPICalled", self._on_console)
        on("Runtime.exceptionThrown", self._on_exception)
        on("Runtime.bindingCalled", lambda p: self._on_binding_called(p, session))
        on("Input.dragIntercepted", lambda p: self._events.emit(DragStarted(p["data"])))
        on("Network.requestWillBeSent", self._on_request)
        on("Network.responseReceived", self._on_response)
        on("Network.webSocketFrameSent", lambda p: self._events.emit(SocketSent(p["requestId"])))
        on("Network.webSocketFrameReceived", lambda p: self._events.emit(SocketReceived(p["requestId"])))
        on("Network.loadingFinished", lambda p: self._events.emit(RequestEnded(p["requestId"])))
        on("Network.loadingFailed", self._on_failed)

    def _on_navigated(self, params: CdpObject, session: CdpSession) -> None:
        facts = params["frame"]
        frame = self._frames.navigated(facts, session)
        # One that Chrome had kept brings nothing: the agent is there already, or never was.
        frame.brings_agent = params.get("type") != RESTORED
        if frame.parent is None:
            self._state.url = frame.url
            self._state.note_load(frame.loader, "commit")
            if "unreachableUrl" in facts:
                error = self._errors.get(frame.loader, UNKNOWN_ERROR)
                self._state.note_failure(frame.loader, without_password(facts["unreachableUrl"]), error)
        self._events.emit(Navigated(frame.id, frame.url, False, frame.parent is None))

    def _on_world(self, context: CdpObject, session: CdpSession) -> None:
        """Note where the page agent lives in a document that brought it."""
        facts = context["auxData"]
        frame = self._frames.get(facts["frameId"]) if "frameId" in facts else None
        if frame is None or frame.session is not session or not frame.brings_agent:
            return
        if context["name"] == WORLD:
            frame.world = context["id"]
            frame.has_agent.set()
        elif facts["isDefault"]:
            frame.page_world = context["id"]
            if frame.parent is None:
                request_document(frame)

    def _on_moved_within(self, params: CdpObject) -> None:
        frame = self._frames.get(params["frameId"])
        if frame is None:
            return
        frame.url = without_password(params["url"])
        if frame.parent is None:
            self._state.url = frame.url
        self._events.emit(Navigated(frame.id, frame.url, True, frame.parent is None))

    def _on_frame_detached(self, params: CdpObject) -> None:
        if params.get("reason") != "swap":
            self._frames.drop(params["frameId"])

    def _on_lifecycle(self, params: CdpObject) -> None:
        state = LIFECYCLE.get(params["name"])
        if state is None:
            return
        frame = self._frames.get(params["frameId"])
        if frame is None or frame.parent is None:
            self._state.note_load(params["loaderId"], state)
        self._events.emit(LoadReached(params["frameId"], params["loaderId"], state))

    def _on_navigation_started(self, params: CdpObject) -> None:
        if params.get("disposition", "").startswith("new"):
            self._events.emit(TabRequested(params["url"]))
        stays = (
            params.get("navigationType") == "sameDocument"
            or params.get("disposition", "currentTab") != "currentTab"
        )
        frame = self._frames.get(params["frameId"])
        if frame is not None and not stays:
            url = without_password(params["url"])
            self._events.emit(NavigationStarted(frame.id, url, frame.parent is None))

    def _on_loading_stopped(self, params: CdpObject) -> None:
        frame = self._frames.get(params["frameId"])
        if frame is not None:
            self._events.emit(LoadingStopped(frame.id, frame.parent is None))

    def _on_file_chooser(self, params: CdpObject) -> None:
        many = params.get("mode") == "selectMultiple"
        self._events.emit(FileChooserOpened(FrameId(params["frameId"]), params.get("backendNodeId", 0), many))

    def _on_console(self, params: CdpObject) -> None:
        text = " ".join(_console_text(argument) for argument in params["args"])
        self._events.emit(ConsoleWritten(params["type"], text))

    def _on_exception(self, params: CdpObject) -> None:
        self._events.emit(ConsoleWritten("error", exception_text(params["exceptionDetails"])))

    def _on_binding_called(self, params: CdpObject, session: CdpSession) -> None:
        event = BINDINGS.get(params["name"])
        if event is UserInputSeen:
            self._events.emit(UserInputSeen(params["payload"], self._document(session, params)))
        elif event is not None:
            self._events.emit(event(params["payload"]))

    def _document(self, session: CdpSession, params: CdpObject) -> str:
        """Return the number of the document whose page agent reports."""
        world = params["executionContextId"]
        return next((f.loader for f in self._frames if f.session is session and f.world == world), "")

    def _on_request(self, params: CdpObject) -> None:
        self._events.emit(
            RequestStarted(params["requestId"], params.get("type", ""), params["request"]["url"])
        )

    def _on_response(self, params: CdpObject) -> None:
        if params.get("type") == "Document":
            # Chrome numbers the request of a document as it numbers the document.
            self._state.note_status(params["requestId"], params["response"]["status"])
        if params["response"].get("mimeType") == "text/event-stream":
            # A stream of events stays open for good: the request itself has been answered.
            self._events.emit(RequestEnded(params["requestId"]))

    def _on_failed(self, params: CdpObject) -> None:
        if params.get("type") == "Document":
            self._errors[params["requestId"]] = params["errorText"]
            keep_latest(self._errors)
        self._events.emit(RequestEnded(params["requestId"]))


def _console_text(argument: CdpObject) -> str:
    if "value" in argument:
        return str(argument["value"])
    return str(argument.get("description") or argument.get("unserializableValue") or argument["type"])
