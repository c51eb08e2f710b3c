"""Named profiles: those in `config.toml`, and those created by command, which have their own file."""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from tabwire.errors import Forbidden, Internal, InvalidParams
from tabwire.settings import PROFILE_NAME, BrowserSettings, ProfileSettings

RESERVED = frozenset({"tabwire"})
# Switches that change how pages look or behave, but give no access to ports, files or programs.
ALLOWED_SWITCHES = (
    "--blink-settings=", "--disable-blink-features=", "--disable-extensions", "--disable-features=",
    "--disable-gpu", "--disable-webgl", "--enable-features=", "--font-render-hinting=",
    "--force-color-profile=", "--force-dark-mode", "--force-device-scale-factor=",
    "--force-prefers-reduced-motion", "--hide-scrollbars", "--incognito", "--kiosk", "--mute-audio",
    "--start-fullscreen", "--start-maximized", "--touch-events=", "--user-agent=", "--window-position=",
)  # fmt: skip


class Profiles:
    """All profiles by name. Commands can use those in `config.toml`, but not change them."""

    def __init__(self, configured: Mapping[str, ProfileSettings], path: str, folder: str) -> None:
        self._configured = dict(configured)
        self._path = path
        self._folder = folder

    def all(self) -> dict[str, ProfileSettings]:
        """Return every profile by its name."""
        return {**self._made(), **self._configured}

    def get(self, name: str) -> ProfileSettings:
        """Return a profile, or fail with a list of them."""
        known = self.all()
        if name not in known:
            raise InvalidParams(
                f'There is no profile "{name[:80]}".',
                next_step=f"Profiles: {', '.join(known) or 'none'}. Create one with `profiles_create`.",
                profiles=list(known),
            )
        return known[name]

    def is_configured(self, name: str) -> bool:
        """Return whether the profile is defined in `config.toml`."""
        return name in self._configured

    def save(self, name: str, changes: Mapping[str, Any], *, is_new: bool) -> ProfileSettings:
        """Create a profile or change some of its options."""
        _check_name(name)
        self._check_ours(name)
        made = self._made()
        if is_new and name in made:
            raise InvalidParams(
                f'A profile "{name}" already exists.', next_step="Change it with `profiles_update`."
            )
        before = {} if is_new else self.get(name).model_dump(exclude_unset=True)
        made[name] = _read({**before, **changes})
        self._write(made)
        return made[name]

    def delete(self, name: str) -> None:
        """Delete a profile; its folder stays."""
        self._check_ours(name)
        self.get(name)
        made = self._made()
        del made[name]
        self._write(made)

    def settings_of(self, name: str, base: BrowserSettings) -> BrowserSettings:
        """Return how to start the browser of a profile: its options over the general ones."""
        profile = self.get(name)
        options = profile.model_dump(exclude_unset=True, exclude={"tags"})
        options["user_data_dir"] = profile.user_data_dir or os.path.join(self._folder, name)
        return base.model_copy(update={"cdp_url": "", **options})

    def _check_ours(self, name: str) -> None:
        if name in self._configured:
            raise Forbidden(
                f'The profile "{name}" is defined in config.toml.',
                next_step="Only the user can change it there.",
            )

    def _made(self) -> dict[str, ProfileSettings]:
        try:
            with open(self._path, encoding="utf-8") as file:
                return {name: _read(options) for name, options in json.load(file).items()}
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, AttributeError) as error:
            raise Internal(
                f"Cannot read the profiles in {self._path}: {error}.",
                next_step="Fix or remove the file.",
            ) from error

    def _write(self, made: Mapping[str, ProfileSettings]) -> None:
        """Replace the file in one step, so that no crash leaves half of it."""
        content = {name: profile.model_dump(exclude_unset=True) for name, profile in made.items()}
        try:
            handle, path = tempfile.mkstemp(dir=os.path.dirname(self._path), prefix=".profiles-")
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(content, file, indent=2)
            os.replace(path, self._path)
        except OSError as error:
            raise Internal(
                f"Cannot write the profiles to {self._path}: {error}.", next_step="Check the disk."
            ) from error


def _check_name(name: str) -> None:
    if not re.match(PROFILE_NAME, name) or name in RESERVED:
        raise InvalidParams(
            f'"{name[:80]}" is not a valid profile name.',
            next_step="Use up to 40 letters, digits, dots, dashes and underscores.",
        )


def _read(options: Mapping[str, Any]) -> ProfileSettings:
    try:
        profile = ProfileSettings.model_validate(options)
    except ValidationError as error:
        first = error.errors()[0]
        raise InvalidParams(
            f"{'.'.join(map(str, first['loc']))}: {first['msg']}.", next_step="Fix the value."
        ) from error
    refused = [switch for switch in profile.args if not _is_allowed(switch)]
    if refused:
        raise Forbidden(
            f"Switches not allowed by command: {', '.join(refused)}.",
            next_step="The user can add them to a [profiles.NAME] section of config.toml. "
            f"Allowed: {', '.join(ALLOWED_SWITCHES)}.",
        )
    return profile


def _is_allowed(switch: str) -> bool:
    return any(
        switch.startswith(allowed) if allowed.endswith("=") else switch == allowed
        for allowed in ALLOWED_SWITCHES
    )
