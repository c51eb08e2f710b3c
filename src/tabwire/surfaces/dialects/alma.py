"""The Alma extension's way in: off unless the user gave it a token, which it carries in its address."""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import re
from collections.abc import AsyncIterator
from functools import partial
from typing import Final
from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.types import Scope

from tabwire.errors import Forbidden
from tabwire.links.link import Link, LinkClosed
from tabwire.protocol.alma import AlmaTranslator
from tabwire.protocol.relay import PING_EVERY_S, SOCKET_PATH, Hello, encode
from tabwire.settings import HttpSettings
from tabwire.surfaces.dialects.dialect import Dialect, ExtensionEntry, Translation

# Loaded unpacked, the extension has another id in every folder.
ANY_EXTENSION: Final = re.compile(r"chrome-extension://[a-p]{32}")
HELLO: Final = Hello(instance="alma", boot="", version="Alma", name="Alma", nonce="")


def dialect(settings: HttpSettings) -> Dialect:
    """Return the table; the user switches it on by a token."""
    return Dialect(
        extension=ExtensionEntry(
            path=SOCKET_PATH,
            is_own=has_token,
            may_enter=partial(may_enter, settings.alma_token),
            refusal=Forbidden(
                "No extension may connect with this token.",
                next_step="The user can let the Alma extension in with http.alma_token in config.toml.",
            ),
            has_secret=True,
            translation=Translation(AlmaLink, HELLO),
        )
    )


def has_token(scope: Scope) -> bool:
    """Tell whether a socket speaks Alma: only then is there a token in its address."""
    return "token" in _query(scope)


def may_enter(token: str, scope: Scope) -> bool:
    """Tell whether an extension of this machine carries the token; nobody does while there is none."""
    given = _query(scope).get("token", [])
    origins = Headers(scope=scope).getlist("origin")
    return (
        token != ""
        and len(given) == 1
        and hmac.compare_digest(given[0].encode(), token.encode())
        and len(origins) == 1
        and ANY_EXTENSION.fullmatch(origins[0]) is not None
        and ipaddress.ip_address(scope["client"][0]).is_loopback
    )


def _query(scope: Scope) -> dict[str, list[str]]:
    return parse_qs(scope["query_string"].decode("latin-1"))


class AlmaLink:
    """A link to the Alma extension that looks like one to ours."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._translator = AlmaTranslator()
        self._incoming: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._reading = asyncio.create_task(self._read())
        self._pinging = asyncio.create_task(self._ping())

    def send(self, frame: bytes) -> None:
        """Queue one frame; raise `LinkClosed` when the other end is gone."""
        translated = self._translator.from_hub(frame)
        for outgoing in translated.on:
            self._link.send(outgoing)
        for answer in translated.back:
            self._incoming.put_nowait(answer)

    async def _read(self) -> None:
        try:
            async for frame in self._link.frames():
                translated = self._translator.from_extension(frame)
                for outgoing in translated.back:
                    self._link.send(outgoing)
                for incoming in translated.on:
                    self._incoming.put_nowait(incoming)
        finally:
            self._incoming.put_nowait(None)

    async def _ping(self) -> None:
        """Keep the extension's worker awake, and hear that it is there."""
        try:
            while True:
                await asyncio.sleep(PING_EVERY_S)
                self._link.send(encode({"type": "ping"}))
        except LinkClosed:
            return

    async def frames(self) -> AsyncIterator[bytes | str]:
        """Yield frames until the other end is gone."""
        while (frame := await self._incoming.get()) is not None:
            yield frame

    async def close(self) -> None:
        """Close the link and end what works on it."""
        self._pinging.cancel()
        self._reading.cancel()
        await asyncio.gather(self._pinging, self._reading, return_exceptions=True)
        await self._link.close()
