"""Evaluate what agents write as JavaScript: an expression, a statement with `await`, or a function."""

from __future__ import annotations

import re
from itertools import count

from tabwire.engines.cdp import CdpSession
from tabwire.protocol.cdp import CdpObject

OPTIONS = {"awaitPromise": True, "userGesture": True}
# Just below the deadline of a command: Chrome lets no extension stop a script, but it ends by itself.
SCRIPT_MAX_MS = 29_000
ASSIGNMENT = re.compile(r"(?!\s*(\(|async\b|function\b))[^=]*[^=!<>]=(?![=>])")
CALL_IT = "function () { return this(); }"
GIVE_IT = "function () { return this; }"

_numbers = count()


def calls_functions(expression: str) -> bool:
    """Tell whether a function that comes out is to be called: not one that is assigned, as a handler."""
    return not ASSIGNMENT.match(expression)


async def evaluate(session: CdpSession, expression: str) -> CdpObject:
    """Return Chrome's answer to the expression, whichever of the three forms it has."""
    # Each call lets go of its own objects: others may be under way.
    held = f"evaluate {next(_numbers)}"
    options: CdpObject = {**OPTIONS, "timeout": SCRIPT_MAX_MS, "objectGroup": held}
    answer = await session.call("Runtime.evaluate", expression=expression, **options)
    if _needs_top_level_await(answer):
        # Nothing ran yet: the expression did not even parse. In this mode a bare promise is not awaited.
        answer = await session.call("Runtime.evaluate", expression=expression, replMode=True, **options)
    if "objectId" not in answer["result"]:
        return answer
    is_left_alone = answer["result"]["type"] == "function" and not calls_functions(expression)
    try:
        if "exceptionDetails" in answer or is_left_alone:
            return answer
        return await _value_of(session, answer["result"])
    finally:
        release = session.start("Runtime.releaseObjectGroup", objectGroup=held)
        release.add_done_callback(lambda done: done.cancelled() or done.exception())


async def _value_of(session: CdpSession, held: CdpObject) -> CdpObject:
    """Return an object by value; of a function what it gives. Evaluating the text again would act again."""
    return await session.call(
        "Runtime.callFunctionOn",
        functionDeclaration=CALL_IT if held["type"] == "function" else GIVE_IT,
        objectId=held["objectId"],
        returnByValue=True,
        **OPTIONS,
    )


def _needs_top_level_await(answer: CdpObject) -> bool:
    thrown = answer.get("exceptionDetails", {}).get("exception", {})
    return thrown.get("className") == "SyntaxError" and "await" in thrown.get("description", "")
