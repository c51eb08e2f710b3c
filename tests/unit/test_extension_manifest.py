"""The extension's manifest: any change of what it may do must be decided, not slip in."""

import json
from pathlib import Path

from tabwire import __version__

ROOT = Path(__file__).resolve().parents[2]
MANIFEST = json.loads((ROOT / "extension" / "manifest.json").read_text(encoding="utf-8"))
PERMISSIONS = [
    "alarms",
    "debugger",
    "declarativeNetRequestWithHostAccess",
    "downloads",
    "nativeMessaging",
    "notifications",
    "offscreen",
    "scripting",
    "storage",
    "tabGroups",
    "tabs",
    "userScripts",
    "webNavigation",
    "webRequest",
]


def test_it_asks_for_these_permissions_and_no_other():
    assert MANIFEST["permissions"] == PERMISSIONS
    assert MANIFEST["host_permissions"] == ["<all_urls>"]


def test_every_permission_is_justified_in_the_docs():
    told = (ROOT / "docs" / "permissions.md").read_text(encoding="utf-8")
    for name in [*MANIFEST["permissions"], *MANIFEST.get("optional_permissions", [])]:
        assert f"`{name}`" in told, name


def test_nothing_outside_can_speak_to_it_or_load_its_files():
    assert "externally_connectable" not in MANIFEST
    assert "web_accessible_resources" not in MANIFEST
    assert MANIFEST["incognito"] == "not_allowed"
    assert MANIFEST["minimum_chrome_version"] == "125"


def test_its_pages_run_only_its_own_code():
    policy = MANIFEST["content_security_policy"]["extension_pages"]
    assert policy.startswith("default-src 'none'; script-src 'self'; ")
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy


def test_its_version_is_the_packages():
    assert MANIFEST["version"] == __version__
