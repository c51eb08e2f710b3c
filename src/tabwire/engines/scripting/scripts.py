"""Scripts without the debugger: the extension runs them, if the user allows user scripts."""

from __future__ import annotations

from typing import Any

from tabwire.engines.evaluation import calls_functions
from tabwire.engines.facets import ScriptThrew
from tabwire.engines.page import PageState
from tabwire.engines.scripting.agent import ScriptingAgent
from tabwire.engines.scripting.extension import ExtensionTab
from tabwire.engines.scripting.frames import MAIN
from tabwire.errors import UnsupportedByEngine

THREW = "tabwireThrew"


class ScriptingScripts:
    """Run scripts in the page's own world."""

    def __init__(self, tab: ExtensionTab, agent: ScriptingAgent, state: PageState) -> None:
        self._tab = tab
        self._agent = agent
        self._state = state

    async def evaluate(self, expression: str) -> Any:
        """Evaluate JavaScript in the page's own world; await a promise, call a function."""
        self._state.check()
        asking = self._tab.ask(
            "scripting.evaluate",
            frameId=int(MAIN),
            expression=expression,
            callsFunctions=calls_functions(expression),
        )
        answer = await self._agent.while_document_lives(MAIN, asking)
        if THREW in answer:
            raise ScriptThrew(answer[THREW])
        return answer.get("value")

    async def terminate(self) -> None:
        """Refuse: only the debugger can stop a script."""
        raise UnsupportedByEngine("Quiet mode cannot stop a script.", next_step="Use `close_tab`.")
