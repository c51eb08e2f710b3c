"""Who asks: the local user or the holder of a key, and what they were given."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tabwire.registry import Effect

ALL_EFFECTS = frozenset(Effect)


@dataclass(frozen=True)
class Caller:
    """One party that sends commands, as the surface that let it in identified it.

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
    browser: str = ""

    @property
    def identity(self) -> str:
        """Name who this is across all of its sessions; a new key of an old name is somebody else."""
        return self.name if self.is_local else self.session.partition("/")[0]

    def in_session(self, name: str) -> Caller:
        """Return the same caller in a named session of its own; nobody can name one of somebody else's."""
        return replace(self, session=name if self.is_local else f"{self.identity}/{name}")


def local_user(session: str, *, client: str = "", cdp_url: str = "", browser: str = "") -> Caller:
    """Return the caller for the person whose hub this is: the kernel vouched for the user id."""
    return Caller(
        "local",
        session,
        grants=frozenset({"*"}),
        is_local=True,
        client=client,
        cdp_url=cdp_url,
        browser=browser,
    )
