"""Names of downloads stay in their folder and beside each other."""

import pytest

from tabwire.browsers.downloads import NAME_MAX, free_path, safe_name


@pytest.mark.parametrize(
    ("suggested", "kept"),
    [
        ("report.csv", "report.csv"),
        ("../../etc/passwd", "_.._etc_passwd"),
        ("C:\\temp\\x.txt", "C__temp_x.txt"),
        ("...", "download"),
        ("", "download"),
        (".bashrc", "bashrc"),
        ("naïve ☃.pdf", "naïve ☃.pdf"),
    ],
)
def test_a_suggested_name_becomes_one_that_stays_in_its_folder(suggested, kept):
    assert safe_name(suggested) == kept


def test_a_long_name_keeps_its_extension():
    name = safe_name("x" * 500 + ".tar")
    assert len(name) <= NAME_MAX
    assert name.endswith(".tar")


def test_a_name_that_is_taken_gets_a_number(tmp_path):
    wanted = tmp_path / "a.txt"
    assert free_path(wanted) == wanted
    wanted.touch()
    (tmp_path / "a (2).txt").touch()
    assert free_path(wanted) == tmp_path / "a (3).txt"
