"""Settings from a file and the environment."""

import pytest

from tabwire.errors import InvalidParams
from tabwire.settings import Settings, load


def written(tmp_path, text):
    path = tmp_path / "config.toml"
    path.write_text(text)
    return path


def test_without_a_file_the_defaults_hold(tmp_path):
    assert load(tmp_path / "none.toml", {}) == Settings()


def test_the_environment_wins_over_the_file(tmp_path):
    path = written(tmp_path, "[http]\nport = 1\n[policy]\nallow_schemes = ['file']\n")
    environ = {"TABWIRE_HTTP_PORT": "2", "TABWIRE_BROWSER_ARGS": "--a,--b", "TABWIRE_TOOLS": "all"}
    settings = load(path, environ)
    assert settings.http.port == 2
    assert settings.policy.allow_schemes == ["file"]
    assert settings.browser.args == ["--a", "--b"]
    assert settings.tools == "all"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[http]\n\nport = 70000\n", "line 3: http.port: input should be less than or equal to 65535"),
        ("[http]\nprot = 1\n", "line 2: http.prot: unknown setting"),
        ("http.port = 'x'\n", "line 1: http.port"),
        ("[browser]\nheadless = 'maybe'\n", "line 2: browser.headless"),
        ("[htpt]\nport = 1\n", "line 1: htpt: unknown setting"),
    ],
)
def test_a_bad_value_is_named_with_file_and_line(tmp_path, text, words):
    path = written(tmp_path, text)
    with pytest.raises(InvalidParams) as caught:
        load(path, {})
    assert words in caught.value.message
    assert str(path) in caught.value.message


def test_a_bad_environment_variable_is_named(tmp_path):
    with pytest.raises(InvalidParams, match=r"environment variable TABWIRE_HTTP_PORT: http\.port"):
        load(tmp_path / "none.toml", {"TABWIRE_HTTP_PORT": "many"})


def test_broken_toml_is_named_with_its_line(tmp_path):
    with pytest.raises(InvalidParams, match="line 2"):
        load(written(tmp_path, "[http]\nport = = 1\n"), {})


def test_a_file_that_is_no_text_is_refused(tmp_path):
    path = tmp_path / "config.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(InvalidParams, match="cannot be read"):
        load(path, {})


def test_settings_cannot_be_changed():
    with pytest.raises(ValueError, match="frozen"):
        Settings().http.port = 1
