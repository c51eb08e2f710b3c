"""Give files to a page: to its file field, to the chooser a click opens, or dropped on a zone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tabwire.acting.action import act
from tabwire.acting.aiming import aim_at, ask, describe
from tabwire.acting.mouse import press_at
from tabwire.acting.outcome import Outcome
from tabwire.acting.watch import Watch
from tabwire.engines.files import read_files
from tabwire.errors import InvalidParams, UnsupportedByEngine
from tabwire.protocol.page_agent.elements import FileBytes
from tabwire.reading.targets import Element
from tabwire.session.tab import Tab

CHOOSER_WITHIN_S = 1.0


async def upload(tab: Tab, element: Element, paths: Sequence[Path]) -> Outcome:
    """Give files by their paths."""
    names = [str(path.expanduser().resolve()) for path in paths]
    did = f"gave {_list(path.name for path in paths)} to {describe(element)}"
    field = await ask(element, element.agent.file_field(element.bare_ref))

    async def perform(watch: Watch) -> None:
        if field.ref:
            _check_number(element, field.takes_many, names)
            await element.agent.watch_effects(field.ref)
            watch.action_started()
            await tab.page.set_files(element.frame.id, field.ref, names)
        else:
            await _through_chooser(tab, element, names, watch)

    return await act(tab, element.frame, did, perform)


def _list(names: Any) -> str:
    return ", ".join(names)


def _check_number(element: Element, takes_many: bool, names: Sequence[str]) -> None:
    if len(names) > 1 and not takes_many:
        raise InvalidParams(f"{describe(element)} takes one file only.", next_step="Pass one path.")


async def _through_chooser(tab: Tab, element: Element, names: Sequence[str], watch: Watch) -> None:
    """Click and answer the file chooser that opens; where none opens, drop the files."""
    aim = await aim_at(element)
    watch.action_started()
    await tab.page.input.mouse(press_at(aim.x, aim.y, "left", 1, 0))
    await watch.ask(aim.missed())
    await watch.ask(element.agent.settle())
    chooser, watch.chooser = watch.chooser, None
    if chooser is not None and chooser.node:
        _check_number(element, chooser.takes_many, names)
        await tab.page.answer_file_chooser(chooser.frame, chooser.node, names)
    else:
        await _drop(tab, element, names)


async def _drop(tab: Tab, element: Element, names: Sequence[str]) -> None:
    aim = await aim_at(element, guard=False)
    load = {"items": [], "files": list(names), "dragOperationsMask": 1}
    try:
        for kind in ("enter", "over", "drop"):
            await tab.page.input.drag(kind, aim.x, aim.y, load)
    except UnsupportedByEngine:
        files = await read_files(names)
        await ask(element, element.agent.give_files(element.bare_ref, files=files))


async def upload_contents(tab: Tab, element: Element, contents: Sequence[FileBytes]) -> Outcome:
    """Give files that exist only in the request, as bytes."""

    async def perform(watch: Watch) -> None:
        watch.action_started()
        await ask(element, element.agent.give_files(element.bare_ref, files=list(contents)))

    did = f"gave {_list(item.name for item in contents)} to {describe(element)}"
    return await act(tab, element.frame, did, perform)
