"""Keys: a new one, a list of them, a revoked one."""

from __future__ import annotations

from tabwire.results.result import Result


class NewKey(Result):
    """A new key."""

    name: str
    key: str

    def to_text(self) -> str:
        """Show the key, once."""
        return f"{self.key}\nKey “{self.name}”. It is shown only once: keep it safe."


class KeyRow(Result):
    """One key in a list; the key itself cannot be shown."""

    name: str
    starts_with: str
    effects: list[str]
    commands: list[str]
    grants: list[str]
    created: str
    expires: str
    last_used: str


class Keys(Result):
    """All keys."""

    keys: list[KeyRow]

    def to_text(self) -> str:
        """Return the keys as a table, or how to create one."""
        return super().to_text() if self.keys else "There are no keys. Create one: tabwire keys create NAME"


class Revoked(Result):
    """A key that is no longer valid."""

    revoked: str
