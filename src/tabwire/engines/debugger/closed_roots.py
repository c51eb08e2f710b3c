"""Find closed shadow roots, into which no script may look, and show them to the page agent."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence

from tabwire.engines.cdp import CdpSession
from tabwire.engines.debugger.frames import FrameState
from tabwire.protocol.cdp import CdpObject

# A page with more slots is made of components, and their tags tell where roots may be.
MOST_SLOTS = 300
# Chrome refuses to describe more than 148 levels, and every root on the way is one more.
DEPTH = 120


def ask_for_slots(session: CdpSession) -> asyncio.Future[CdpObject]:
    """Let Chrome search for slots, in closed roots too; texts that speak of slots are found with them.

    A root that shows its host's own children can be told by nothing else: host and children look like any.
    """
    session.start("DOM.enable")
    search = session.start("DOM.performSearch", query="<slot>")
    session.start("DOM.disable")
    return search


async def adopt_slotted(frame: FrameState, search: CdpObject, document: str, world: int) -> int:
    """Show the page agent all closed roots of a document if slots came or went; tell how many were news."""
    slots = int(search["resultCount"])
    if slots == frame.slots or slots > MOST_SLOTS:
        return 0
    frame.slots = slots
    return await adopt_roots_in(frame, [document], world, DEPTH)


async def adopt_floating(frame: FrameState, world: int) -> int:
    """Show the page agent closed roots that may float above a page; tell how many were news."""
    call: CdpObject = {"functionDeclaration": "tabwire.floating", "executionContextId": world}
    found = (await frame.session.call("Runtime.callFunctionOn", **call))["result"].get("objectId")
    if found is None:
        return 0
    listed = await frame.session.call("Runtime.getProperties", objectId=found, ownProperties=True)
    values = [item.get("value", {}) for item in listed["result"]]
    hosts = [value["objectId"] for value in values if value.get("subtype") == "node"]
    return await adopt_roots_in(frame, hosts, world)


async def adopt_roots_in(frame: FrameState, handles: Sequence[str], world: int, depth: int = 1) -> int:
    """Show the page agent the closed roots in and below nodes; tell how many it did not know."""
    session = frame.session
    described = await asyncio.gather(
        *(session.start("DOM.describeNode", objectId=node, depth=depth, pierce=True) for node in handles)
    )
    roots = [root for answer in described for root in _closed_roots(answer["node"])]
    found = await asyncio.gather(
        *(session.start("DOM.resolveNode", backendNodeId=root, executionContextId=world) for root in roots)
    )
    if not found:
        return 0
    answer = await session.call(
        "Runtime.callFunctionOn",
        functionDeclaration="tabwire.adoptRoots",
        executionContextId=world,
        arguments=[{"objectId": root["object"]["objectId"]} for root in found],
        returnByValue=True,
    )
    return int(answer["result"]["value"])


def _closed_roots(node: CdpObject) -> Iterator[int]:
    """List closed roots, but none of the documents in frames: each of these has an agent of its own."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        if node.get("shadowRootType") == "closed":
            yield node["backendNodeId"]
        waiting += node.get("shadowRoots", ())
        waiting += node.get("children", ())
