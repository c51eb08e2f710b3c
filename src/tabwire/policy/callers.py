"""Who asks: the local user or the holder of a key, and what they were given."""

from __future__ import annotations

from dataclasses import dataclass

from tabwire.registry import Effect

ALL_EFFECTS = frozenset(Effect)


@dataclass(frozen=True)
class Caller:
    """One party that sends commands, as the door that let it in identified it.

    `session` names the working context its commands run in when they name none. `commands` limits the
    caller to those names; empty means every command its effects allow. `client` is what it calls itself.
    """

    name: str
    session: str
    effects: frozenset[Effect] = ALL_EFFECTS
    commands: frozenset[str] = frozenset()
    grants: frozenset[str] = frozenset()
    is_local: bool = False
    client: str = ""
    cdp_url: str = ""


def local_user(session: str, *, client: str = "", cdp_url: str = "") -> Caller:
    """Return the caller for the person whose hub this is: the kernel vouched for the user id."""
    return Caller("local", session, grants=frozenset({"*"}), is_local=True, client=client, cdp_url=cdp_url)
