"""What the extension reports about a page, turned into the events every engine reports."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from tabwire.engines.addresses import without_password
from tabwire.engines.dialogs import Dialog
from tabwire.engines.page import PageState
from tabwire.engines.page_events import (
    ConsoleWritten,
    DialogClosed,
    DialogOpened,
    DownloadEnded,
    DownloadStarted,
    FrameId,
    LoadingStopped,
    LoadReached,
    LoadState,
    Navigated,
    NavigationStarted,
    PageEvents,
    PermissionDecided,
    RequestEnded,
    RequestStarted,
    UserInputSeen,
)
from tabwire.engines.scripting.frames import ERROR_PAGE, MAIN, TOP_PARENT, ScriptingFrames

KINDS = {
    "main_frame": "Document",
    "sub_frame": "Document",
    "xmlhttprequest": "XHR",
    "script": "Script",
    "stylesheet": "Stylesheet",
    "image": "Image",
    "font": "Font",
    "media": "Media",
    "ping": "Ping",
    "websocket": "WebSocket",
}
ALL_STATES: tuple[LoadState, ...] = ("commit", "domcontentloaded", "load", "networkidle")
# As long as Chrome itself waits before it calls the network idle.
IDLE_AFTER_S = 0.5
# The document stays: the navigation was stopped, or turned out to be a download.
ABORTED = "net::ERR_ABORTED"

Facts = dict[str, Any]


class ExtensionEvents:
    """Keep frames and state in step with what is reported, and tell who listens."""

    def __init__(
        self,
        frames: ScriptingFrames,
        state: PageState,
        events: PageEvents,
        on_new_document: Callable[[FrameId], None],
    ) -> None:
        self.failure = ""
        self.starts = 0
        self.navigations = 0
        self.downloads = 0
        self._frames = frames
        self._state = state
        self._events = events
        self._on_new_document = on_new_document
        self._open_requests: set[str] = set()
        self._status = 0
        self._error_pages = 0
        self._going_to = ""
        self._handlers: dict[str, Callable[[Facts], None]] = {
            "started": self._on_started,
            "committed": self._on_committed,
            "moved": self._on_moved,
            "ready": lambda facts: self._reach(facts, "domcontentloaded"),
            "loaded": self._on_loaded,
            "failed": self._on_failed,
            "frame_gone": self._on_frame_gone,
            "request": self._on_request,
            "answered": self._on_answered,
            "status": self._on_status,
            "redirected": self._on_redirected,
            "console": lambda facts: events.emit(ConsoleWritten(facts["level"], facts["text"])),
            "hand": lambda facts: events.emit(UserInputSeen(facts["deed"])),
            "permission": lambda facts: events.emit(PermissionDecided(facts["decision"])),
            "dialog": self._on_dialog,
            "dialog_closed": lambda _: self._on_dialog_closed(),
            "download": self._on_download,
            "download_ended": lambda facts: events.emit(download_ended(facts)),
        }

    def receive(self, kind: str, facts: Facts) -> None:
        """Take one report; kinds of a newer extension are passed over."""
        handle = self._handlers.get(kind)
        if handle is not None:
            handle(facts)

    def arrived(self, is_loading: bool) -> None:
        """Take the document that is there when the tab is taken over as loaded as it is."""
        states = ALL_STATES[:1] if is_loading else ALL_STATES
        self._state.url = self._frames.main.url
        self._state.note_load(self._frames.main.document, *states)

    def _on_started(self, facts: Facts) -> None:
        frame = _frame(facts)
        if frame == MAIN:
            self.starts += 1
            self.failure = ""
            self._going_to = facts["url"]
        self._events.emit(NavigationStarted(frame, without_password(facts["url"]), frame == MAIN))

    def _on_committed(self, facts: Facts) -> None:
        frame = self._frames.show(facts)
        is_main = frame.id == MAIN
        if is_main:
            self._enter(frame.url, frame.document)
        self._on_new_document(frame.id)
        self._events.emit(Navigated(frame.id, frame.url, False, is_main))
        self._reach(facts, "commit")

    def _enter(self, url: str, document: str) -> None:
        self.navigations += 1
        self.failure = ""
        self._open_requests.clear()
        self._state.url = url
        self._state.dialog = None
        if self._status:
            self._state.note_status(document, self._status)
            self._status = 0

    def _on_moved(self, facts: Facts) -> None:
        frame = self._frames.get(_frame(facts))
        if frame is None:
            return
        frame.url = without_password(facts["url"])
        is_main = frame.id == MAIN
        if is_main:
            self.navigations += 1
            self._state.url = frame.url
        self._events.emit(Navigated(frame.id, frame.url, True, is_main))

    def _reach(self, facts: Facts, state: LoadState) -> None:
        document = facts.get("documentId") or ""
        self._state.note_load(document, state)
        self._events.emit(LoadReached(_frame(facts), document, state))

    def _on_loaded(self, facts: Facts) -> None:
        self._reach(facts, "load")
        frame = _frame(facts)
        self._events.emit(LoadingStopped(frame, frame == MAIN))
        self._expect_idle()

    def _expect_idle(self) -> None:
        document = self._frames.main.document
        loads = self._state.loads.get(document, set())
        if "load" in loads and "networkidle" not in loads and not self._open_requests:
            asyncio.get_running_loop().call_later(IDLE_AFTER_S, self._note_idle, document)

    def _note_idle(self, document: str) -> None:
        if not self._open_requests and document == self._frames.main.document:
            self._state.note_load(document, "networkidle")
            self._events.emit(LoadReached(MAIN, document, "networkidle"))

    def _on_failed(self, facts: Facts) -> None:
        frame = _frame(facts)
        if frame == MAIN:
            if facts["error"] == ABORTED and facts["url"] != self._going_to:
                # A navigation that another one took the place of.
                return
                self.failure = facts["error"]
            if self.failure != ABORTED:
                self._show_error_page(without_password(facts["url"]))
        self._events.emit(LoadingStopped(frame, frame == MAIN))

    def _show_error_page(self, url: str) -> None:
        """Note that Chrome shows a page of its own instead of the one that was asked for."""
        self._error_pages += 1
        document = f"{ERROR_PAGE}{self._error_pages}"
        self._frames.show({"frameId": 0, "parentFrameId": TOP_PARENT, "url": url, "documentId": document})
        self._state.url = url
        self._state.title = ""
        self._state.note_failure(document, url, self.failure)
        self._state.note_load(document, *ALL_STATES)
        self._on_new_document(MAIN)
        self._events.emit(Navigated(MAIN, url, False, True))

    def _on_frame_gone(self, facts: Facts) -> None:
        frame = self._frames.get(_frame(facts))
        if frame is not None and frame.id != MAIN and frame.document == facts.get("documentId"):
            self._frames.drop(frame.id)
            self._on_new_document(frame.id)

    def _on_request(self, facts: Facts) -> None:
        self._open_requests.add(facts["requestId"])
        kind = KINDS.get(facts["resource"], "Other")
        self._events.emit(RequestStarted(facts["requestId"], kind, facts["url"]))

    def _on_answered(self, facts: Facts) -> None:
        self._open_requests.discard(facts["requestId"])
        self._events.emit(RequestEnded(facts["requestId"]))
        if not self._open_requests:
            self._expect_idle()

    def _on_redirected(self, facts: Facts) -> None:
        self._going_to = facts["url"]

    def _on_status(self, facts: Facts) -> None:
        self._status = int(facts["status"])

    def _on_dialog(self, facts: Facts) -> None:
        dialog = Dialog(facts["dialog"], facts["message"], facts.get("defaultText", ""), self._state.url)
        self._state.dialog = dialog
        self._events.emit(DialogOpened(dialog))

    def _on_dialog_closed(self) -> None:
        dialog, self._state.dialog = self._state.dialog, None
        if dialog is not None:
            self._state.notices.append(f"{dialog.words} was answered in the browser")
        self._events.emit(DialogClosed())

    def _on_download(self, facts: Facts) -> None:
        self.downloads += 1
        self._events.emit(download_started(facts))


def download_started(facts: Facts) -> DownloadStarted:
    """Return the beginning of a download as the extension tells it: with a path only once it is saved."""
    name = facts["path"].replace("\\", "/").rsplit("/", 1)[-1] or facts["url"].rsplit("/", 1)[-1]
    return DownloadStarted(str(facts["downloadId"]), facts["url"], name)


def download_ended(facts: Facts) -> DownloadEnded:
    """Return the end of a download as the extension tells it."""
    return DownloadEnded(str(facts["downloadId"]), facts["path"])


def _frame(facts: Facts) -> FrameId:
    return FrameId(str(facts["frameId"]))
