"""Which profile a browser runs in, told by Chrome's own files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tabwire.browsers.profile_hints import ProfileHint, profile_hint
from tabwire.protocol.relay import EXTENSION_ID


@pytest.fixture
def chrome(tmp_path: Path) -> Path:
    """Return a user-data folder with two profiles that have the extension."""
    for profile, instance in (("Default", "id-1"), ("Profile 1", "id-2")):
        stored = tmp_path / profile / "Local Extension Settings" / EXTENSION_ID
        stored.mkdir(parents=True)
        (stored / "000003.log").write_bytes(b'\x00\xffidentity{"instance":"%s"}' % instance.encode())
    return tmp_path


def know(chrome: Path, **profiles: dict[str, str]) -> None:
    """Write down what Chrome knows of profiles."""
    (chrome / "Local State").write_text(json.dumps({"profile": {"info_cache": profiles}}), encoding="utf-8")


def test_profiles_of_one_browser_are_told_apart(chrome: Path) -> None:
    know(chrome, **{"Default": {"name": "Home"}, "Profile 1": {"name": "Work"}})
    assert profile_hint("id-1", [str(chrome)]) == ProfileHint("Home")
    assert profile_hint("id-2", [str(chrome)]) == ProfileHint("Work")


def test_the_account_is_shown_by_its_first_letter_only(chrome: Path) -> None:
    know(chrome, Default={"name": "Ada", "user_name": "ada@example.com"})
    assert profile_hint("id-1", [str(chrome)]) == ProfileHint("Ada", "a…@example.com")


def test_a_profile_that_chrome_has_not_written_down_yet_is_known_by_its_folder(chrome: Path) -> None:
    assert profile_hint("id-2", [str(chrome)]) == ProfileHint("Profile 1")


def test_an_extension_that_lies_elsewhere_gets_no_hint(chrome: Path, tmp_path: Path) -> None:
    assert profile_hint("id", [str(chrome)]) == ProfileHint()
    assert profile_hint("id-1", [str(tmp_path / "nowhere")]) == ProfileHint()
