"""Clients that work without end, and know what must be true of every answer."""

from __future__ import annotations

import asyncio
import random
from typing import Any

from tabwire.client import Browser
from tabwire.errors import TabwireError
from tests.soak.report import Report
from tests.soak.site import Site
from tests.waiting import pass_time

HANG_S = 60.0
SURPRISING = frozenset({"INTERNAL", "INVALID_PARAMS", "UNKNOWN_COMMAND"})


class Worker:
    """One agent: opens pages, acts once, asks again, reads, leaves and comes back."""

    def __init__(self, name: str, site: Site, report: Report, dice: random.Random) -> None:
        self.name = name
        self._site = site
        self._report = report
        self._dice = dice
        self._client = Browser(name)
        self._number = 0

    async def work(self, ended: asyncio.Event) -> None:
        """Work until told to end."""
        turns = [self.act_once, self.act_once, self.read, self.answer_dialog, self.leave_loop, self.new_tab]
        while not ended.is_set():
            await self._dice.choice(turns)()
            if self._dice.random() < 0.02:
                await self._client.close()

    async def close(self) -> None:
        """End the session and the connection."""
        await self.call("session_close")
        await self._client.close()

    async def call(self, command: str, **params: Any) -> dict[str, Any] | str:
        """Run a command; return its result, or the code of its typed error."""
        self._report.calls += 1
        try:
            async with asyncio.timeout(HANG_S):
                return dict(await self._client.call(command, **params))
        except TimeoutError:
            self._report.hangs.append(f"{self.name}: {command} {params}")
            return "HANG"
        except TabwireError as error:
            self._report.errors[error.code] += 1
            # A dialog may be gone with its browser; nothing else that is asked for here is wrong.
            if error.code in SURPRISING and command != "handle_dialog":
                self._report.untyped.append(f"{command}: {error.message}")
            return error.code
        except Exception as error:  # noqa: BLE001 (an untyped error is what this counts)
            self._report.untyped.append(f"{command}: {type(error).__name__}: {error}")
            return "UNTYPED"

    async def act_once(self) -> None:
        """Send something once, ask for it again as a client that lost its answer would, and compare."""
        self._number += 1
        operation = f"{self.name}-{self._number}"
        if isinstance(await self.call("navigate", url=self._site.page_for(operation)), str):
            return
        click = {"target": "button", "operation_id": operation}
        answers = [await self.call("click", **click) for _ in range(2)]
        hits = self._site.hits[operation]
        if hits > 1:
            self._report.doubled.append(f"{operation}: {hits} times")
        if isinstance(answers[0], dict) and answers[1] != answers[0]:
            self._check_repeat(operation, answers[1])
        if isinstance(answers[0], dict) and not hits and "fetch" not in answers[0]["console_error"]:
            self._report.wrong.append(f"{operation}: answered {answers[0]}, but nothing arrived")

    def _check_repeat(self, operation: str, answer: object) -> None:
        # The hub may be away for a moment; but it may not answer with another result.
        if isinstance(answer, dict):
            self._report.wrong.append(f"{operation}: the repeat returned something else: {answer}")

    async def read(self) -> None:
        """Read a page and check that it is the one that was asked for."""
        self._number += 1
        operation = f"{self.name}-read-{self._number}"
        where = await self.call("navigate", url=self._site.page_for(operation))
        if isinstance(where, dict):
            seen = await self.call("evaluate", expression="document.title")
            # A browser that was killed in between comes back with an empty tab.
            if isinstance(seen, dict) and seen["value"] not in {operation, ""}:
                self._report.wrong.append(f"{operation}: read {seen['value']}")
            await self.call("snapshot")

    async def answer_dialog(self) -> None:
        """Open a dialog and answer it."""
        if isinstance(await self.call("navigate", url=self._site.alert), dict):
            await self.call("click", target="button")
            await self.call("handle_dialog", accept=True)

    async def leave_loop(self) -> None:
        """Start an endless loop and close its tab."""
        if self._dice.random() < 0.2 and isinstance(await self.call("navigate", url=self._site.loop), dict):
            spinning = asyncio.create_task(self.call("click", target="button"))
            await pass_time(0.5)
            await self.call("close_tab")
            await spinning

    async def new_tab(self) -> None:
        """Open a tab, and close one when there are many."""
        await self.call("new_tab")
        listed = await self.call("tabs")
        if isinstance(listed, dict) and len(listed["tabs"]) > 3:
            await self.call("close_tab")
