"""Everything a tab reports while an action is under way."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from types import TracebackType
from typing import Self, TypeVar

from tabwire.acting.pace import SETTLE_WITHIN_S
from tabwire.engines.dialogs import Dialog
from tabwire.engines.page_events import (
    ConsoleWritten,
    DialogOpened,
    DownloadEnded,
    DownloadStarted,
    FileChooserOpened,
    PageEvent,
    PermissionDecided,
    RequestEnded,
    RequestStarted,
    SocketReceived,
    SocketSent,
    TabOpened,
    TabRequested,
    UserInputSeen,
    destination_after,
)
from tabwire.errors import ElementStale
from tabwire.session.tab import Tab
from tabwire.session.traffic import AWAITED_KINDS

SOCKET_ANSWERS_WITHIN_S = 1.0

Answer = TypeVar("Answer")


class Watch:
    """Listen from just before an action until its reply."""

    def __init__(self, tab: Tab) -> None:
        self._tab = tab
        self._url_before = tab.url
        self._loader_before = tab.page.main_loader()
        self._has_started = False
        self._is_silent = False
        self._opened: list[str] = []
        self._awaited_tabs = 0
        self._downloads: dict[str, DownloadStarted] = {}
        self._saved: dict[str, str] = {}
        self._console_errors: list[str] = []
        self._dialog: Dialog | None = None
        self._chooser: FileChooserOpened | None = None
        self._has_asked_permission = False
        # What was pressed, by the document that it was in.
        self._pressed: dict[str, str] = {}
        self._going_to = ""
        self._pending: dict[str, RequestStarted] = {}
        self._asked_sockets: set[str] = set()
        # Until the page had its first turn after the action, what starts is the action's doing.
        self._is_first_turn = True
        self._unsubscribe: Callable[[], None] = lambda: None

    def __enter__(self) -> Self:
        self._unsubscribe = self._tab.page.events.subscribe(self._on)
        self._tab.traffic.is_acting = True
        self._tab.page.files.catch_choosers(True)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._unsubscribe()
        self._tab.traffic.is_acting = False
        # The user of a shared browser gets the choosers that they open themselves.
        self._tab.page.files.catch_choosers(False)

    def action_started(self) -> None:
        """Note that from here on the page may have been changed, whatever happens next."""
        self._has_started = True
        self._is_first_turn = True
        self._tab.actions_started += 1

    @property
    def has_started(self) -> bool:
        """Tell whether the page may have been changed by now."""
        return self._has_started

    @property
    def is_silent(self) -> bool:
        """Tell whether a script has kept the page from answering."""
        return self._is_silent

    @property
    def has_new_document(self) -> bool:
        """Tell whether the tab shows another document than before."""
        return self._tab.page.main_loader() != self._loader_before

    @property
    def has_downloads(self) -> bool:
        """Tell whether the action has started a download."""
        return bool(self._downloads)

    @property
    def is_busy(self) -> bool:
        """Tell whether a request, a socket, a tab or a download of the action is waited for."""
        return bool(self._pending or self._asked_sockets or self._awaited_tabs) or self.is_downloading

    @property
    def is_downloading(self) -> bool:
        """Tell whether a download of the action is under way."""
        return bool(self._downloads.keys() - self._saved.keys())

    def saved_files(self) -> list[str]:
        """List the downloads: the path of a finished one, the name of the others."""
        return [
            self._saved.get(started.id)
            or f"{started.name} ({'failed' if started.id in self._saved else 'under way'})"
            for started in self._downloads.values()
        ]

    @property
    def has_effect(self) -> bool:
        """Tell whether anything beyond the page's own content happened."""
        return bool(
            self._opened
            or self._downloads
            or self._dialog
            or self._chooser
            or self._has_asked_permission
            or self._going_to
            or self._pending
            or self.has_new_document
            or self._tab.url != self._url_before
        )

    async def _ask_in_time(self, call: Awaitable[Answer]) -> Answer | None:
        """Ask the page, and note it as silent when a script keeps it from answering."""
        try:
            async with asyncio.timeout(SETTLE_WITHIN_S):
                return await self.ask(call)
        except TimeoutError:
            self._is_silent = True
            return None

    async def ask(self, call: Awaitable[Answer], enough: Callable[[], bool] = lambda: False) -> Answer | None:
        """Return what the page answers, or nothing when it leaves, goes away or enough is known first.

        Chrome holds back answers of a page that is about to be left, for as long as its successor takes.
        """
        asking = asyncio.ensure_future(call)
        leaving = asyncio.ensure_future(self.until(enough))
        try:
            await asyncio.wait({asking, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if asking.done():
                return asking.result()
            leaving.result()
            return None
        except ElementStale:
            return None
        finally:
            for task in (asking, leaving):
                task.cancel()
            await asyncio.gather(asking, leaving, return_exceptions=True)

    async def until_idle(self) -> None:
        """Wait until nothing of the action is under way; an answer over a socket may never come."""
        with suppress(TimeoutError):
            async with asyncio.timeout(SOCKET_ANSWERS_WITHIN_S if self._asked_sockets else None):
                await self.until(lambda: not self.is_busy)
                return
        for socket in self._asked_sockets:
            self._tab.traffic.got_no_answer(socket)
        self._asked_sockets.clear()

    async def until(self, fact: Callable[[], bool]) -> None:
        """Wait until a fact holds or the page is about to be left."""
        await self._tab.page.events.until(lambda: bool(self._going_to) or fact())

    def _on(self, event: PageEvent) -> None:
        self._going_to = destination_after(event, self._going_to)
        match event:
            case RequestStarted():
                self._on_request(event)
            case RequestEnded():
                self._pending.pop(event.id, None)
            case SocketSent():
                if self._is_first_turn and self._tab.traffic.expects_answer(event.socket):
                    self._asked_sockets.add(event.socket)
            case SocketReceived():
                self._asked_sockets.discard(event.socket)
            case TabRequested():
                self._awaited_tabs += 1
            case TabOpened():
                self._awaited_tabs = 0
                self._opened.append(event.tab)
            case DownloadStarted():
                self._downloads[event.id] = event
            case DownloadEnded():
                self._saved[event.id] = event.path
            case DialogOpened():
                self._dialog = event.dialog
            case FileChooserOpened():
                self._chooser = event
            case UserInputSeen() if event.document:
                self._pressed[event.document] = event.action
            case PermissionDecided():
                self._has_asked_permission = True
            case ConsoleWritten(level="error"):
                self._console_errors.append(event.text)

    def _on_request(self, request: RequestStarted) -> None:
        if request.kind not in AWAITED_KINDS:
            return
        traffic = self._tab.traffic
        is_foreign = traffic.is_long_poll(request) if self._is_first_turn else traffic.is_background(request)
        if not is_foreign:
            self._pending[request.id] = request
