"""Find closed shadow roots, into which no script may look, and show them to the page agent."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence

from tabwire.engines.cdp import CdpSession
from tabwire.engines.debugger.frames import DebuggerFrame
from tabwire.protocol.cdp import CdpObject

# A page with more slots is made of components, and their tags tell where roots may be.
MAX_SLOTS = 300
# Chrome refuses to describe more than 148 levels, and every root on the way is one more.
MAX_DEPTH = 120


def start_slot_search(session: CdpSession) -> asyncio.Future[CdpObject]:
    """Let Chrome search for slots, in closed roots too; texts that speak of slots are found with them.

    A root that shows its host's own children is recognized by nothing else: host and children look like any.
    """
    session.start("DOM.enable")
    search = session.start("DOM.performSearch", query="<slot>")
    session.start("DOM.disable")
    return search


async def show_slotted_roots(frame: DebuggerFrame, search: CdpObject, document: str, world: int) -> int:
    """Show the page agent all closed roots of a document if slots came or went; tell how many were new."""
    slots = int(search["resultCount"])
    if slots == frame.slots or slots > MAX_SLOTS:
        return 0
    frame.slots = slots
    return await show_roots_in(frame, [document], world, MAX_DEPTH)


async def show_floating_roots(frame: DebuggerFrame, world: int) -> int:
    """Show the page agent closed roots that may float above a page; tell how many were new."""
    call: CdpObject = {"functionDeclaration": "tabwire.floating", "executionContextId": world}
    found = (await frame.session.call("Runtime.callFunctionOn", **call))["result"].get("objectId")
    if found is None:
        return 0
    listed = await frame.session.call("Runtime.getProperties", objectId=found, ownProperties=True)
    values = [item.get("value", {}) for item in listed["result"]]
    hosts = [value["objectId"] for value in values if value.get("subtype") == "node"]
    return await show_roots_in(frame, hosts, world)


async def show_roots_in(frame: DebuggerFrame, nodes: Sequence[str], world: int, depth: int = 1) -> int:
    """Show the page agent the closed roots in and below nodes; tell how many it did not know."""
    session = frame.session
    described = await asyncio.gather(
        *(session.start("DOM.describeNode", objectId=node, depth=depth, pierce=True) for node in nodes)
    )
    roots = [root for answer in described for root in _closed_roots(answer["node"])]
    found = await asyncio.gather(
        *(session.start("DOM.resolveNode", backendNodeId=root, executionContextId=world) for root in roots)
    )
    if not found:
        return 0
    handles = [{"objectId": root["object"]["objectId"]} for root in found]
    return await frame.show_agent(world, "tabwire.adoptRoots", handles)


def _closed_roots(node: CdpObject) -> Iterator[int]:
    """List closed roots, but none of the documents in frames: each of these has an agent of its own."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        if node.get("shadowRootType") == "closed":
            yield node["backendNodeId"]
        waiting += node.get("shadowRoots", ())
        waiting += node.get("children", ())
