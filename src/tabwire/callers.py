"""Who sends commands: the local user or the holder of a key, and what they may do."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tabwire.registry import Effect

ALL_EFFECTS = frozenset(Effect)


@dataclass(frozen=True)
class Caller:
    """One sender of commands, as identified by its surface.

    `session` is the session of commands that name none. `commands` limits the caller to those names; empty
    means every command that its effects allow. `client` is what it calls itself.
    """

    name: str
    session: str
    effects: frozenset[Effect] = ALL_EFFECTS
    commands: frozenset[str] = frozenset()
    grants: frozenset[str] = frozenset()
    is_local: bool = False
    client: str = ""
    cdp_url: str = ""
    browser: str = ""

    @property
    def identity(self) -> str:
        """Return one name for all sessions of this caller. A new key with an old name is another caller."""
        return self.name if self.is_local else self.session.partition("/")[0]

    def in_session(self, name: str) -> Caller:
        """Return the same caller in a named session. Callers cannot reach each other's sessions."""
        return replace(self, session=name if self.is_local else f"{self.identity}/{name}")


def local_user(session: str, *, client: str = "", cdp_url: str = "", browser: str = "") -> Caller:
    """Return the caller for the user of this hub; the kernel has verified the user id."""
    return Caller(
        "local",
        session,
        grants=frozenset({"*"}),
        is_local=True,
        client=client,
        cdp_url=cdp_url,
        browser=browser,
    )
