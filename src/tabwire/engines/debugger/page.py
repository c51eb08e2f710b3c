"""The debugger engine: a page through the DevTools protocol, with trusted input."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from tabwire.engines import page_agent
from tabwire.engines.addresses import without_password
from tabwire.engines.cdp import CdpRefused, CdpSession, MethodMissing
from tabwire.engines.debugger.closed_roots import adopt_floating, adopt_roots_in, adopt_slotted, ask_for_slots
from tabwire.engines.debugger.dialogs import Dialogs
from tabwire.engines.debugger.events import TELL, WORLD, ChromeEvents, exception_text
from tabwire.engines.debugger.frames import FrameState, FrameTree
from tabwire.engines.debugger.input import DebuggerInput
from tabwire.engines.debugger.internals import listen
from tabwire.engines.debugger.listeners import document_of, mark_listening
from tabwire.engines.debugger.pictures import Camera
from tabwire.engines.dialogs import dialog_open
from tabwire.engines.evaluation import evaluate
from tabwire.engines.page import Clip, HistoryEntry, Input, Navigation, PageFrame, PageState, ScriptThrew
from tabwire.engines.page_events import FrameId, PageEvent, PageEvents, PageGone, TitleReported
from tabwire.errors import (
    ElementStale,
    Internal,
    InvalidParams,
    NavigationFailed,
    PageUnresponsive,
    TabCrashed,
    TabwireError,
    UnsupportedByEngine,
)
from tabwire.protocol.cdp import CdpObject

# Chrome's words when a document went away under a call.
CONTEXT_GONE = (
    "Cannot find context",
    "Execution context was destroyed",
    "navigated or closed",
    "uniqueContextId",
)
# And when a value has no end, or none that is near.
VALUE_ENDLESS = "Object reference chain is too long"
FRAME_TARGET = "iframe"
FRAME_READY_WITHIN_S = 2.0
# How long the agent of a document that has just come is waited for; where scripts are forbidden none comes.
BROUGHT_WITHIN_S = 0.1

OpenSession = Callable[[str], CdpSession]


class DebuggerPage:
    """One tab over its DevTools sessions: the root, and one for each frame in another process.

    An old page was there before us, and may have opened a dialog by then.
    """

    def __init__(self, root: CdpSession, open_session: OpenSession, *, is_old: bool) -> None:
        self.state = PageState()
        self.events = PageEvents()
        self._is_old = is_old
        self._root = root
        self._open_session = open_session
        self._sessions: dict[str, CdpSession] = {}
        self._tree = FrameTree()
        self._chrome_events = ChromeEvents(self._tree, self.state, self.events)
        self._dialogs = Dialogs(root, self.state, self.events, self._interrupt_work)
        self._camera = Camera(root)
        self._crash: TabCrashed | None = None
        self.input: Input = DebuggerInput(root, self._begin_input)
        self._preparing: set[asyncio.Task[None]] = set()
        self._chores: set[asyncio.Task[None]] = set()
        self.events.subscribe(self._on_event)
        self._root_ready = self._start_preparing(root)

    async def ready(self) -> None:
        """Wait until the page can be worked in; a frame whose process is stuck is not waited for long."""
        if self._is_old and await self._dialogs.are_blocking(self._root_ready):
            return
        await asyncio.shield(self._root_ready)
        if self._preparing:
            await asyncio.wait(self._preparing, timeout=FRAME_READY_WITHIN_S)

    def _start_preparing(self, session: CdpSession) -> asyncio.Task[None]:
        preparing = asyncio.create_task(self._prepare(session))
        self._preparing.add(preparing)
        preparing.add_done_callback(self._preparing.discard)
        # A page or frame that is closed before it is ready has nobody waiting for it.
        preparing.add_done_callback(lambda done: done.cancelled() or done.exception())
        return preparing

    async def _prepare(self, session: CdpSession) -> None:
        """Set a session up. Requests go out together; the page may run once all of them are on their way."""
        self._sessions[session.id] = session
        self._listen(session)
        requests = [
            # First of all: every document that is reported after this has the page agent in it.
            session.start(
                "Page.addScriptToEvaluateOnNewDocument", source=page_agent.source(), worldName=WORLD
            ),
            session.start("Page.enable"),
            session.start("Page.setLifecycleEventsEnabled", enabled=True),
            session.start("Runtime.enable"),
            *(session.start("Runtime.addBinding", name=name, executionContextName=WORLD) for name in TELL),
            session.start("Network.enable"),
            session.start("Inspector.enable"),
            session.start("Emulation.setFocusEmulationEnabled", enabled=True),
            session.start("Target.setAutoAttach", autoAttach=True, waitForDebuggerOnStart=True, flatten=True),
        ]
        tree = session.start("Page.getFrameTree")
        if session is self._root:
            self._camera.keep_drawing()
        requests.append(session.start("Runtime.runIfWaitingForDebugger"))
        self._tree.load((await tree)["frameTree"], session)
        for problem in await asyncio.gather(*requests, return_exceptions=True):
            # What this browser does not know is done without; who cannot will say so.
            if isinstance(problem, BaseException) and not isinstance(problem, MethodMissing):
                raise problem
        if session is self._root:
            self.state.url = self._tree.main.url

    def _listen(self, session: CdpSession) -> None:
        """Subscribe to what a session reports."""
        self._chrome_events.follow(session)
        self._dialogs.follow(session)
        on = session.on
        on("Target.attachedToTarget", lambda params: self._on_child(params, session))
        on("Target.detachedFromTarget", self._on_child_gone)
        if session is self._root:
            on("Inspector.targetCrashed", lambda _: self.crashed())
            on("Inspector.targetReloadedAfterCrash", lambda _: self._on_revived())
            on("Page.frameNavigated", lambda _: self._on_revived())

    def _on_child(self, params: CdpObject, parent: CdpSession) -> None:
        session = self._open_session(params["sessionId"])
        if params["targetInfo"]["type"] != FRAME_TARGET:
            # Chrome makes workers wait for us as well, even those that a filter leaves out: let them go.
            session.start("Runtime.runIfWaitingForDebugger")
            parent.start("Target.detachFromTarget", sessionId=session.id)
            session.end(ElementStale("The worker is left alone."))
            return
        self._tree.moved(FrameId(params["targetInfo"]["targetId"]), session)
        self._start_preparing(session)

    def _on_child_gone(self, params: CdpObject) -> None:
        session = self._sessions.pop(params["sessionId"], None)
        if session is not None:
            session.end(ElementStale("The frame is gone."))

    def _on_revived(self) -> None:
        self._crash = None

    def crashed(self) -> None:
        """Note that the page's process is dead: Chrome answers nothing until it is reloaded."""
        if self._crash is not None:
            # Chrome tells it twice; the second time must not interrupt the reload that the first led to.
            return
        self._crash = TabCrashed("The page crashed.")
        self._interrupt(self._crash)
        self.events.emit(PageGone(self._crash))

    def gone(self, error: TabwireError) -> None:
        """Note that the tab is closed or lost; everything under way fails with `error`."""
        for session in tuple(self._sessions.values()):
            session.end(error)
        self._root.end(error)
        self.events.emit(PageGone(error))

    def _interrupt_work(self, error: TabwireError) -> None:
        """Fail commands under way; a page that is not ready has none, but owes answers that make it so."""
        if self._root_ready.done():
            self._interrupt(error)

    def _interrupt(self, error: TabwireError) -> None:
        for session in tuple(self._sessions.values()):
            session.interrupt(error)

    def _check(self) -> None:
        """Refuse what Chrome would not answer."""
        if self._crash is not None:
            raise self._crash.again()
        if self.state.dialog is not None:
            raise dialog_open(self.state.dialog)

    def _begin_input(self) -> None:
        self._check()
        self.state.has_sent_input = self.state.is_input_unseen = True

    def frames(self) -> Sequence[PageFrame]:
        """List the frames, the main one first; they are not known before the page has answered."""
        if not self._root_ready.done():
            self._check()
        return [
            PageFrame(state.id, state.parent, state.url, state.loader, has_internals=bool(state.speakers))
            for state in self._tree
        ]

    def main_loader(self) -> str:
        """Return the id of the main frame's present document."""
        return self._tree.main.loader if self._root_ready.done() else ""

    async def call_agent(self, frame: FrameId, name: str, arguments: dict[str, Any]) -> Any:
        """Call a function of the page agent in one frame; follow the frame to a new document once."""
        for attempt in (1, 2):
            state = self._frame(frame)
            try:
                return await self._call_agent(state, name, arguments)
            except CdpRefused as error:
                state.lose_agent()
                if attempt == 2 or not _is_context_gone(error):
                    raise _page_changed(error) from error
        raise AssertionError("unreachable")

    async def _call_agent(self, state: FrameState, name: str, arguments: dict[str, Any]) -> Any:
        """Let the answer travel as text: Chrome is several times slower at handing over large objects."""
        world = await self._world(state)
        if state.speakers:
            await listen(state, world, [*state.speakers])
        values: list[CdpObject] = [{"value": name}, {"value": arguments}]
        answer = _value(await self._start_function(state, world, "tabwire.callJson", values))
        self.state.is_input_unseen = False
        return json.loads(answer)

    def _start_function(
        self,
        state: FrameState,
        world: int,
        function: str,
        arguments: list[CdpObject],
        *,
        by_value: bool = True,
    ) -> asyncio.Future[CdpObject]:
        self._check()
        return state.session.start(
            "Runtime.callFunctionOn",
            functionDeclaration=function,
            executionContextId=world,
            arguments=arguments,
            returnByValue=by_value,
            awaitPromise=True,
        )

    async def _world(self, state: FrameState) -> int:
        """Return the page agent's context in this frame; bring the agent there first if need be."""
        self._check()
        if not state.world and state.brings_agent and state.parent is None:
            with suppress(TimeoutError):
                async with asyncio.timeout(BROUGHT_WITHIN_S):
                    await state.has_agent.wait()
        if not state.world:
            answer = await state.session.call("Page.createIsolatedWorld", frameId=state.id, worldName=WORLD)
            state.world = answer["executionContextId"]
            # The call that follows on the same session runs after this one: no need to wait.
            state.session.start("Runtime.evaluate", expression=page_agent.source(), contextId=state.world)
        return state.world

    def _frame(self, frame: FrameId) -> FrameState:
        state = self._tree.get(frame)
        if state is None:
            raise ElementStale("The frame is gone.")
        return state

    async def _element(self, state: FrameState, ref: str) -> str:
        """Return Chrome's handle of an element."""
        answer = await self._start_function(
            state, await self._world(state), "tabwire.element", [{"value": ref}], by_value=False
        )
        handle = answer["result"].get("objectId")
        if handle is None:
            raise ElementStale(f"{ref} is gone.")
        return str(handle)

    async def owner_ref(self, frame: FrameId) -> str:
        """Return the ref, in the parent frame, of the element that holds this frame."""
        state = self._frame(frame)
        if state.parent is None:
            raise Internal("The main frame has no owner.")
        parent = self._frame(state.parent)
        world = await self._world(parent)
        owner = await parent.session.call("DOM.getFrameOwner", frameId=frame)
        handle = await self._resolve(parent, owner["backendNodeId"], world)
        return str(_value(await self._start_function(parent, world, "tabwire.refOf", [{"objectId": handle}])))

    async def _resolve(self, state: FrameState, node: int, world: int) -> str:
        answer = await state.session.call("DOM.resolveNode", backendNodeId=node, executionContextId=world)
        return str(answer["object"]["objectId"])

    async def see_into(self, frame: FrameId, hosts: Sequence[str], speakers: Sequence[str]) -> bool:
        """Show the page agent the closed roots of `hosts` and what `speakers` say by ElementInternals."""
        state = self._frame(frame)
        world = await self._world(state)
        elements = await asyncio.gather(*(self._element(state, ref) for ref in (*hosts, *speakers)))
        roots = await adopt_roots_in(state, elements[: len(hosts)], world)
        heard = await listen(state, world, elements[len(hosts) :]) if speakers else 0
        return roots + heard > 0

    async def revealed_since_load(self, frame: FrameId) -> None:
        """Wait until the page agent was shown what it could not see when the page was loaded."""
        self._check()
        async with self._frame(frame).revealing:
            pass

    async def reveal(self, frame: FrameId) -> bool:
        """Show the page agent what no script can see; a page that just left has nothing more to show."""
        state = self._frame(frame)
        before = state.revealed
        with suppress(CdpRefused, MethodMissing):
            async with state.revealing:
                await self._show_unseen(state)
        return state.revealed > before

    async def _show_unseen(self, state: FrameState) -> None:
        search = ask_for_slots(state.session)
        state.revealed += await mark_listening(state, self._tree, self._world)
        document = await document_of(state, self._world)
        state.revealed += await adopt_slotted(state, await search, document, await self._world(state))

    async def _reveal_at_load(self, state: FrameState) -> None:
        with suppress(CdpRefused, MethodMissing):
            async with state.revealing:
                await self._show_unseen(state)
                state.revealed += await adopt_floating(state, await self._world(state))

    def _on_event(self, event: PageEvent) -> None:
        """Show the page agent what it cannot see as soon as a page is loaded, before anybody asks."""
        if isinstance(event, TitleReported):
            revealing = asyncio.create_task(self._reveal_at_load(self._tree.main))
            self._chores.add(revealing)
            revealing.add_done_callback(self._chores.discard)
            # A page that is left, closed or stopped by a dialog meanwhile has nobody waiting for it.
            revealing.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def evaluate(self, expression: str) -> Any:
        """Evaluate JavaScript in the page's own world; a promise is awaited, a function is called."""
        self._check()
        try:
            return _value(await evaluate(self._root, expression))
        except CdpRefused as error:
            raise _page_changed(error) from error

    async def navigate(self, url: str) -> Navigation:
        """Start loading an address; return when it is committed or refused."""
        try:
            answer = await self._root.call("Page.navigate", url=url)
        except CdpRefused as error:
            raise NavigationFailed(
                f"{without_password(url)}: {error.message}.", next_step="Check the address."
            ) from error
        return Navigation(
            answer.get("loaderId", ""), answer.get("errorText", ""), answer.get("isDownload", False)
        )

    async def reload(self) -> None:
        """Load the present address again; a crashed page comes back to life."""
        await self._root.call("Page.reload")

    async def stop(self) -> None:
        """Stop loading."""
        await self._root.call("Page.stopLoading")

    async def history(self) -> tuple[int, list[HistoryEntry]]:
        """Return the position in the history and its entries."""
        answer = await self._root.call("Page.getNavigationHistory")
        entries = [
            HistoryEntry(entry["id"], without_password(entry["url"]), entry["title"])
            for entry in answer["entries"]
        ]
        return answer["currentIndex"], entries

    async def go_to(self, entry: int) -> None:
        """Go to a history entry by its id."""
        await self._root.call("Page.navigateToHistoryEntry", entryId=entry)

    async def set_files(self, frame: FrameId, ref: str, paths: Sequence[str]) -> None:
        """Choose files in a file input."""
        state = self._frame(frame)
        handle = await self._element(state, ref)
        await state.session.call("DOM.setFileInputFiles", objectId=handle, files=list(paths))

    def catch_file_choosers(self, enabled: bool) -> None:
        """Report file choosers instead of showing them; what is asked of the page next finds it done."""
        for session in self._sessions.values():
            session.start("Page.setInterceptFileChooserDialog", enabled=enabled)

    async def answer_file_chooser(self, frame: FrameId, node: int, paths: Sequence[str]) -> None:
        """Choose files in the input that asked for them."""
        session = self._frame(frame).session
        await session.call("DOM.setFileInputFiles", backendNodeId=node, files=list(paths))

    async def screenshot(self, media: str, quality: int | None, clip: Clip | None) -> str:
        """Return a picture of the viewport or of `clip`, base64-encoded."""
        self._check()
        return await self._camera.take(media, quality, clip)

    async def last_frame(self, media: str, quality: int | None) -> str | None:
        """Return the viewport as it was drawn last, base64-encoded; None when no frame came."""
        self._check()
        return await self._camera.last_frame(media, quality)

    async def answer_dialog(self, accept: bool, text: str | None) -> None:
        """Accept or dismiss the open dialog."""
        await self._dialogs.answer(accept, text)

    async def terminate_script(self) -> None:
        """Stop the script that runs now."""
        try:
            await self._root.call("Runtime.terminateExecution")
        except CdpRefused as error:
            raise UnsupportedByEngine(f"Chrome lets no extension stop a script: {error.message}.") from error

    async def activate(self) -> None:
        """Bring the tab to the front of its window."""
        await self._root.call("Page.bringToFront")


def _is_context_gone(error: CdpRefused) -> bool:
    return any(words in error.message for words in CONTEXT_GONE)


def _page_changed(error: CdpRefused) -> TabwireError:
    if "Execution was terminated" in error.message:
        return PageUnresponsive("The script ran for too long and was stopped.")
    if _is_context_gone(error):
        return ElementStale("The page changed to another document meanwhile.")
    if VALUE_ENDLESS in error.message:
        return InvalidParams(
            "The script ran; its value refers to itself or is nested too deeply.",
            next_step="Return text, a number or a small object.",
        )
    return Internal(f"Chrome refused {error}.")


def _value(answer: CdpObject) -> Any:
    """Return what a script gave back, or raise what it threw."""
    if "exceptionDetails" in answer:
        raise ScriptThrew(exception_text(answer["exceptionDetails"]))
    return answer["result"].get("value")
