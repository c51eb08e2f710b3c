"""Profiles: browsers to start by name, each with its own folder, proxy, language and window."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from tabwire.memory.hub_state import HubState
from tabwire.registry import Effect, command
from tabwire.results.profiles import Deleted, Profile, ProfileList
from tabwire.settings import ProfileSettings

ProfileName = Annotated[str, Field(min_length=1, max_length=40, description="Name of the profile.")]
Folder = Annotated[str | None, Field(description="Its folder; default: one in tabwire's state folder.")]
Proxy = Annotated[str | None, Field(description="Such as http://proxy:8080.")]
Language = Annotated[str | None, Field(description="Such as en-US.")]
Timezone = Annotated[str | None, Field(description="Such as America/Los_Angeles.")]
Headless = Annotated[Literal["auto", "yes", "no"] | None, Field(description="auto: only without a display.")]
Window = Annotated[str | None, Field(description="Such as 1280x800.")]
Tags = Annotated[tuple[str, ...] | None, Field(description="Words to filter by.")]
Switches = Annotated[tuple[str, ...] | None, Field(description="Command-line switches; few are allowed.")]


@command(Effect.READ)
async def profiles_list(
    hub: HubState, tag: Annotated[str | None, Field(description="Only those with this tag.")] = None
) -> ProfileList:
    """List the profiles that `launch_browser` can start."""
    known = hub.profiles.all()
    rows = [_described(hub, name, profile) for name, profile in known.items()]
    return ProfileList(profiles=[row for row in rows if tag is None or tag in row.tags])


@command(Effect.READ)
async def profiles_get(hub: HubState, profile: ProfileName) -> Profile:
    """Show the options of a profile."""
    return _described(hub, profile, hub.profiles.get(profile))


@command(Effect.ADMIN)
async def profiles_create(
    hub: HubState,
    profile: ProfileName,
    user_data_dir: Folder = None,
    proxy: Proxy = None,
    language: Language = None,
    timezone: Timezone = None,
    headless: Headless = None,
    window: Window = None,
    tags: Tags = None,
    args: Switches = None,
) -> Profile:
    """Create a profile; options default to the browser settings."""
    given = _given(user_data_dir, proxy, language, timezone, headless, window, tags, args)
    return _described(hub, profile, hub.profiles.save(profile, given, is_new=True))


@command(Effect.ADMIN)
async def profiles_update(
    hub: HubState,
    profile: ProfileName,
    user_data_dir: Folder = None,
    proxy: Proxy = None,
    language: Language = None,
    timezone: Timezone = None,
    headless: Headless = None,
    window: Window = None,
    tags: Tags = None,
    args: Switches = None,
) -> Profile:
    """Change options of a profile; they apply when its browser is started next."""
    given = _given(user_data_dir, proxy, language, timezone, headless, window, tags, args)
    return _described(hub, profile, hub.profiles.save(profile, given, is_new=False))


@command(Effect.ADMIN)
async def profiles_delete(hub: HubState, profile: ProfileName) -> Deleted:
    """Delete a profile; its folder stays on disk."""
    hub.profiles.delete(profile)
    return Deleted(deleted=profile)


def _given(
    user_data_dir: str | None,
    proxy: str | None,
    language: str | None,
    timezone: str | None,
    headless: str | None,
    window: str | None,
    tags: tuple[str, ...] | None,
    args: tuple[str, ...] | None,
) -> dict[str, object]:
    options: dict[str, object] = {
        "user_data_dir": user_data_dir,
        "proxy": proxy,
        "language": language,
        "timezone": timezone,
        "headless": headless,
        "window": window,
        "tags": list(tags) if tags is not None else None,
        "args": list(args) if args is not None else None,
    }
    return {name: value for name, value in options.items() if value is not None}


def _described(hub: HubState, name: str, profile: ProfileSettings) -> Profile:
    return Profile(
        profile=name,
        user_data_dir=profile.user_data_dir,
        proxy=profile.proxy,
        language=profile.language,
        timezone=profile.timezone,
        headless=profile.headless,
        window=profile.window,
        tags=tuple(profile.tags),
        args=tuple(profile.args),
        in_config=hub.profiles.is_configured(name),
        is_open=any(browser.name == name for browser in hub.browsers.all()),
    )
