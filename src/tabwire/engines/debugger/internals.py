"""What custom elements say by ElementInternals: only Chrome hears it, and passes it on to the page agent."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from tabwire.engines.cdp import CdpRefused
from tabwire.engines.debugger.frames import FrameState
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
SILENT = frozenset({"generic", "none"})


async def listen(frame: FrameState, world: int, elements: Sequence[str]) -> int:
    """Pass on what elements say; tell how many were heard for the first time, and will be asked again.

    One that falls silent has left the page, or its sight, and is forgotten until it is seen again.
    """
    said = await asyncio.gather(*(_said_by(frame, element) for element in elements))
    news = [
        (element, words)
        for element, words in zip(elements, said, strict=True)
        if words or element in frame.speakers
    ]
    if not news:
        # Chrome would go on keeping its tree of the page.
        frame.session.start("Accessibility.disable")
        return 0
    answer = await frame.session.call(
        "Runtime.callFunctionOn",
        functionDeclaration="tabwire.adoptInternals",
        executionContextId=world,
        arguments=[part for element, words in news for part in ({"objectId": element}, {"value": words})],
        returnByValue=True,
    )
    for element, words in news:
        if words:
            frame.speakers.add(element)
        else:
            frame.speakers.discard(element)
            frame.session.start("Runtime.releaseObject", objectId=element)
    return int(answer["result"]["value"])


async def _said_by(frame: FrameState, element: str) -> dict[str, str]:
    """Return what an element says, as attributes; nothing when it is silent, out of sight or gone."""
    try:
        answer = await frame.session.call(
            "Accessibility.getPartialAXTree", objectId=element, fetchRelatives=False
        )
    except CdpRefused:
        return {}
    node = answer["nodes"][0]
    role = node.get("role", {}).get("value", "")
    if node.get("ignored") or role in SILENT:
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
