"""Profiles: browsers to start by name."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from tabwire.results.result import Result


class Profile(Result):
    """One profile."""

    profile: str
    user_data_dir: str = ""
    proxy: str = ""
    language: str = ""
    timezone: str = ""
    headless: str = "auto"
    window: str = ""
    tags: tuple[str, ...] = ()
    args: tuple[str, ...] = ()
    in_config: Annotated[bool, Field(description="It is written in config.toml.")] = False
    is_open: Annotated[bool, Field(description="Its browser runs now.")] = False


class ProfileList(Result):
    """All profiles."""

    profiles: list[Profile]

    def to_text(self) -> str:
        """Return one TOON table; an empty list says what to do."""
        return super().to_text() if self.profiles else "There are no profiles. `profiles_create` makes one."


class Deleted(Result):
    """A profile that is forgotten."""

    deleted: str
