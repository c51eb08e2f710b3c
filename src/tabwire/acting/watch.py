"""Everything a tab reports while an action is under way."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from types import TracebackType
from typing import Self, TypeVar

from tabwire.acting.aiming import describe
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
    heading,
)
from tabwire.errors import ElementStale
from tabwire.reading.targets import Element
from tabwire.session.tab import Tab
from tabwire.session.traffic import AWAITED_KINDS

SOCKET_ANSWERS_WITHIN_S = 1.0

Answer = TypeVar("Answer")


class Watch:
    """Listen from just before an action until its reply."""

    def __init__(self, tab: Tab) -> None:
        self._tab = tab
        self.url_before = tab.url
        self.loader_before = tab.page.main_loader()
        self.has_begun = False
        self.is_silent = False
        self.awaits_popup = False
        self.opened: list[str] = []
        self.awaited_tabs = 0
        self.downloads: dict[str, DownloadStarted] = {}
        self.saved: dict[str, str] = {}
        self.console_errors: list[str] = []
        self.dialog: Dialog | None = None
        self.chooser: FileChooserOpened | None = None
        self.has_asked_permission = False
        # The element that is pressed, whether its frame still guards the press, and what got it instead.
        self.aimed: Element | None = None
        self.is_guarded = False
        self.missed = ""
        # What was pressed, by the document that it was in.
        self.pressed: dict[str, str] = {}
        self.going_to = ""
        self.pending: dict[str, RequestStarted] = {}
        self.asked_sockets: set[str] = set()
        # Until the page had its first turn after the action, what starts is the action's doing.
        self.is_first_turn = True
        self._unsubscribe: Callable[[], None] = lambda: None

    def __enter__(self) -> Self:
        self._unsubscribe = self._tab.page.events.subscribe(self._on)
        self._tab.traffic.is_acting = True
        self._tab.page.catch_file_choosers(True)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._unsubscribe()
        self._tab.traffic.is_acting = False
        # The user of a shared browser gets the choosers that they open themselves.
        self._tab.page.catch_file_choosers(False)

    def action_started(self) -> None:
        """Note that from here on the page may have been changed, whatever happens next."""
        self.has_begun = True
        self.is_first_turn = True
        self._tab.actions_started += 1

    def take_guard(self) -> bool:
        """Tell whether a press is still guarded, once: whoever asks lifts the guard."""
        is_guarded, self.is_guarded = self.is_guarded, False
        return is_guarded

    def check_document(self) -> None:
        """Fail when a press reached only another document than its element's: that cannot be undone."""
        aimed, pressed = self.aimed, self.pressed
        if aimed and aimed.frame.document and pressed and aimed.frame.document not in pressed:
            raise ElementStale(
                f"{describe(aimed)} went with its document just before the press, which reached the new one: "
                f"{' and '.join(pressed.values())}."
            )

    @property
    def has_new_document(self) -> bool:
        """Tell whether the tab shows another document than before."""
        return self._tab.page.main_loader() != self.loader_before

    @property
    def is_busy(self) -> bool:
        """Tell whether a request, a socket, a tab or a download of the action is waited for."""
        return bool(self.pending or self.asked_sockets or self.awaited_tabs) or self.is_downloading

    @property
    def is_downloading(self) -> bool:
        """Tell whether a download of the action is under way."""
        return bool(self.downloads.keys() - self.saved.keys())

    def saved_files(self) -> list[str]:
        """List the downloads: the path of a finished one, the name of the others."""
        return [
            self.saved.get(started.id)
            or f"{started.name} ({'failed' if started.id in self.saved else 'under way'})"
            for started in self.downloads.values()
        ]

    @property
    def has_effect(self) -> bool:
        """Tell whether anything beyond the page's own content happened."""
        return bool(
            self.opened
            or self.downloads
            or self.dialog
            or self.chooser
            or self.has_asked_permission
            or self.going_to
            or self.pending
            or self.has_new_document
            or self._tab.url != self.url_before
        )

    async def ask_in_time(self, call: Awaitable[Answer], within_s: float) -> Answer | None:
        """Ask the page, and note it as silent when a script keeps it from answering."""
        try:
            async with asyncio.timeout(within_s):
                return await self.ask(call)
        except TimeoutError:
            self.is_silent = True
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
            async with asyncio.timeout(SOCKET_ANSWERS_WITHIN_S if self.asked_sockets else None):
                await self.until(lambda: not self.is_busy)
                return
        for socket in self.asked_sockets:
            self._tab.traffic.waited_in_vain(socket)
        self.asked_sockets.clear()

    async def until(self, fact: Callable[[], bool]) -> None:
        """Wait until a fact holds or the page is about to be left."""
        await self._tab.page.events.until(lambda: bool(self.going_to) or fact())

    def _on(self, event: PageEvent) -> None:
        self.going_to = heading(event, self.going_to)
        match event:
            case RequestStarted():
                self._on_request(event)
            case RequestEnded():
                self.pending.pop(event.id, None)
            case SocketSent():
                if self.is_first_turn and self._tab.traffic.expects_answer(event.socket):
                    self.asked_sockets.add(event.socket)
            case SocketReceived():
                self.asked_sockets.discard(event.socket)
            case TabRequested():
                self.awaited_tabs += 1
            case TabOpened():
                self.awaited_tabs = 0
                self.opened.append(event.target)
            case DownloadStarted():
                self.downloads[event.id] = event
            case DownloadEnded():
                self.saved[event.id] = event.path
            case DialogOpened():
                self.dialog = event.dialog
            case FileChooserOpened():
                self.chooser = event
            case UserInputSeen() if event.document:
                self.pressed[event.document] = event.action
            case PermissionDecided():
                self.has_asked_permission = True
            case ConsoleWritten(level="error"):
                self.console_errors.append(event.text)

    def _on_request(self, request: RequestStarted) -> None:
        if request.kind not in AWAITED_KINDS:
            return
        traffic = self._tab.traffic
        is_foreign = traffic.is_long(request) if self.is_first_turn else traffic.is_own(request)
        if not is_foreign:
            self.pending[request.id] = request
