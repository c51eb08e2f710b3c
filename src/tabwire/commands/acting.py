"""Act with mouse and keyboard."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from tabwire.acting import choosing, mouse, typing
from tabwire.acting.aiming import AIM
from tabwire.acting.keyboard import modifiers_of
from tabwire.commands.outcomes import acted, acted_with_page
from tabwire.commands.parameters import TargetText
from tabwire.protocol.page_agent.elements import Point
from tabwire.reading.targets import find_element
from tabwire.registry import Effect, command
from tabwire.results.acting import Acted
from tabwire.session.tab import Tab

Button = Literal["left", "right", "middle"]
Count = Literal[1, 2, 3]
Left = Annotated[float, Field(ge=0, description="CSS pixels from the left of the viewport.")]
Top = Annotated[float, Field(ge=0, description="CSS pixels from its top.")]


def _as_points(given: Any) -> Any:
    """Accept points as a flat list or as text: the command line passes lists of words."""
    row = [given] if isinstance(given, str) else given
    if not isinstance(row, list) or not all(isinstance(item, str | int | float) for item in row):
        return given
    numbers = [float(word) for item in row for word in re.findall(r"[^\s,\[\]]+", str(item))]
    return [numbers[at : at + 2] for at in range(0, len(numbers), 2)]


Coordinate = Annotated[float, Field(ge=0)]
Points = Annotated[
    list[Annotated[list[Coordinate], Field(min_length=2, max_length=2)]],
    BeforeValidator(_as_points),
    Field(max_length=500, description="Points [x, y] on the way."),
]


@command(Effect.ACT, core=True)
async def click(
    tab: Tab,
    target: TargetText,
    button: Button = "left",
    count: Count = 1,
    modifiers: Annotated[list[str], Field(description='"Shift", …')] = [],  # noqa: B006
    snapshot: bool = False,
) -> Acted:
    """Click an element; `snapshot` adds the page to the reply."""
    element = await find_element(tab, target, AIM)
    held = modifiers_of(modifiers)
    seen = await choosing.choose_option(tab, element, held) if element.role == "option" else None
    if seen is None:
        seen = await mouse.click(tab, element, button, count, held)
    return await acted_with_page(tab, seen) if snapshot else acted(seen)


@command(Effect.ACT, core=True)
async def hover(tab: Tab, target: TargetText) -> Acted:
    """Move the mouse over an element."""
    return acted(await mouse.hover(tab, await find_element(tab, target)))


@command(Effect.ACT, core=True)
async def drag(tab: Tab, source: TargetText, destination: TargetText) -> Acted:
    """Drag one element to another."""
    start = await find_element(tab, source)
    return acted(await mouse.drag(tab, start, await find_element(tab, destination)))


@command(Effect.ACT)
async def click_at(
    tab: Tab,
    x: Left,
    y: Top,
    button: Button = "left",
    count: Count = 1,
) -> Acted:
    """Click a point of the viewport, whatever is there. Prefer `click`."""
    return acted(await mouse.click_at(tab, x, y, button, count))


@command(Effect.ACT)
async def hover_at(tab: Tab, x: Left, y: Top) -> Acted:
    """Move the mouse to a point of the viewport: charts, maps, drawings. Prefer `hover`."""
    return acted(await mouse.hover_at(tab, x, y))


@command(Effect.ACT)
async def drag_at(
    tab: Tab,
    x: Left,
    y: Top,
    to_x: Left,
    to_y: Top,
    via: Points = [],  # noqa: B006
) -> Acted:
    """Drag from one point of the viewport to another: drawing, sliders, maps. Prefer `drag`."""
    points = [Point(*point) for point in ([x, y], *via, [to_x, to_y])]
    return acted(await mouse.drag_at(tab, points))


@command(Effect.ACT)
async def tap(tab: Tab, target: TargetText) -> Acted:
    """Tap an element with a finger, as on a touch screen."""
    return acted(await mouse.tap(tab, await find_element(tab, target, AIM)))


@command(Effect.ACT)
async def swipe(
    tab: Tab,
    target: TargetText,
    direction: Literal["up", "down", "left", "right"],
    distance: Annotated[int, Field(ge=1, le=5000, description="CSS pixels.")] = 200,
) -> Acted:
    """Swipe over an element with a finger; content follows the finger."""
    across = {"left": -distance, "right": distance}.get(direction, 0)
    down = {"up": -distance, "down": distance}.get(direction, 0)
    return acted(await mouse.swipe(tab, await find_element(tab, target), across, down))


@command(Effect.ACT, core=True)
async def type_(
    tab: Tab,
    target: TargetText,
    text: str,
    submit: Annotated[bool, Field(description="Press Enter after.")] = False,
    slowly: Annotated[bool, Field(description="Key by key.")] = False,
    append: bool = False,
) -> Acted:
    """Type into a field, replacing what it holds."""
    element = await find_element(tab, target, typing.preparing(text, append=append, slowly=slowly))
    return acted(await typing.type_text(tab, element, text, append=append, submit=submit, slowly=slowly))


@command(Effect.ACT, core=True)
async def press(
    tab: Tab, key: Annotated[str, Field(min_length=1, description='"Enter", "Control+A", "Tab Tab", …')]
) -> Acted:
    """Press keys or chords on what has the focus."""
    return acted(await typing.press(tab, key))
