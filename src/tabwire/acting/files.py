"""Give files to a page: to its file field, to the chooser a click opens, or dropped on a zone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tabwire.acting.action import act
from tabwire.acting.aiming import aim_at, ask
from tabwire.acting.done import FilesGiven
from tabwire.acting.mouse import press_at
from tabwire.acting.observation import Observation
from tabwire.acting.observer import Observer
from tabwire.acting.wording import describe
from tabwire.engines.files import read_files
from tabwire.errors import InvalidParams, UnsupportedByEngine
from tabwire.protocol.page_agent.elements import FileBytes
from tabwire.reading.targets import Element
from tabwire.session.tab import Tab


async def upload(tab: Tab, element: Element, paths: Sequence[Path]) -> Observation:
    """Give files by their paths."""
    names = [str(path.expanduser().resolve()) for path in paths]
    did = FilesGiven(element, [path.name for path in paths])
    field = await ask(element, element.agent.file_field(element.bare_ref))

    async def perform(observer: Observer) -> None:
        if field.ref:
            _check_number(element, field.takes_many, names)
            await element.agent.watch_effects(field.ref)
            observer.action_started()
            await tab.page.files.set_files(element.frame.id, field.ref, names)
        else:
            await _through_chooser(tab, element, names, observer)

    return await act(tab, element.frame, did, perform)


def _check_number(element: Element, takes_many: bool, names: Sequence[str]) -> None:
    if len(names) > 1 and not takes_many:
        raise InvalidParams(f"{describe(element)} takes one file only.", next_step="Pass one path.")


async def _through_chooser(tab: Tab, element: Element, names: Sequence[str], observer: Observer) -> None:
    """Click and answer the file chooser that opens; where none opens, drop the files."""
    aim = await aim_at(element)
    observer.action_started()
    await tab.page.input.mouse(press_at(aim.x, aim.y, "left", 1, 0))
    await observer.ask(aim.missed())
    await observer.ask(element.agent.settle())
    chooser = observer.take_chooser()
    if chooser is not None and chooser.node:
        _check_number(element, chooser.takes_many, names)
        await tab.page.files.answer_chooser(chooser.frame, chooser.node, names)
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


async def upload_contents(tab: Tab, element: Element, contents: Sequence[FileBytes]) -> Observation:
    """Give files that exist only in the request, as bytes."""

    async def perform(observer: Observer) -> None:
        observer.action_started()
        await ask(element, element.agent.give_files(element.bare_ref, files=list(contents)))

    given = FilesGiven(element, [item.name for item in contents])
    return await act(tab, element.frame, given, perform)
