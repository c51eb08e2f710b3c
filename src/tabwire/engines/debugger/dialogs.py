"""Dialogs over DevTools: reported, answered, and found when they were open before we came."""

from __future__ import annotations

import asyncio

from tabwire.engines.cdp import CdpSession
from tabwire.engines.debugger.sessions import Sessions
from tabwire.engines.dialogs import UNSEEN_DIALOG, Dialog, dialog_open
from tabwire.engines.page import PageState
from tabwire.engines.page_events import DialogClosed, DialogOpened, PageEvents
from tabwire.errors import PageUnresponsive, UnsupportedByEngine
from tabwire.protocol.cdp import CdpObject

# A page that was there before us and answers nothing for so long most likely shows a dialog.
SILENT_AFTER_S = 5.0
FREED_WITHIN_S = 3.0
# Chrome opens nothing for this address, but closes the dialog of the page that is told to go there.
NOWHERE = "ms-help:"


class DebuggerDialogs:
    """The dialogs of one page, which answers nothing else while it shows one."""

    def __init__(self, sessions: Sessions, state: PageState, events: PageEvents) -> None:
        self._sessions = sessions
        self._root = sessions.root
        self._state = state
        self._events = events
        self._has_answered = False

    def follow(self, session: CdpSession) -> None:
        """Subscribe to what a session reports."""
        session.on("Page.javascriptDialogOpening", self._on_opening)
        session.on("Page.javascriptDialogClosed", lambda _: self._on_closed())

    def _on_opening(self, params: CdpObject) -> None:
        dialog = Dialog(
            params["type"], params["message"], params.get("defaultPrompt", ""), params.get("url", "")
        )
        if self._state.dialog_policy != "ask":
            self._answer_by_policy(dialog)
            return
        self._sessions.interrupt_work(dialog_open(dialog))
        self._show(dialog)

    def _show(self, dialog: Dialog) -> None:
        self._state.dialog = dialog
        self._events.emit(DialogOpened(dialog))

    def _answer_by_policy(self, dialog: Dialog) -> None:
        accept = self._state.dialog_policy == "accept"
        self._root.start("Page.handleJavaScriptDialog", accept=accept, promptText=dialog.default_text)
        verb = "accepted" if accept else "dismissed"
        self._state.notices.append(f"{verb} {dialog.words} by your dialog policy")

    def _on_closed(self) -> None:
        self._state.dialog = None
        self._events.emit(DialogClosed())

    async def are_blocking(self, ready: asyncio.Task[None]) -> bool:
        """Wait until an old page is ready; tell whether a dialog keeps it from that."""
        if self._state.dialog is None:
            await asyncio.wait({ready}, timeout=SILENT_AFTER_S)
            if not ready.done():
                self._show(UNSEEN_DIALOG)
                ready.add_done_callback(lambda _: self._on_answering())
        return not ready.done()

    def _on_answering(self) -> None:
        """Take the unseen dialog for closed, by whomever; one that came after it is still there."""
        self._has_answered = True
        if self._state.dialog in (None, UNSEEN_DIALOG):
            self._on_closed()

    async def answer(self, accept: bool, text: str | None) -> None:
        """Accept or dismiss the open dialog; return when it is gone."""
        if self._state.dialog is UNSEEN_DIALOG:
            await self._dismiss_unseen(accept)
            return
        options: CdpObject = {"accept": accept}
        if text is not None:
            options["promptText"] = text
        await self._root.call("Page.handleJavaScriptDialog", **options)
        await self._events.until(lambda: self._state.dialog is None, despite_dialog=True)

    async def _dismiss_unseen(self, accept: bool) -> None:
        """Close a dialog that Chrome reports to nobody; the page stays as it is."""
        if accept:
            raise UnsupportedByEngine(
                "A dialog that was open before tabwire came can only be dismissed.",
                next_step="Pass accept=false, or let the user answer it in the browser.",
            )
        await self._root.call("Page.navigate", url=NOWHERE)
        try:
            async with asyncio.timeout(FREED_WITHIN_S):
                await self._events.until(self._is_freed, despite_dialog=True)
        except TimeoutError:
            raise PageUnresponsive(
                "The page still answers nothing: it shows no dialog but runs an endless script.",
                next_step="Use `close_tab` and open the page anew.",
            ) from None

    def _is_freed(self) -> bool:
        """Tell whether the page answers, or got as far as to its next dialog."""
        return self._has_answered or self._state.dialog not in (None, UNSEEN_DIALOG)
