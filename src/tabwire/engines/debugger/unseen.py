"""What scripts cannot see, found over DevTools and reported to the page agent."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from tabwire.engines.cdp import CdpRefused, MethodMissing
from tabwire.engines.debugger.agent import DebuggerAgent
from tabwire.engines.debugger.closed_roots import (
    show_floating_roots,
    show_roots_in,
    show_slotted_roots,
    start_slot_search,
)
from tabwire.engines.debugger.frames import DebuggerFrame, DebuggerFrames
from tabwire.engines.debugger.internals import show_internals
from tabwire.engines.debugger.listeners import document_of, show_listeners
from tabwire.engines.page import PageState
from tabwire.engines.page_events import FrameId, PageEvent, PageEvents, TitleReported


class DebuggerUnseen:
    """Scan the frames of one page; the main frame automatically once it has loaded."""

    def __init__(
        self, frames: DebuggerFrames, agent: DebuggerAgent, state: PageState, events: PageEvents
    ) -> None:
        self._frames = frames
        self._agent = agent
        self._state = state
        self._first_scans: set[asyncio.Task[None]] = set()
        events.subscribe(self._on_event)

    async def scan(self, frame_id: FrameId) -> bool:
        """Find new click listeners and closed roots; a page that was just left has none."""
        frame = self._frames.require(frame_id)
        before = frame.unseen_found
        with suppress(CdpRefused, MethodMissing):
            async with frame.scanning:
                await self._scan(frame)
        return frame.unseen_found > before

    async def scan_elements(self, frame_id: FrameId, hosts: Sequence[str], customs: Sequence[str]) -> bool:
        """Find closed roots of `hosts`, and what the elements `customs` set with ElementInternals."""
        frame = self._frames.require(frame_id)
        world = await self._agent.world(frame)
        elements = await asyncio.gather(*(self._agent.element(frame, ref) for ref in (*hosts, *customs)))
        roots = await show_roots_in(frame, elements[: len(hosts)], world)
        internals = await show_internals(frame, world, elements[len(hosts) :]) if customs else 0
        return roots + internals > 0

    async def wait_for_first_scan(self, frame_id: FrameId) -> None:
        """Wait for the scan that starts when a page has loaded."""
        self._state.check()
        async with self._frames.require(frame_id).scanning:
            pass

    def _on_event(self, event: PageEvent) -> None:
        if isinstance(event, TitleReported):
            scan = asyncio.create_task(self._first_scan(self._frames.main))
            self._first_scans.add(scan)
            scan.add_done_callback(self._first_scans.discard)
            # If the page is left, closed or blocked meanwhile, nothing else reads the exception.
            scan.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def _first_scan(self, frame: DebuggerFrame) -> None:
        with suppress(CdpRefused, MethodMissing):
            async with frame.scanning:
                await self._scan(frame)
                frame.unseen_found += await show_floating_roots(frame, await self._agent.world(frame))

    async def _scan(self, frame: DebuggerFrame) -> None:
        world_of = self._agent.world
        search = start_slot_search(frame.session)
        frame.unseen_found += await show_listeners(frame, self._frames, world_of)
        document = await document_of(frame, world_of)
        frame.unseen_found += await show_slotted_roots(frame, await search, document, await world_of(frame))
