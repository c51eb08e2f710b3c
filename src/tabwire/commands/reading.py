"""See the page: snapshots, search, text, data."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from tabwire.commands.parameters import written_target
from tabwire.errors import InvalidParams
from tabwire.reading.extraction import extract_data, read_markup
from tabwire.reading.searching import Match, search
from tabwire.reading.snapshots import DEFAULT_TOKENS, read_page
from tabwire.reading.texts import read_text
from tabwire.registry import Effect, command
from tabwire.rendering import toon
from tabwire.results.reading import Extracted, FoundRow, FoundRows, Html, PageText, Snapshot
from tabwire.session.tab import Tab

LEAST_TOKENS = 50
FIND_TOKENS = 2000
TEXT_TOKENS = 6000
DATA_TOKENS = 8000


def check_budget(tokens: int) -> int:
    """Refuse a budget that no reply can keep; agents need not be told the limit beforehand."""
    if tokens < LEAST_TOKENS:
        raise ValueError(f"should be at least {LEAST_TOKENS}")
    return tokens


Part = Annotated[str | None, BeforeValidator(written_target), Field(description="Only this part.")]
Budget = Annotated[int, AfterValidator(check_budget)]
Cursor = Annotated[str, Field(description="From a cut reply.")]


@command(Effect.READ, core=True)
async def snapshot(
    tab: Tab,
    target: Part = None,
    mode: Literal["auto", "interactive", "full"] = "auto",
    max_tokens: Budget = DEFAULT_TOKENS,
    cursor: Cursor = "",
) -> Snapshot:
    """Show the page as TOON rows with refs; `[name e5]` in text is a link."""
    page = await read_page(tab, mode, max_tokens, target or "", cursor)
    notes = tuple(map(toon.clean, tab.take_notices()))
    return Snapshot(url=page.url, title=page.title, text=page.text, cursor=page.cursor, notes=notes)


@command(Effect.READ, core=True)
async def find(
    tab: Tab,
    text: str = "",
    role: str = "",
    regex: str = "",
    max_tokens: Budget = FIND_TOKENS,
) -> FoundRows:
    """Find elements and lines by text, role or regex; returns refs."""
    if not (text or role or regex):
        raise InvalidParams("find: nothing to look for.", next_step="Give `text`, `role` or `regex`.")
    found = await search(tab, text, role, regex, max_tokens)
    return FoundRows(found=[_found_row(match) for match in found.matches], total=found.total)


def _found_row(match: Match) -> FoundRow:
    return FoundRow(ref=match.ref, role=match.role, name=match.name, states=match.states, where=match.where)


@command(Effect.READ, core=True)
async def text(
    tab: Tab,
    target: Part = None,
    links: bool = False,
    max_tokens: Budget = TEXT_TOKENS,
    cursor: Cursor = "",
) -> PageText:
    """Read the page as Markdown, main content first."""
    page = await read_text(tab, target or "", links, max_tokens, cursor)
    return PageText(url=page.url, title=page.title, text=page.text, cursor=page.cursor, is_cut=page.is_cut)


@command(Effect.READ)
async def extract(
    tab: Tab,
    fields: Annotated[
        list[str], Field(description='Names ("price"), or name=CSS ("price=.amount", "url=a@href").')
    ] = [],  # noqa: B006  # pydantic copies defaults
    items: Annotated[str, Field(description="CSS of the repeated element.")] = "",
    json_schema: Annotated[str, Field(description="JSON Schema whose properties name the fields.")] = "",
    target: Part = None,
    max_tokens: Budget = DATA_TOKENS,
    cursor: Cursor = "",
) -> Extracted:
    """Return lists and tables of the page as JSON. Without fields: all tables it has."""
    types = _schema_types(json_schema) if json_schema else {}
    wanted = [*fields, *(name for name in types if name not in fields)]
    found = await extract_data(tab, wanted, items, target or "", max_tokens, cursor)
    records = found.records
    if records is not None:
        records = [{name: _typed(value, types.get(name)) for name, value in row.items()} for row in records]
    return Extracted(records=records, tables=found.tables, total=found.total, cursor=found.cursor)


def _schema_types(schema: str) -> dict[str, str]:
    """Read the names and types of the properties, of the schema itself or of its items."""
    try:
        parsed = json.loads(schema)
        properties = parsed.get("properties") or parsed.get("items", {})["properties"]
        return {name: str(facts.get("type", "string")) for name, facts in properties.items()}
    except (ValueError, KeyError, AttributeError, TypeError) as error:
        raise InvalidParams(
            "extract: `json_schema` is not a JSON Schema with properties.",
            next_step='Example: {"properties": {"price": {"type": "number"}}}.',
        ) from error


def _typed(value: Any, kind: str | None) -> Any:
    """Turn text into a number where a schema asks for one and the text holds one."""
    if kind not in {"number", "integer"} or not isinstance(value, str):
        return value
    digits = "".join(character for character in value if character.isdigit() or character in ".-")
    try:
        return int(float(digits)) if kind == "integer" else float(digits)
    except ValueError:
        return None


@command(Effect.READ)
async def dom(tab: Tab, target: Part = None, max_tokens: Budget = FIND_TOKENS) -> Html:
    """Show compact HTML of an element and the path to it, to write a selector or find a cause."""
    found = await read_markup(tab, target or "", max_tokens)
    return Html(path=found.path, html=found.html, cut=found.cut)
