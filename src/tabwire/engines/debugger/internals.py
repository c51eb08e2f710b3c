"""What custom elements set by ElementInternals: only Chrome sees it, and shows it to the page agent."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from tabwire.engines.cdp import CdpRefused
from tabwire.engines.debugger.frames import DebuggerFrame
from tabwire.protocol.cdp import CdpObject

# The attributes that would say the same, by what Chrome's accessibility tree calls it.
ATTRIBUTES = {
    "busy": "aria-busy",
    "checked": "aria-checked",
    "disabled": "aria-disabled",
    "expanded": "aria-expanded",
    "hasPopup": "aria-haspopup",
    "invalid": "aria-invalid",
    "level": "aria-level",
    "multiline": "aria-multiline",
    "pressed": "aria-pressed",
    "readonly": "aria-readonly",
    "required": "aria-required",
    "selected": "aria-selected",
    "valuetext": "aria-valuetext",
}
WITHOUT_MEANING = frozenset({"generic", "none"})


async def show_internals(frame: DebuggerFrame, world: int, elements: Sequence[str]) -> int:
    """Show the page agent what elements set; tell how many are new, and will be read again at each call.

    One that sets nothing any more has left the page, or is hidden, and is forgotten until it is seen again.
    """
    read = await asyncio.gather(*(_internals_of(frame, element) for element in elements))
    found = [
        (element, internals)
        for element, internals in zip(elements, read, strict=True)
        if internals or element in frame.with_internals
    ]
    if not found:
        # Chrome would go on keeping its tree of the page.
        frame.session.start("Accessibility.disable")
        return 0
    pairs = [({"objectId": element}, {"value": internals}) for element, internals in found]
    new = await frame.show_agent(world, "tabwire.adoptInternals", [part for pair in pairs for part in pair])
    for element, internals in found:
        if internals:
            frame.with_internals.add(element)
        else:
            frame.with_internals.discard(element)
            frame.session.start("Runtime.releaseObject", objectId=element)
    return new


async def _internals_of(frame: DebuggerFrame, element: str) -> dict[str, str]:
    """Return what an element sets, as attributes; nothing when it is hidden or gone."""
    try:
        answer = await frame.session.call(
            "Accessibility.getPartialAXTree", objectId=element, fetchRelatives=False
        )
    except CdpRefused:
        return {}
    node = answer["nodes"][0]
    role = node.get("role", {}).get("value", "")
    if node.get("ignored") or role in WITHOUT_MEANING:
        return {}
    properties = {item["name"]: item["value"].get("value") for item in node.get("properties", ())}
    known = {name: value for name, value in properties.items() if name in ATTRIBUTES and value != ""}
    states = {ATTRIBUTES[name]: _word(value) for name, value in known.items()}
    value = {"aria-valuenow": _word(node["value"]["value"])} if "value" in node else {}
    return {"role": role, **_label(node), **value, **states}


def _label(node: CdpObject) -> dict[str, str]:
    labels = [
        source["attributeValue"]["value"]
        for source in node.get("name", {}).get("sources", ())
        if source.get("attribute") == "aria-label" and "attributeValue" in source
    ]
    return {"aria-label": labels[0]} if labels else {}


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
