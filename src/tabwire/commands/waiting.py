"""Wait for the page."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from tabwire.acting.opened_tabs import opened_tab
from tabwire.commands.parameters import TargetText
from tabwire.errors import InvalidParams, TabClosed
from tabwire.reading import waiting
from tabwire.registry import Effect, command
from tabwire.results.waiting import Downloaded, TabFound, Waited
from tabwire.session.tab import Tab
from tabwire.session.unreported import Saved

TimeoutS = Annotated[float, Field(gt=0, le=600)]


@command(Effect.READ, core=True)
async def wait_for(
    tab: Tab,
    text: str | None = None,
    gone: Annotated[str | None, Field(description="Text that must disappear.")] = None,
    target: TargetText | None = None,
    url: Annotated[str | None, Field(description="Part of it, or a pattern with *.")] = None,
    timeout_s: TimeoutS = 10,
) -> Waited:
    """Wait until all given conditions hold."""
    wanted = [
        *([waiting.text_shown(text)] if text else []),
        *([waiting.text_gone(gone)] if gone else []),
        *([waiting.element_in(target, "visible")] if target else []),
        *([waiting.url_matching(url)] if url else []),
    ]
    if not wanted:
        raise InvalidParams(
            "wait_for needs something to wait for.", next_step="Pass text, gone, target or url."
        )
    return await _wait(tab, wanted, timeout_s)


@command(Effect.READ)
async def wait_for_element(
    tab: Tab, target: TargetText, state: waiting.ElementState = "visible", timeout_s: TimeoutS = 10
) -> Waited:
    """Wait until an element is in a state."""
    return await _wait(tab, [waiting.element_in(target, state)], timeout_s)


@command(Effect.READ)
async def wait_for_load(
    tab: Tab,
    state: Literal["load", "domcontentloaded", "networkidle"] = "load",
    timeout_s: TimeoutS = 30,
) -> Waited:
    """Wait until the page has loaded, or until its network is idle."""
    return await _wait(tab, [waiting.load_reached(state)], timeout_s)


@command(Effect.READ, grant="evaluate")
async def wait_for_script(
    tab: Tab,
    expression: Annotated[str, Field(min_length=1, description="JavaScript; true ends the wait.")],
    timeout_s: TimeoutS = 10,
) -> Waited:
    """Wait until a JavaScript expression is true in the page."""
    return await _wait(tab, [waiting.script_true(expression)], timeout_s)


@command(Effect.READ)
async def wait_for_download(tab: Tab, timeout_s: TimeoutS = 60) -> Downloaded:
    """Wait for a download that no reply has reported; returns its path."""
    found: list[Saved] = []
    await waiting.wait_until(tab, [waiting.download_ended(found)], timeout_s)
    return Downloaded(name=found[0].name, path=found[0].path)


@command(Effect.READ)
async def wait_for_tab(tab: Tab, timeout_s: TimeoutS = 10) -> TabFound:
    """Wait until the page opens a tab that no reply has reported."""
    found: list[str] = []
    await waiting.wait_until(tab, [waiting.tab_opened(found)], timeout_s)
    opened = await opened_tab(tab, found[0])
    if opened is None:
        raise TabClosed("The tab it opened was closed again.")
    return TabFound(tab=opened.tab, url=opened.url)


async def _wait(tab: Tab, wanted: list[waiting.Wanted], timeout_s: float) -> Waited:
    await waiting.wait_until(tab, wanted, timeout_s)
    return Waited(found=", ".join(item.words for item in wanted), url=tab.url)
