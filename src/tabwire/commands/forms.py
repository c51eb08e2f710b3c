"""Fill in forms."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from tabwire.acting import choosing, forms
from tabwire.commands.outcomes import acted
from tabwire.commands.parameters import TargetText
from tabwire.errors import InvalidParams
from tabwire.reading.targets import find_element
from tabwire.registry import Effect, command
from tabwire.results.acting import Acted
from tabwire.results.forms import Filled
from tabwire.session.tab import Tab


def _as_list(given: Any) -> Any:
    return [given] if isinstance(given, str) else given


def _as_fields(given: Any) -> Any:
    """Accept a list of {target, value} as well as an object from targets to values."""
    if isinstance(given, list) and all(
        isinstance(item, dict) and set(item) == {"target", "value"} for item in given
    ):
        return {item["target"]: item["value"] for item in given}
    return given


Values = Annotated[list[str], BeforeValidator(_as_list), Field(min_length=1, description="Labels or values.")]
Fields = Annotated[
    dict[str, str | bool | int | float | list[str]],
    BeforeValidator(_as_fields),
    Field(min_length=1, description='Target → value, e.g. {"Email": "a@b.c", "e7": true}.'),
]


@command(Effect.ACT, core=True)
async def select(tab: Tab, target: TargetText, values: Values) -> Acted:
    """Choose from a list."""
    return acted(await choosing.select(tab, await find_element(tab, target), values))


@command(Effect.ACT)
async def check(tab: Tab, target: TargetText) -> Acted:
    """Check a checkbox, radio button or switch."""
    return acted(await choosing.set_checked(tab, await find_element(tab, target), True))


@command(Effect.ACT)
async def uncheck(tab: Tab, target: TargetText) -> Acted:
    """Uncheck a checkbox or switch."""
    return acted(await choosing.set_checked(tab, await find_element(tab, target), False))


@command(Effect.ACT, core=True)
async def fill(tab: Tab, fields: Fields) -> Filled:
    """Fill many fields at once: text, choices, checkboxes."""
    if any(not target.strip() for target in fields):
        raise InvalidParams("A field has an empty target.", next_step="Name every field.")
    return Filled(fields=tuple(acted(seen) for seen in await forms.fill(tab, fields)))


@command(Effect.ACT)
async def submit(tab: Tab, target: TargetText | None = None) -> Acted:
    """Submit the form that contains an element; default: the focused form."""
    return acted(await forms.submit(tab, await find_element(tab, target) if target else None))
