"""A tab as commands see it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

from tabwire.browsers.browser import BrowserTab
from tabwire.engines.page import Page, PageFrame
from tabwire.engines.page_agent import agent_in
from tabwire.engines.page_events import FrameId, LoadState
from tabwire.errors import PageUnresponsive, TabwireError, Timeout
from tabwire.protocol.page_agent.reading import Unseen
from tabwire.rendering.memory import ReadingMemory
from tabwire.session.traffic import Traffic
from tabwire.session.unreported import UnreportedEvents
from tabwire.trace import span

if TYPE_CHECKING:
    from tabwire.session.session import Session

DIAGNOSIS_WITHIN_S = 1.0


class Frame:
    """One frame of a tab, with the prefix that refs of its elements carry."""

    def __init__(self, page: Page, facts: PageFrame, prefix: str, parent: Frame | None) -> None:
        self._page = page
        self.id = facts.id
        self.url = facts.url
        self.document = facts.document
        self.has_internals = facts.has_internals
        self.prefix = prefix
        self.parent = parent
        self.agent = agent_in(self.id, self._call_agent)

    async def _call_agent(self, frame: FrameId, name: str, arguments: dict[str, Any]) -> Any:
        with span(f"page agent: {name}"):
            return await self._page.call_agent(frame, name, arguments)

    async def owner_ref(self) -> str:
        """Return the ref, in the parent frame, of the element that contains this frame."""
        return await self._page.owner_ref(self.id)

    async def wait_for_first_scan(self) -> None:
        """Wait for the scan that starts when a page has loaded."""
        await self._page.unseen.wait_for_first_scan(self.id)

    async def scan_unseen(self) -> bool:
        """Tell the page agent what scripts cannot see; return whether there is more to read now."""
        return await self._page.unseen.scan(self.id)

    async def scan_elements(self, unseen: Unseen) -> bool:
        """Let the engine scan elements that the page agent listed; return whether there is more to read."""
        if not (unseen.hosts or unseen.speakers):
            return False
        return await self._page.unseen.scan_elements(self.id, unseen.hosts, unseen.speakers)


class Tab:
    """A tab that a session works in. Commands speak to it; it speaks to the engine."""

    def __init__(self, handle: str, browser_tab: BrowserTab, page: Page, session: Session) -> None:
        self.id = handle
        self.browser_tab = browser_tab
        self.page = page
        self.session = session
        self.traffic = Traffic(page.events)
        self.unreported = UnreportedEvents(page.events, page.state)
        self.turn = asyncio.Lock()
        # When the last command in the tab ended.
        self.last_used_at = time.monotonic()
        # How many actions were started: shows whether a failed command may have acted.
        self.actions_started = 0
        self.reading = ReadingMemory()
        # The prefix of the frame to find targets in; None means all frames.
        self.scope: str | None = None
        page.state.dialog_policy = session.dialog_policy
        self._prefixes: dict[FrameId, str] = {}

    @asynccontextmanager
    async def acting(self) -> AsyncIterator[None]:
        """Wait for the turn to act. After our first input, all input to the page counts as ours."""
        async with self.turn:
            try:
                yield
            finally:
                self.page.state.has_sent_input = False

    def is_idle_for(self, seconds: float) -> bool:
        """Return whether no command used the tab for this long."""
        return not self.turn.locked() and time.monotonic() - self.last_used_at >= seconds

    @property
    def url(self) -> str:
        """Return the address the tab shows."""
        return self.page.state.url

    def frames(self) -> list[Frame]:
        """List the frames, the main one first; a frame keeps its prefix."""
        found: dict[FrameId, Frame] = {}
        for facts in self.page.frames():
            parent = found.get(facts.parent) if facts.parent else None
            found[facts.id] = Frame(self.page, facts, self._prefix(facts), parent)
        return list(found.values())

    def searched_frames(self) -> list[Frame]:
        """List the frames to find targets in; drop the choice of a frame that is gone."""
        frames = self.frames()
        chosen = [frame for frame in frames if frame.prefix == self.scope]
        if not chosen:
            self.scope = None
        return chosen or frames

    @property
    def main_frame(self) -> Frame:
        """Return the main frame."""
        return self.frames()[0]

    def _prefix(self, facts: PageFrame) -> str:
        if facts.parent is None:
            return ""
        return self._prefixes.setdefault(facts.id, f"f{len(self._prefixes) + 1}")

    async def box_in_page(self, frame: Frame, ref: str) -> dict[str, float]:
        """Return an element's box in page pixels, even inside nested frames."""
        box = await frame.agent.box(ref)
        x, y = box.x, box.y
        inner: Frame | None = frame
        while inner is not None and inner.parent is not None:
            owner = await inner.parent.agent.box(await inner.owner_ref())
            x, y = x + owner.content_x, y + owner.content_y
            inner = inner.parent
        size = await self.main_frame.agent.viewport()
        return {"x": x + size.scroll_x, "y": y + size.scroll_y, "width": box.width, "height": box.height}

    async def wait_for_load(self, loader: str, state: LoadState) -> None:
        """Wait until a document reaches a load state or is replaced by another."""
        page = self.page

        def is_reached() -> bool:
            reached = page.state.loads.get(loader, ())
            return state in reached or ("commit" in reached and page.main_loader() != loader)

        await page.events.until(is_reached)

    def take_notices(self) -> list[str]:
        """Return the notes for the next reply, once."""
        unreported = self.unreported
        return [
            *self.page.state.take_notices(),
            *unreported.take_permissions(),
            *unreported.take_user_actions(),
        ]

    async def wait_until_readable(self) -> None:
        """Wait until the current document is parsed."""
        if (await self.main_frame.agent.page()).state == "loading":
            await self.wait_for_load(self.page.main_loader(), "domcontentloaded")

    async def explain_timeout(self, command: str, deadline_s: float) -> TabwireError:
        """Find out what delayed a command, unblock a stuck page, and describe it."""
        what = f"{command} did not finish within {deadline_s:g} s at {self.url}"
        # A page that waits for a server does not respond either, until loading is stopped.
        await self._try_briefly(self.page.history.stop())
        if await self._answers():
            return Timeout(
                f"{what}; loading was stopped.", next_step="Take a `snapshot` to see what is there."
            )
        await self._try_briefly(self.page.scripts.terminate())
        if await self._answers():
            return PageUnresponsive(
                f"{what}: the page did not respond. Its script was stopped.",
                next_step="Try again, `reload`, or `close_tab`.",
            )
        return PageUnresponsive(
            f"{what}: the page does not respond, and its script cannot be stopped.",
            next_step="Wait, or `close_tab` and open the page again.",
        )

    async def _try_briefly(self, remedy: Awaitable[None]) -> None:
        with suppress(TabwireError, TimeoutError):
            async with asyncio.timeout(DIAGNOSIS_WITHIN_S):
                await remedy

    async def _answers(self) -> bool:
        try:
            async with asyncio.timeout(DIAGNOSIS_WITHIN_S):
                await self.main_frame.agent.page()
        except (TabwireError, TimeoutError):
            return False
        return True
