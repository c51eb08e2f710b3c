"""Keys: one that was made, one row for each, one that was revoked."""

from __future__ import annotations

from tabwire.results.result import Result


class NewKey(Result):
    """A key that was just made."""

    name: str
    key: str

    def to_text(self) -> str:
        """Show the key once, with what to do with it."""
        return f"{self.key}\nKey “{self.name}”. It is shown only now: keep it safe."


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
        """Return the keys as a table, or how to make one."""
        return super().to_text() if self.keys else "There is no key yet. Make one: tabwire keys create NAME"


class Revoked(Result):
    """A key that no longer opens anything."""

    revoked: str
