"""The scripting engine: a page through content scripts of the extension. No debugger, no bar.

Users know it as quiet mode. The page agent is the same as in the debugger engine; input is synthetic. What
only the debugger can do is refused, with what to do instead.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from typing import Any

from tabwire.engines import page_agent
from tabwire.engines.dialogs import dialog_open
from tabwire.engines.facets import Dialogs, lacking
from tabwire.engines.page import Page, PageFrame, PageState
from tabwire.engines.page_events import FrameId, PageEvents, PageGone
from tabwire.engines.scripting.agent import ScriptingAgent
from tabwire.engines.scripting.events import ExtensionEvents
from tabwire.engines.scripting.extension import ExtensionTab, Request
from tabwire.engines.scripting.files import ScriptingFiles
from tabwire.engines.scripting.frames import ScriptingFrames
from tabwire.engines.scripting.history import ScriptingHistory
from tabwire.engines.scripting.input import ScriptingInput
from tabwire.engines.scripting.other_extensions import other_extensions
from tabwire.engines.scripting.pictures import ScriptingPictures
from tabwire.engines.scripting.scripts import ScriptingScripts
from tabwire.engines.scripting.unseen import ScriptingUnseen
from tabwire.errors import TabCrashed, TabwireError

FIRST_PAGE_WITHIN_S = 2.0
BLANK = ("", "about:blank")


class ScriptingPage(Page):
    """One tab of the user's browser, handled by content scripts."""

    dialogs: Dialogs = lacking(
        "Quiet mode sees dialogs but cannot answer them.",
        next_step="Ask the user to answer it in the browser, or to choose the debugger engine.",
    )

    def __init__(self, tab: int, request: Request, *, is_forced: bool = False) -> None:
        self.state = PageState(engine="scripting")
        self.events = PageEvents()
        self._is_forced = is_forced
        self._frames = ScriptingFrames()
        self._tab = ExtensionTab(tab, request)
        self._agent = ScriptingAgent(self._tab, self._frames, self.state)
        self._reports = ExtensionEvents(self._frames, self.state, self.events, self._agent.on_new_document)
        self._preparing: asyncio.Task[None] | None = None
        self.files = ScriptingFiles(self._agent)
        self.history = ScriptingHistory(
            self._tab, self._agent, self._frames, self._reports, self.state, self.events
        )
        self.input = ScriptingInput(self._agent, self.events)
        self.pictures = ScriptingPictures(self._tab, self._agent, self.state)
        self.scripts = ScriptingScripts(self._tab, self._agent, self.state)
        self.unseen = ScriptingUnseen()

    async def ready(self) -> None:
        """Attach to the tab; wait until it is known what it shows."""
        if self._preparing is None or _has_failed(self._preparing):
            self._preparing = asyncio.create_task(self._prepare())
        await asyncio.shield(self._preparing)

    async def _prepare(self) -> None:
        reports, before = self._reports, self._reports.navigations
        files = [f"page/{name}" for name in page_agent.files("scripting")]
        facts = await self._tab.ask("scripting.attach", files=files)
        # Events that came in the meantime are newer than the answer.
        if reports.navigations == before:
            self._frames.load(facts["frames"])
            reports.arrived(facts["isLoading"])
        self.state.title = facts["title"]
        self.state.notices.append(_notice(await self._other_extensions() if self._is_forced else ()))
        if facts["isLoading"] and self.state.url in BLANK:
            await self._wait_for_first_page()

    async def _other_extensions(self) -> list[str]:
        """Name the other extensions with frames in the page; Chrome does not list those frames."""
        with suppress(TabwireError):
            return other_extensions(await self._agent.main.foreign_frames())
        return []

    async def _wait_for_first_page(self) -> None:
        """Wait briefly for the first page of a tab that was just opened."""
        reports = self._reports
        with suppress(TimeoutError):
            async with asyncio.timeout(FIRST_PAGE_WITHIN_S):
                await self.events.until(lambda: reports.navigations > 0 or bool(reports.failure))

    def receive(self, kind: str, facts: dict[str, Any]) -> None:
        """Handle a report of the extension about this tab."""
        self._reports.receive(kind, facts)
        if self.state.dialog is not None and kind == "dialog":
            self._agent.interrupt(dialog_open(self.state.dialog))

    def gone(self, error: TabwireError) -> None:
        """Record that the tab is closed or lost; pending requests fail with `error`."""
        self.state.lost = error
        self._agent.interrupt(error)
        self.events.emit(PageGone(error))

    def crashed(self) -> None:
        """Record that the page's process crashed."""
        self.gone(TabCrashed("The page crashed."))

    def frames(self) -> Sequence[PageFrame]:
        """List the frames, the main one first."""
        return [PageFrame(frame.id, frame.parent, frame.url, frame.document) for frame in self._frames]

    def main_loader(self) -> str:
        """Return the id of the main frame's current document."""
        return self._frames.main.document

    def call_agent(self, frame: FrameId, name: str, arguments: dict[str, Any]) -> Coroutine[Any, Any, Any]:
        """Call a function of the page agent in one frame; retry once if the frame loads a new document."""
        return self._agent.call(frame, name, arguments)

    def owner_ref(self, frame: FrameId) -> Coroutine[Any, Any, str]:
        """Return the ref, in the parent frame, of the element that contains this frame."""
        return self._agent.owner_ref(frame)


def _has_failed(task: asyncio.Task[None]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)


def _notice(extensions: Sequence[str]) -> str:
    """Return the note that the page is in quiet mode, and which extensions prevent the debugger, if any."""
    if not extensions:
        return "quiet mode: no debugger, synthetic input"
    names = " and ".join(extensions)
    return f"quiet mode: {names} has a frame in this page, so Chrome does not allow the debugger"
