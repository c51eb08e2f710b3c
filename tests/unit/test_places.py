"""Where things lie on disk, and that they are private."""

import os
import stat

import pytest

from tabwire.errors import Forbidden, InvalidParams
from tabwire.places import Places


@pytest.mark.parametrize("umask", [0o000, 0o022])
def test_the_state_folder_is_private_whatever_the_umask(tmp_path, umask):
    before = os.umask(umask)
    try:
        places = Places({"TABWIRE_HOME": str(tmp_path / "home")})
        places.prepare()
    finally:
        os.umask(before)
    assert stat.S_IMODE(os.stat(places.state).st_mode) == 0o700


def test_a_folder_that_was_open_to_others_is_closed(tmp_path):
    (tmp_path / "home").mkdir(mode=0o755)
    Places({"TABWIRE_HOME": str(tmp_path / "home")}).prepare()
    assert stat.S_IMODE((tmp_path / "home").stat().st_mode) == 0o700


def test_a_link_in_place_of_the_folder_is_refused(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "home").symlink_to(tmp_path / "real")
    with pytest.raises(Forbidden, match="is a symbolic link"):
        Places({"TABWIRE_HOME": str(tmp_path / "home")}).prepare()


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a folder to somebody else")
def test_a_folder_of_another_user_is_refused(tmp_path):
    (tmp_path / "home").mkdir()
    os.chown(tmp_path / "home", 65534, 65534)
    with pytest.raises(Forbidden, match="another user"):
        Places({"TABWIRE_HOME": str(tmp_path / "home")}).prepare()


def test_a_path_too_long_for_a_socket_is_said_before_anything_is_made(tmp_path):
    home = tmp_path / ("x" * 120)
    with pytest.raises(InvalidParams, match="too long"):
        Places({"TABWIRE_HOME": str(home)}).prepare()
    assert not home.exists()


def test_without_an_own_home_the_system_s_folders_are_used():
    places = Places({"XDG_STATE_HOME": "/s", "XDG_CONFIG_HOME": "/c"})
    assert places.socket.endswith("tabwire/hub.sock")
    assert places.config_file.endswith("tabwire/config.toml")
