"""The scripting engine: a page through content scripts of the extension. No debugger, no bar, quiet.

The page agent is the same as in the debugger engine; input is made of events inside the page. What only the
debugger can do is refused with the way out.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any

from tabwire.engines import page_agent
from tabwire.engines.cdp import CdpRefused
from tabwire.engines.dialogs import dialog_open
from tabwire.engines.evaluation import calls_functions
from tabwire.engines.files import read_files
from tabwire.engines.page import Clip, HistoryEntry, Input, Navigation, PageFrame, PageState, ScriptThrew
from tabwire.engines.page_events import FrameId, PageEvents, PageGone
from tabwire.engines.scripting.events import ExtensionEvents
from tabwire.engines.scripting.foreign import foreign_extensions
from tabwire.engines.scripting.frames import MAIN, QuietFrame, QuietFrames
from tabwire.engines.scripting.input import ScriptingInput
from tabwire.engines.scripting.pictures import QuietCamera
from tabwire.errors import (
    ElementStale,
    Internal,
    NavigationFailed,
    TabCrashed,
    TabwireError,
    UnsupportedByEngine,
)
from tabwire.protocol.page_agent import PageAgent
from tabwire.protocol.page_agent.settling import EffectReport
from tabwire.protocol.page_agent.synthetic import OwnHistory
from tabwire.protocol.typed_json import encode

FRAME_GONE = "frame is gone"
NO_STEP = "Cannot find a next page in history"
# A page that is on its way to another tells so at once; one without a history stays silent.
STEP_WITHIN_S = 1.0
FIRST_PAGE_WITHIN_S = 2.0
BLANK = ("", "about:blank")
# What the page agent would answer where it is not let in.
WITHOUT_SCRIPTS: dict[str, dict[str, Any]] = {
    "page": {"state": "complete"},
    "settle": encode(EffectReport([], [], [])),
    "firstEffect": encode(EffectReport([], [], [])),
}
THREW = "tabwireThrew"
USE_DEBUGGER = "Ask the user to choose the debugger engine in the extension's options, then call again."

Request = Callable[..., Awaitable[Any]]


class ScriptingPage:
    """One tab of the user's browser, handled by scripts the extension puts into it."""

    def __init__(self, tab: int, request: Request, *, is_forced: bool = False) -> None:
        self.state = PageState(engine="scripting")
        self.events = PageEvents()
        self.input: Input = ScriptingInput(self._acting_in, self._frame_shown, self.events)
        self._tab = tab
        self._is_forced = is_forced
        self._request = request
        self._frames = QuietFrames()
        self._reports = ExtensionEvents(self._frames, self.state, self.events, self._moved_on)
        self._lost: TabwireError | None = None
        self._pending: dict[asyncio.Future[None], FrameId] = {}
        self._camera = QuietCamera(self._ask, self._main_agent)
        self._preparing: asyncio.Task[None] | None = None

    async def ready(self) -> None:
        """Take the tab over; wait until it is known what it shows."""
        if self._preparing is None or _has_failed(self._preparing):
            self._preparing = asyncio.create_task(self._prepare())
        await asyncio.shield(self._preparing)

    async def _prepare(self) -> None:
        reports, before = self._reports, self._reports.navigations
        facts = await self._ask(
            "scripting.attach", files=[f"page/{name}" for name in page_agent.files(synthetic=True)]
        )
        # News that came in the meantime is newer than the answer.
        if reports.navigations == before:
            self._frames.load(facts["frames"])
            reports.arrived(facts["isLoading"])
        self.state.title = facts["title"]
        self.state.notices.append(_notice(await self._foreign() if self._is_forced else ()))
        if facts["isLoading"] and self.state.url in BLANK:
            await self._arrive()

    async def _foreign(self) -> list[str]:
        """Name the other extensions that have frames in the page: Chrome lists those frames to nobody."""
        with suppress(TabwireError):
            return foreign_extensions(await self._main_agent().foreign_frames())
        return []

    async def _arrive(self) -> None:
        """Wait a moment for the first page of a tab that was only just opened."""
        reports = self._reports
        with suppress(TimeoutError):
            async with asyncio.timeout(FIRST_PAGE_WITHIN_S):
                await self.events.until(lambda: reports.navigations > 0 or bool(reports.failure))

    def receive(self, kind: str, facts: dict[str, Any]) -> None:
        """Take what the extension reports about this tab."""
        self._reports.receive(kind, facts)
        if self.state.dialog is not None and kind == "dialog":
            self._interrupt(dialog_open(self.state.dialog))

    def gone(self, error: TabwireError) -> None:
        """Note that the tab is closed or lost; everything under way fails with `error`."""
        self._lost = error
        self._interrupt(error)
        self.events.emit(PageGone(error))

    def crashed(self) -> None:
        """Note that the page's process is dead."""
        self.gone(TabCrashed("The page crashed."))

    def frames(self) -> Sequence[PageFrame]:
        """List the frames, the main one first."""
        return [PageFrame(frame.id, frame.parent, frame.url, frame.document) for frame in self._frames]

    def main_loader(self) -> str:
        """Return the id of the main frame's present document."""
        return self._frames.main.document

    async def call_agent(self, frame: FrameId, name: str, arguments: dict[str, Any]) -> Any:
        """Call a function of the page agent in one frame; follow the frame to a new document once."""
        try:
            return await self._call_following(frame, name, arguments)
        except UnsupportedByEngine:
            if frame != MAIN or name not in WITHOUT_SCRIPTS:
                raise
            # A page that takes no scripts still has an address and a title, and nothing in it to wait for.
            return WITHOUT_SCRIPTS[name] | {"url": self.state.url, "title": self.state.title}

    async def _call_following(self, frame: FrameId, name: str, arguments: dict[str, Any]) -> Any:
        try:
            return await self._call("scripting.call", frame, name, arguments)
        except ElementStale:
            if self._frames.get(frame) is None:
                raise
        return await self._call("scripting.call", frame, name, arguments)

    async def _act(self, frame: FrameId, name: str, arguments: dict[str, Any]) -> Any:
        """Do something in a frame; when the frame shows another document before the answer, it was done."""
        try:
            return await self._call("scripting.act", frame, name, arguments)
        except ElementStale:
            return {}

    def _acting_in(self, frame: FrameId) -> PageAgent:
        """Return the page agent of a frame for what may send the page elsewhere."""
        return page_agent.agent_in(frame, self._act)

    def _main_agent(self) -> PageAgent:
        return page_agent.agent_in(MAIN, self.call_agent)

    async def _call(self, method: str, frame: FrameId, name: str, arguments: dict[str, Any]) -> Any:
        self._check()
        if self._frame(frame).is_error_page:
            raise self._unsupported(UnsupportedByEngine("it is showing an error page"))
        asking = self._ask(method, frameId=int(frame), name=name, args=arguments)
        answer = await self._unless_moved(frame, asking)
        if answer["json"] is None:
            raise ElementStale("The page changed to another document meanwhile.")
        return json.loads(answer["json"])

    async def _unless_moved(self, frame: FrameId, asking: Coroutine[Any, Any, Any]) -> Any:
        """Wait for an answer, but not longer than the document lives: Chrome never answers after that."""
        task = asyncio.ensure_future(asking)
        moved: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._pending[moved] = frame
        try:
            await asyncio.wait({task, moved}, return_when=asyncio.FIRST_COMPLETED)
            if task.done():
                return task.result()
            return moved.result()
        finally:
            del self._pending[moved]
            for future in (task, moved):
                future.cancel()
            await asyncio.gather(task, return_exceptions=True)

    def _moved_on(self, frame: FrameId) -> None:
        error = ElementStale("The page changed to another document meanwhile.")
        for moved, of in tuple(self._pending.items()):
            if (of == frame or self._frames.get(of) is None) and not moved.done():
                moved.set_exception(error.again())

    def _interrupt(self, error: TabwireError) -> None:
        for moved in tuple(self._pending):
            if not moved.done():
                moved.set_exception(error.again())

    def _check(self) -> None:
        if self._lost is not None:
            raise self._lost.again()
        if self.state.dialog is not None:
            raise dialog_open(self.state.dialog)

    def _frame(self, frame: FrameId) -> QuietFrame:
        found = self._frames.get(frame)
        if found is None:
            raise ElementStale("The frame is gone.")
        return found

    async def _ask(self, method: str, **params: Any) -> Any:
        """Ask the extension; say what Chrome refused."""
        try:
            return await self._request(method, tabId=self._tab, **params)
        except UnsupportedByEngine as error:
            raise self._unsupported(error) from error
        except CdpRefused as error:
            raise self._refused(error) from error

    def _unsupported(self, error: UnsupportedByEngine) -> UnsupportedByEngine:
        """Name the way out."""
        if "in front" in error.message:
            return UnsupportedByEngine(
                error.message,
                next_step="Ask the user to bring the tab to the front, or to choose the debugger engine.",
            )
        if "Cannot access" in error.message or "error page" in error.message:
            return UnsupportedByEngine(
                f"Chrome keeps {self.state.url} from scripts: {error.message}",
                next_step="`navigate` to a web page, or ask the user to choose the debugger engine.",
            )
        return UnsupportedByEngine(error.message, next_step=USE_DEBUGGER)

    def _refused(self, error: CdpRefused) -> TabwireError:
        if FRAME_GONE in error.message:
            return ElementStale("The frame is gone.")
        if NO_STEP in error.message:
            return NavigationFailed(
                "Chrome finds no page to go to: from a page without scripts it passes over those that nobody "
                "touched by hand.",
                next_step="Use `navigate`.",
            )
        return Internal(f"Chrome refused {error}.")

    async def owner_ref(self, frame: FrameId) -> str:
        """Return the ref, in the parent frame, of the element that holds this frame."""
        inner = self._frame(frame)
        if inner.parent is None:
            raise Internal("The main frame has no owner.")
        place = await page_agent.agent_in(frame, self.call_agent).frame_place()
        parent = page_agent.agent_in(inner.parent, self.call_agent)
        return await parent.frame_holder(index=place, url=inner.url)

    async def _frame_shown(self, parent: FrameId, ref: str) -> FrameId | None:
        """Return the frame that an element of `parent` shows."""
        for child in self._frames.children(parent):
            with suppress(ElementStale, UnsupportedByEngine):
                if await self.owner_ref(child.id) == ref:
                    return child.id
        return None

    async def see_into(self, frame: FrameId, hosts: Sequence[str], speakers: Sequence[str]) -> bool:
        """Do nothing: an extension's page agent opens closed roots itself, and nobody hears the speakers."""
        return False

    async def revealed_since_load(self, frame: FrameId) -> None:
        """Wait for nothing: only the debugger can see the listeners of a page."""

    async def reveal(self, frame: FrameId) -> bool:
        """Know of nothing more."""
        return False

    async def evaluate(self, expression: str) -> Any:
        """Evaluate JavaScript in the page's own world, if the user allows user scripts."""
        self._check()
        asking = self._ask(
            "scripting.evaluate",
            frameId=int(MAIN),
            expression=expression,
            callsFunctions=calls_functions(expression),
        )
        answer = await self._unless_moved(MAIN, asking)
        if THREW in answer:
            raise ScriptThrew(answer[THREW])
        return answer.get("value")

    async def navigate(self, url: str) -> Navigation:
        """Start loading an address; return when it is committed or refused."""
        self._check()
        reports = self._reports
        before, starts, downloads = reports.navigations, reports.starts, reports.downloads
        document = self.main_loader()

        def has_failed() -> bool:
            return reports.starts > starts and bool(reports.failure)

        await self._ask("tabs.navigate", url=url)
        await self.events.until(lambda: reports.navigations > before or has_failed())
        if has_failed():
            return Navigation("", reports.failure, reports.downloads > downloads)
        return Navigation("" if self.main_loader() == document else self.main_loader())

    async def reload(self) -> None:
        """Load the present address again."""
        await self._ask("scripting.reload")

    async def stop(self) -> None:
        """Stop loading."""
        await self._main_agent().stop_loading()

    async def history(self) -> tuple[int, list[HistoryEntry]]:
        """Return the position in the history; of other sites' pages only that there may be one is known."""
        try:
            known = await self._main_agent().own_history()
        except UnsupportedByEngine:
            known = OwnHistory(0, [self.state.url], 0)
        others = [] if known.length == len(known.urls) else [""]
        urls = [*others, *known.urls, *others]
        index = known.index + len(others)
        return index, [HistoryEntry(place - index, url, "") for place, url in enumerate(urls)]

    async def go_to(self, entry: int) -> None:
        """Go to a history entry by its distance from the present one; return when it is on its way."""
        reports = self._reports
        before, starts = reports.navigations, reports.starts
        try:
            # Chrome's own Back passes over pages that nobody touched by hand; the page's does not.
            await self._acting_in(MAIN).history_go(entry)
        except UnsupportedByEngine:
            await self._ask("scripting.step", forward=entry > 0)
        try:
            async with asyncio.timeout(STEP_WITHIN_S):
                await self.events.until(lambda: reports.navigations > before or reports.starts > starts)
        except TimeoutError:
            raise NavigationFailed("There is no page to go to.", next_step="Use `navigate`.") from None

    async def set_files(self, frame: FrameId, ref: str, paths: Sequence[str]) -> None:
        """Choose files in a file input, as bytes."""
        agent = page_agent.agent_in(frame, self.call_agent)
        await agent.give_files(ref, files=await read_files(paths))

    def catch_file_choosers(self, enabled: bool) -> None:
        """Do nothing: without a real press Chrome opens no chooser."""

    async def answer_file_chooser(self, frame: FrameId, node: int, paths: Sequence[str]) -> None:
        """Refuse: no chooser ever opens for input that is not from a hand."""
        raise UnsupportedByEngine("Quiet mode opens no file choosers.", next_step="Upload to the file field.")

    async def screenshot(self, media: str, quality: int | None, clip: Clip | None) -> str:
        """Return a picture of the viewport or of `clip`, base64-encoded."""
        self._check()
        return await self._camera.take(media, quality, clip)

    async def last_frame(self, media: str, quality: int | None) -> str | None:
        """Return nothing: every picture of quiet mode is new."""
        return None

    async def answer_dialog(self, accept: bool, text: str | None) -> None:
        """Refuse: only the debugger can answer a dialog."""
        raise UnsupportedByEngine(
            "Quiet mode sees dialogs but cannot answer them.",
            next_step="Ask the user to answer it in the browser, or to choose the debugger engine.",
        )

    async def terminate_script(self) -> None:
        """Refuse: only the debugger can stop a script."""
        raise UnsupportedByEngine("Quiet mode cannot stop a script.", next_step="Use `close_tab`.")

    async def activate(self) -> None:
        """Bring the tab to the front of its window."""
        await self._ask("tabs.activate")


def _has_failed(task: asyncio.Task[None]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)


def _notice(foreign: Sequence[str]) -> str:
    """Say that the page is handled quietly, and because of whom if the debugger is not possible."""
    if not foreign:
        return "quiet mode: no debugger, input is not from a hand"
    whose = " and ".join(foreign)
    return f"quiet mode: {whose} has a frame in this page, and Chrome then forbids the debugger"
