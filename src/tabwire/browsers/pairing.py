"""Which browsers may join the hub: those that share a secret with it, from a code or native messaging."""

from __future__ import annotations

import asyncio
import hmac
import json
import os
import secrets
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass

from tabwire.errors import Forbidden, InvalidParams, RateLimited
from tabwire.protocol.relay import CODE_LIVES_S, Hello, new_code, proof, stretch

WRONG_CODES = 5
LOCKED_S = 60.0


@dataclass(frozen=True)
class Pairing:
    """One browser that may join. Only its extension shares the `secret`."""

    instance: str
    secret: str
    name: str
    joined: bool = False


@dataclass(frozen=True)
class Admission:
    """A browser was admitted: its name here, the hub's proof, and the secret if the browser needs it."""

    name: str
    proof: str = ""
    new_secret: str = ""


class Pairings:
    """Keep the pairings in a private file; admit browsers, and limit wrong codes."""

    def __init__(self, path: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._path = path
        self._clock = clock
        self._known = _read(path)
        self._code = ""
        self._code_ends = 0.0
        self._wrong = 0
        self._locked_until = 0.0

    def all(self) -> list[Pairing]:
        """List the browsers that may join."""
        return list(self._known.values())

    def offer_code(self) -> str:
        """Create a code that pairs one browser within a minute; earlier codes become invalid."""
        if self._clock() < self._locked_until:
            raise _locked(self._locked_until - self._clock())
        self._code = new_code()
        self._code_ends = self._clock() + CODE_LIVES_S
        self._wrong = 0
        return self._code

    async def admit(self, hello: Hello, hub_nonce: str, *, trusted: bool) -> Admission:
        """Admit a browser by its secret, by the code, or because it is `trusted`; otherwise refuse."""
        if hello.pairing:
            return await self._admit_by_code(hello, hub_nonce)
        known = self._known.get(hello.instance)
        if known is not None and _is_valid_proof(bytes.fromhex(known.secret), hello, hello.proof, hub_nonce):
            self._keep(known, hello.name)
            return Admission(
                self._name(hello), proof(bytes.fromhex(known.secret), "hub", hub_nonce, hello.nonce)
            )
        if trusted:
            secret = self._remember(hello)
            return Admission(self._name(hello), new_secret=secret)
        raise Forbidden(
            "This browser is not paired with the hub.",
            next_step="Run `tabwire setup` and type the code it shows into the extension's popup.",
        )

    async def _admit_by_code(self, hello: Hello, hub_nonce: str) -> Admission:
        self._check_open()
        code = self._code
        key = await asyncio.to_thread(stretch, code, hub_nonce)
        self._check_open()
        if code != self._code or not _is_valid_proof(key, hello, hello.pairing, hub_nonce):
            self._count_wrong()
            raise Forbidden(
                "The pairing code is wrong.", next_step="Type the code that `tabwire setup` shows now."
            )
        self._code = ""
        secret = self._remember(hello)
        return Admission(self._name(hello), proof(key, "hub", hub_nonce, hello.nonce), secret)

    def _check_open(self) -> None:
        if self._clock() < self._locked_until:
            raise _locked(self._locked_until - self._clock())
        if not self._code or self._clock() >= self._code_ends:
            self._code = ""
            raise Forbidden(
                "There is no pairing code, or it has expired.",
                next_step="Run `tabwire setup` and type the code it shows within a minute.",
            )

    def _count_wrong(self) -> None:
        self._wrong += 1
        if self._wrong >= WRONG_CODES:
            self._code = ""
            self._locked_until = self._clock() + LOCKED_S

    def rename(self, instance: str, name: str) -> str:
        """Rename a browser; return its new name, which is numbered if the name is taken."""
        if instance not in self._known:
            raise InvalidParams("Only a paired browser can be renamed.")
        self._keep(self._known[instance], name)
        return self._known[instance].name

    def forget(self, name: str) -> None:
        """Remove the pairing of a browser."""
        found = [pairing for pairing in self._known.values() if pairing.name == name]
        if not found:
            names = [pairing.name for pairing in self._known.values()]
            raise InvalidParams(f'No paired browser is named "{name[:80]}".', known=names)
        for pairing in found:
            del self._known[pairing.instance]
        self._write()

    def disconnected(self, instance: str) -> None:
        """Record that a browser disconnected while the hub was running."""
        self._set_joined(instance, joined=False)

    def expected(self) -> bool:
        """Return whether a browser was connected when the hub last ended, and so will reconnect."""
        return any(pairing.joined for pairing in self._known.values())

    def stop_expecting(self) -> None:
        """Stop expecting the browsers that did not reconnect."""
        for pairing in self.all():
            self._set_joined(pairing.instance, joined=False)

    def _set_joined(self, instance: str, *, joined: bool) -> None:
        known = self._known.get(instance)
        if known is not None and known.joined is not joined:
            self._known[instance] = Pairing(known.instance, known.secret, known.name, joined)
            self._write()

    def _remember(self, hello: Hello) -> str:
        secret = secrets.token_hex(32)
        self._keep(Pairing(hello.instance, secret, hello.name), hello.name)
        return secret

    def _keep(self, pairing: Pairing, wanted_name: str) -> None:
        kept = Pairing(pairing.instance, pairing.secret, self._free_name(pairing.instance, wanted_name), True)
        if self._known.get(pairing.instance) != kept:
            self._known[pairing.instance] = kept
            self._write()

    def _free_name(self, instance: str, wanted: str) -> str:
        """Return the wanted name, with a number if another browser has it."""
        taken = {other.name for other in self._known.values() if other.instance != instance}
        name, number = wanted, 1
        while name in taken:
            number += 1
            name = f"{wanted} {number}"
        return name

    def _name(self, hello: Hello) -> str:
        return self._known[hello.instance].name

    def _write(self) -> None:
        text = json.dumps([asdict(pairing) for pairing in self._known.values()], indent=2)
        unfinished = f"{self._path}.{os.getpid()}"
        file = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(file, "w", encoding="utf-8") as out:
            out.write(text + "\n")
        os.replace(unfinished, self._path)


def _is_valid_proof(key: bytes, hello: Hello, given: str, hub_nonce: str) -> bool:
    return hmac.compare_digest(proof(key, "extension", hub_nonce, hello.nonce), given)


def _locked(wait_s: float) -> RateLimited:
    return RateLimited(
        "Too many wrong pairing codes.",
        next_step=f"Wait {wait_s:.0f} s, then run `tabwire setup` again.",
        retry_after_s=round(wait_s, 1),
    )


def _read(path: str) -> dict[str, Pairing]:
    try:
        with open(path, encoding="utf-8") as text:
            rows = json.load(text)
        return {row["instance"]: Pairing(**row) for row in rows}
    except FileNotFoundError:
        return {}
    except (ValueError, TypeError, KeyError) as error:
        raise InvalidParams(
            f"{path} is damaged: {error}.", next_step="Remove it and pair your browsers again."
        ) from error
