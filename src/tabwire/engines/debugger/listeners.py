"""Find what listens for clicks without saying so in its markup, and show it to the page agent."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from tabwire.engines.debugger.frames import DebuggerFrame, DebuggerFrames

PRESSES = frozenset({"click", "mousedown", "pointerdown"})
# More than this, and a page listens everywhere: then a listener tells nothing about an element.
MAX_LISTENING = 300

# Returns the page agent's context in a frame.
WorldOf = Callable[[DebuggerFrame], Awaitable[int]]


async def show_listeners(frame: DebuggerFrame, frames: DebuggerFrames, world_of: WorldOf) -> int:
    """Mark the elements whose listeners came since the last time; tell how many did not look clickable.

    Scripts of ours cannot see them.
    """
    known = frame.listening | frame.listening_inside
    fresh = [node for node in await _listening_in(frame, world_of) if node not in known]
    if fresh:
        # Whoever touches an element first gives it its nature: one of a frame inside this one would no longer
        # be an element to the page agent of its own frame.
        for inner in frames.sharing_process(frame):
            frame.listening_inside.update(await _listening_in(inner, world_of))
    own = [node for node in fresh if node not in frame.listening_inside][:MAX_LISTENING]
    return await _mark(frame, await world_of(frame), own) if own else 0


async def _listening_in(frame: DebuggerFrame, world_of: WorldOf) -> list[int]:
    """List the nodes that listen for presses in a frame, and in those inside it that share its process."""
    document = await document_of(frame, world_of)
    answer = await frame.session.call(
        "DOMDebugger.getEventListeners", objectId=document, depth=-1, pierce=True
    )
    nodes = [item.get("backendNodeId", 0) for item in answer["listeners"] if item["type"] in PRESSES]
    return [node for node in dict.fromkeys(nodes) if node]


async def _mark(frame: DebuggerFrame, world: int, nodes: list[int]) -> int:
    """Hand elements to the page agent; some may be gone by now."""
    answers = await asyncio.gather(
        *(
            frame.session.start("DOM.resolveNode", backendNodeId=node, executionContextId=world)
            for node in nodes
        ),
        return_exceptions=True,
    )
    elements = [{"objectId": found["object"]["objectId"]} for found in answers if isinstance(found, dict)]
    new = await frame.show_agent(world, "tabwire.markListening", elements)
    frame.listening.update(nodes)
    return new


def request_document(frame: DebuggerFrame) -> None:
    """Ask for the page's own handle of its document, ahead of time: nobody has to wait for it.

    With a handle of the page agent's, Chrome crashes over handlers that are written in the markup.
    """
    frame.document = frame.session.start(
        "Runtime.evaluate", expression="document", contextId=frame.page_world
    )


async def document_of(frame: DebuggerFrame, world_of: WorldOf) -> str:
    """Return the page's own handle of its document."""
    if frame.document is None and frame.page_world:
        request_document(frame)
    elif frame.document is None:
        world = await world_of(frame)
        ours = await frame.session.call("Runtime.evaluate", expression="document", contextId=world)
        known = await frame.session.call("DOM.describeNode", objectId=ours["result"]["objectId"])
        frame.document = frame.session.start("DOM.resolveNode", backendNodeId=known["node"]["backendNodeId"])
    assert frame.document is not None
    answer = await frame.document
    return str((answer.get("result") or answer["object"])["objectId"])
