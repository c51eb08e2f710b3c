"""Create, list and revoke the keys that programs send over HTTP."""

from __future__ import annotations

import time
from typing import Annotated

from pydantic import Field

from tabwire.errors import InvalidParams, UnknownCommand
from tabwire.memory.hub_state import HubState
from tabwire.names import KEY_NAME, KEY_START, command_name
from tabwire.policy.keys import KeyRecord
from tabwire.registry import Effect, command
from tabwire.rendering.moments import iso_time
from tabwire.results.keys import KeyRow, Keys, NewKey, Revoked

SECONDS_IN = {"s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800}

KeyName = Annotated[str, Field(pattern=KEY_NAME, description="Letters, digits, dots, hyphens.")]


@command(Effect.ADMIN)
async def keys_create(
    hub: HubState,
    name: KeyName,
    commands: Annotated[
        tuple[str, ...], Field(description="Only these; default: all its effects allow.")
    ] = (),
    effects: Annotated[tuple[Effect, ...], Field(description="What it may do; default: read, act.")] = (),
    grants: Annotated[tuple[str, ...], Field(description="Extra permissions, such as evaluate.")] = (),
    expires: Annotated[
        str, Field(pattern=r"^(\d{1,6}[smhdw])?$", description="Time to live, such as 12h or 30d.")
    ] = "",
) -> NewKey:
    """Create a key for a program. The key is shown once."""
    key = hub.keys.create(
        name,
        commands=[_known(hub, command) for command in commands],
        effects=effects,
        grants=grants,
        expires_at=time.time() + int(expires[:-1]) * SECONDS_IN[expires[-1]] if expires else None,
    )
    return NewKey(name=name, key=key)


@command(Effect.ADMIN)
async def keys_list(hub: HubState) -> Keys:
    """List the keys and their permissions."""
    return Keys(keys=[_row(record) for record in hub.keys.all()])


@command(Effect.ADMIN)
async def keys_revoke(hub: HubState, name: KeyName) -> Revoked:
    """Revoke a key and close its connections."""
    if hub.keys.revoke(name):
        return Revoked(revoked=name)
    known = ", ".join(record.name for record in hub.keys.all())
    raise InvalidParams(f'There is no key named "{name}".', next_step=f"Keys: {known or 'none'}.")


def _known(hub: HubState, command: str) -> str:
    """Return the name of a command, which must exist."""
    try:
        return hub.registry.get(command_name(command)).name
    except UnknownCommand as error:
        raise InvalidParams(error.message, next_step="`tabwire --help` lists the commands.") from error


def _row(record: KeyRecord) -> KeyRow:
    return KeyRow(
        name=record.name,
        starts_with=f"{KEY_START}{record.prefix}",
        effects=sorted(record.effects),
        commands=sorted(record.commands),
        grants=sorted(record.grants),
        created=_moment(record.created_at),
        expires=_moment(record.expires_at),
        last_used=_moment(record.last_used_at),
    )


def _moment(at: float | None) -> str:
    return "" if at is None else iso_time(at)
