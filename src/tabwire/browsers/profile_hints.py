"""Find which profile a user's browser runs in, and whose it is, in Chrome's own files."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tabwire.protocol.relay import EXTENSION_ID

# Where each profile keeps the data of our extension, including its instance id.
STORED = f"*/Local Extension Settings/{EXTENSION_ID}/*"


@dataclass(frozen=True)
class ProfileHint:
    """Chrome's name of a profile, and its account's address, shortened."""

    name: str = ""
    account: str = ""


def profile_hint(instance: str, user_data_folders: Iterable[str]) -> ProfileHint:
    """Find the profile whose extension has this id; empty if it is in another folder."""
    for folder in map(Path, user_data_folders):
        for file in folder.glob(STORED):
            if _holds(file, f'"instance":"{instance}"'):
                return _describe(folder, file.parents[2].name)
    return ProfileHint()


def _holds(file: Path, text: str) -> bool:
    try:
        return text.encode() in file.read_bytes()
    except OSError:
        return False


def _describe(folder: Path, profile: str) -> ProfileHint:
    """Read Chrome's name and account of a profile; a new one has only its folder."""
    try:
        known = json.loads((folder / "Local State").read_text(encoding="utf-8"))
        facts = known["profile"]["info_cache"][profile]
        return ProfileHint(str(facts.get("name") or profile), _shortened(str(facts.get("user_name") or "")))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return ProfileHint(profile)


def _shortened(address: str) -> str:
    name, at, domain = address.partition("@")
    return f"{name[:1]}…@{domain}" if at else ""
