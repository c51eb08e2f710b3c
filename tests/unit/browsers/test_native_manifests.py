"""Where native messaging manifests lie, and what can be wrong with one."""

import json
import subprocess
from pathlib import Path

import pytest

from tabwire.browsers.native_manifests import (
    install,
    launcher_script,
    manifest_problem,
    place_in,
    system_places,
    uninstall,
    user_places,
)
from tabwire.protocol.relay import EXTENSION_ID


@pytest.fixture
def launcher(tmp_path):
    path = tmp_path / "native-host"
    path.write_text("#!/bin/sh\n")
    path.chmod(0o700)
    return path


def test_only_browsers_that_were_started_have_a_place(tmp_path):
    (tmp_path / ".config" / "chromium").mkdir(parents=True)
    places = user_places(str(tmp_path), {}, "linux")
    assert [place.browser for place in places] == ["chromium"]
    assert places[0].path.endswith(".config/chromium/NativeMessagingHosts/tabwire.hub.json")


def test_every_system_place_is_listed_once():
    for platform in ("linux", "darwin"):
        paths = [place.path for place in system_places(platform)]
        assert len(paths) == len(set(paths)) == 3


def test_on_windows_the_registry_names_the_file(tmp_path):
    places = user_places(str(tmp_path), {"LOCALAPPDATA": str(tmp_path)}, "win32")
    assert {place.browser for place in places} == {"chrome", "chromium", "edge", "brave"}
    assert all(place.key.endswith(r"\tabwire.hub") for place in places)


def test_what_is_installed_is_in_order_and_goes_away_again(tmp_path, launcher):
    place = place_in("chrome", str(tmp_path / "profile"))
    assert place.problem() == "not installed"
    install(place, str(launcher))
    assert place.problem() == ""
    assert json.loads(Path(place.path).read_text())["allowed_origins"] == [
        f"chrome-extension://{EXTENSION_ID}/"
    ]
    assert uninstall(place)
    assert not uninstall(place)


def test_each_mistake_is_told_apart(tmp_path, launcher):
    path = tmp_path / "tabwire.hub.json"
    good = {"path": str(launcher), "allowed_origins": [f"chrome-extension://{EXTENSION_ID}/"]}
    wrong = {
        "cannot be read": "{",
        "another extension": {**good, "allowed_origins": ["chrome-extension://other/"]},
        "not absolute": {**good, "path": "native-host"},
        "does not exist": {**good, "path": str(tmp_path / "nowhere")},
        "not executable": {**good, "path": str(path)},
    }
    for words, content in wrong.items():
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        assert words in manifest_problem(str(path))
    path.write_text(json.dumps(good))
    assert manifest_problem(str(path)) == ""


def test_the_launcher_passes_odd_paths_and_arguments_on(tmp_path):
    python = tmp_path / "it's a python"
    python.write_text('#!/bin/sh\nprintf "%s|" "$TABWIRE_HOME" "$@"\n')
    python.chmod(0o700)
    script = tmp_path / "launcher"
    script.write_text(launcher_script(str(python), "/home/ann o'hara", "linux"))
    script.chmod(0o700)
    said = subprocess.run([script, "chrome-extension://x/"], capture_output=True, text=True, check=True)
    assert said.stdout == "/home/ann o'hara|-P|-m|tabwire|native-host|chrome-extension://x/|"
