"""Scripts over DevTools: evaluate what agents write as JavaScript, and read what Chrome answers."""

from __future__ import annotations

from itertools import count
from typing import Any

from tabwire.engines.cdp import CdpRefused, CdpSession
from tabwire.engines.evaluation import calls_functions
from tabwire.engines.facets import ScriptThrew
from tabwire.engines.frames import document_changed
from tabwire.engines.page import PageState
from tabwire.errors import Internal, InvalidParams, PageUnresponsive, TabwireError, UnsupportedByEngine
from tabwire.protocol.cdp import CdpObject

OPTIONS = {"awaitPromise": True, "userGesture": True}
# Just below the deadline of a command: Chrome lets no extension stop a script, but it ends by itself.
SCRIPT_MAX_MS = 29_000
CALL_IT = "function () { return this(); }"
GIVE_IT = "function () { return this; }"
# Chrome's words when a document went away under a call.
CONTEXT_GONE = (
    "Cannot find context",
    "Execution context was destroyed",
    "navigated or closed",
    "uniqueContextId",
)
# And when a value has no end, or none that is near.
VALUE_ENDLESS = "Object reference chain is too long"

_numbers = count()


class DebuggerScripts:
    """Run scripts in the page's own world."""

    def __init__(self, root: CdpSession, state: PageState) -> None:
        self._root = root
        self._state = state

    async def evaluate(self, expression: str) -> Any:
        """Evaluate JavaScript in the page's own world: a promise is awaited, a function is called."""
        self._state.check()
        try:
            return script_value(await self._evaluate(expression))
        except CdpRefused as error:
            raise script_error(error) from error

    async def terminate(self) -> None:
        """Stop the script that runs now."""
        try:
            await self._root.call("Runtime.terminateExecution")
        except CdpRefused as error:
            raise UnsupportedByEngine(f"Chrome lets no extension stop a script: {error.message}.") from error

    async def _evaluate(self, expression: str) -> CdpObject:
        """Return Chrome's answer to an expression, a statement with `await`, or a function."""
        root = self._root
        # Each call lets go of its own objects: others may be under way.
        held = f"evaluate {next(_numbers)}"
        options: CdpObject = {**OPTIONS, "timeout": SCRIPT_MAX_MS, "objectGroup": held}
        answer = await root.call("Runtime.evaluate", expression=expression, **options)
        if _needs_top_level_await(answer):
            # Nothing ran yet: the expression did not even parse. In this mode a bare promise is not awaited.
            answer = await root.call("Runtime.evaluate", expression=expression, replMode=True, **options)
        if "objectId" not in answer["result"]:
            return answer
        is_left_alone = answer["result"]["type"] == "function" and not calls_functions(expression)
        try:
            if "exceptionDetails" in answer or is_left_alone:
                return answer
            return await self._value_of(answer["result"])
        finally:
            release = root.start("Runtime.releaseObjectGroup", objectGroup=held)
            release.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def _value_of(self, held: CdpObject) -> CdpObject:
        """Return an object by value, or a function's result. Evaluating the text again would act again."""
        return await self._root.call(
            "Runtime.callFunctionOn",
            functionDeclaration=CALL_IT if held["type"] == "function" else GIVE_IT,
            objectId=held["objectId"],
            returnByValue=True,
            **OPTIONS,
        )


def _needs_top_level_await(answer: CdpObject) -> bool:
    thrown = answer.get("exceptionDetails", {}).get("exception", {})
    return thrown.get("className") == "SyntaxError" and "await" in thrown.get("description", "")


def script_value(answer: CdpObject) -> Any:
    """Return what a script gave back, or raise what it threw."""
    if "exceptionDetails" in answer:
        raise ScriptThrew(exception_text(answer["exceptionDetails"]))
    return answer["result"].get("value")


def exception_text(details: CdpObject) -> str:
    """Return the first line of what a script threw."""
    thrown = details.get("exception", {})
    text = thrown.get("description") or thrown.get("value") or details.get("text", "")
    return str(text).split("\n")[0]


def is_context_gone(error: CdpRefused) -> bool:
    """Tell whether a document went away under a call."""
    return any(words in error.message for words in CONTEXT_GONE)


def script_error(error: CdpRefused) -> TabwireError:
    """Return what it means that Chrome did not run a script to its end."""
    if "Execution was terminated" in error.message:
        return PageUnresponsive("The script ran for too long and was stopped.")
    if is_context_gone(error):
        return document_changed()
    if VALUE_ENDLESS in error.message:
        return InvalidParams(
            "The script ran; its value refers to itself or is nested too deeply.",
            next_step="Return text, a number or a small object.",
        )
    return Internal(f"Chrome refused {error}.")
