"""Evaluate what agents write as JavaScript: an expression, a statement with `await`, or a function."""

from __future__ import annotations

from tabwire.engines.cdp import CdpSession
from tabwire.protocol.cdp import CdpObject

OPTIONS = {"returnByValue": True, "awaitPromise": True, "userGesture": True}
# Just below the deadline of a command: Chrome lets no extension stop a script, but it ends by itself.
SCRIPT_MAX_MS = 29_000


async def evaluate(session: CdpSession, expression: str) -> CdpObject:
    """Return Chrome's answer to the expression, whichever of the three forms it has."""
    options: CdpObject = {**OPTIONS, "timeout": SCRIPT_MAX_MS}
    answer = await session.call("Runtime.evaluate", expression=expression, **options)
    if _needs_top_level_await(answer):
        # Nothing ran yet: the expression did not even parse. In this mode a bare promise is not awaited.
        return await session.call("Runtime.evaluate", expression=expression, replMode=True, **options)
    if answer["result"]["type"] == "function":
        window = await session.call("Runtime.evaluate", expression="globalThis")
        return await session.call(
            "Runtime.callFunctionOn",
            functionDeclaration=expression,
            objectId=window["result"]["objectId"],
            **OPTIONS,
        )
    return answer


def _needs_top_level_await(answer: CdpObject) -> bool:
    thrown = answer.get("exceptionDetails", {}).get("exception", {})
    return thrown.get("className") == "SyntaxError" and "await" in thrown.get("description", "")
