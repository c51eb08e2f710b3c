"""The user is shown who works where without a message for every command."""

from __future__ import annotations

import asyncio
import json

from tabwire.browsers.activity_feed import ActivityFeed


class Extension:
    """Hear what the hub tells, when there is a link."""

    def __init__(self) -> None:
        self.heard: list[dict] = []
        self.is_linked = True
        self.was_told = asyncio.Event()

    def tell(self, frame: bytes) -> bool:
        self.was_told.set()
        if self.is_linked:
            self.heard.append(json.loads(frame))
        return self.is_linked


async def test_many_commands_are_told_in_one_message():
    extension = Extension()
    work = ActivityFeed(extension.tell, lambda: 3)
    for number in range(5):
        work.note(7, "agent", "click", number)
        work.note_done({"command": "click", "at": number})
        work.note(7, "agent", "", number)
    assert not extension.heard
    await asyncio.wait_for(extension.was_told.wait(), 5)
    (told,) = extension.heard
    assert told["agents"] == [{"name": "agent", "tabId": 7, "command": "", "since": 4}]
    assert [deed["at"] for deed in told["done"]] == [0, 1, 2, 3, 4]
    assert told["offeredTab"] == 3


async def test_what_was_done_while_there_is_no_link_is_told_by_the_next_one():
    extension = Extension()
    extension.is_linked = False
    work = ActivityFeed(extension.tell, lambda: None)
    work.note_done({"command": "click"})
    await asyncio.wait_for(extension.was_told.wait(), 5)
    extension.is_linked = True
    work.send_now()
    work.send_now()
    assert [len(told["done"]) for told in extension.heard] == [1, 0]


async def test_a_tab_that_nobody_works_in_is_told_once():
    extension = Extension()
    work = ActivityFeed(extension.tell, lambda: None)
    work.note(7, "agent", "", 1)
    work.send_now()
    work.forget(7)
    work.forget(8)
    await asyncio.wait_for(asyncio.shield(_heard(extension, 2)), 5)
    assert extension.heard[-1]["agents"] == []


async def _heard(extension: Extension, messages: int) -> None:
    while len(extension.heard) < messages:
        extension.was_told.clear()
        await extension.was_told.wait()
