"""Find what listens for clicks without saying so in its markup, and show it to the page agent."""

from __future__ import annotations

import asyncio

from tabwire.engines.frames import FrameState
from tabwire.protocol.cdp import CdpObject

PRESSES = frozenset({"click", "mousedown", "pointerdown"})
# More than this, and a page listens everywhere: then a listener tells nothing about an element.
MOST = 300


async def mark_listening(frame: FrameState, world: int) -> bool:
    """Mark the elements whose listeners came since the last time; tell whether any was marked meanwhile.

    Scripts of ours cannot see them.
    """
    known = len(frame.listening)
    async with frame.marking:
        await _mark(frame, world)
    return len(frame.listening) > known


async def _mark(frame: FrameState, world: int) -> None:
    if not frame.document:
        frame.document = await _document(frame, world)
    answer = await frame.session.call(
        "DOMDebugger.getEventListeners", objectId=frame.document, depth=-1, pierce=True
    )
    nodes = [item.get("backendNodeId", 0) for item in answer["listeners"] if item["type"] in PRESSES]
    fresh = [node for node in dict.fromkeys(nodes) if node and node not in frame.listening][:MOST]
    if not fresh:
        return
    # A node of a frame inside this one is refused; it is found again in its own frame.
    answers = await asyncio.gather(
        *(
            frame.session.start("DOM.resolveNode", backendNodeId=node, executionContextId=world)
            for node in fresh
        ),
        return_exceptions=True,
    )
    elements = [{"objectId": found["object"]["objectId"]} for found in answers if isinstance(found, dict)]
    await frame.session.call(
        "Runtime.callFunctionOn",
        functionDeclaration="tabwire.markListening",
        executionContextId=world,
        arguments=elements,
    )
    frame.listening.update(fresh)


async def _document(frame: FrameState, world: int) -> str:
    """Return the page's own handle of the document: listeners show only in the world that added them."""
    session = frame.session
    if frame.page_world:
        known = await session.call("Runtime.evaluate", expression="document", contextId=frame.page_world)
        return str(known["result"]["objectId"])
    ours: CdpObject = await session.call("Runtime.evaluate", expression="document", contextId=world)
    node = await session.call("DOM.describeNode", objectId=ours["result"]["objectId"])
    pages = await session.call("DOM.resolveNode", backendNodeId=node["node"]["backendNodeId"])
    return str(pages["object"]["objectId"])
