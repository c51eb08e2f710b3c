"""Parameter types that several commands share; each carries its own description."""

from __future__ import annotations

import json
import re
from typing import Annotated

from pydantic import BeforeValidator, Field

_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:(?!\d)", re.IGNORECASE)
_BLANKS = "".join(map(chr, range(0x21)))
_LOOPBACK = re.compile(r"(localhost|127\.|\[::1\])", re.IGNORECASE)


def complete_address(given: object) -> object:
    """Complete an address as a browser's address bar does: strip blanks, add a scheme."""
    if not isinstance(given, str):
        return given
    # Browsers ignore these characters inside an address; policy must check the address that Chrome opens.
    address = re.sub(r"[\t\r\n]", "", given).strip(_BLANKS)
    if not address or _SCHEME.match(address):
        return address
    return f"{'http' if _LOOPBACK.match(address) else 'https'}://{address}"


Address = Annotated[str, BeforeValidator(complete_address), Field(min_length=1, max_length=2_000_000)]


def target_as_text(given: object) -> object:
    """Accept a target as an object ({ref}, {css}, {role, name}) too, as JSON text."""
    return json.dumps(given, ensure_ascii=False) if isinstance(given, dict) else given


TargetText = Annotated[
    str,
    BeforeValidator(target_as_text),
    Field(min_length=1, description='Ref ("e12"), CSS, role and name (button "Save"), or text.'),
]
