"""Shared by both clients: connecting to the hub, and turning results into models."""

from __future__ import annotations

from typing import Any, TypeVar

from pydantic import ValidationError

from tabwire import __version__
from tabwire.errors import VersionMismatch
from tabwire.hub_socket.connect import HubLink, HubUnavailable, connect, greeting_for
from tabwire.hub_socket.greeting import COMMAND_SURFACE
from tabwire.places import Places
from tabwire.results.result import Result

ResultT = TypeVar("ResultT", bound=Result)


def open_link(session: str, cdp_url: str) -> HubLink:
    """Connect to the hub, starting it if needed."""
    client = f"tabwire-python/{__version__}"
    greeting = greeting_for(COMMAND_SURFACE, session=session, client=client, cdp_url=cdp_url)
    try:
        return connect(Places(), greeting)
    except HubUnavailable as error:
        raise error.to_error() from error


def without_none(params: dict[str, Any]) -> dict[str, Any]:
    """Omit parameters that the caller did not pass."""
    return {name: value for name, value in params.items() if value is not None}


def read_result(command: str, kind: type[ResultT], result: Any) -> ResultT:
    """Turn a JSON result into its model."""
    try:
        return kind.model_validate(result)
    except ValidationError as error:
        raise VersionMismatch(
            f"The hub's answer to {command} does not fit this version of tabwire ({__version__}).",
            next_step="Install the same version for client and hub, then run `tabwire hub stop`.",
        ) from error
