"""What `tabwire doctor` says of the extension."""

from __future__ import annotations

import pytest

from tabwire.errors import NoBrowser
from tabwire.surfaces.cli.extension_checks import explain

ELSEWHERE = "http://127.0.0.1:50123"


def test_who_has_no_extension_hears_nothing_of_its_ports() -> None:
    assert explain([], ELSEWHERE).startswith("no browser is paired (optional)")


def test_who_has_paired_one_hears_that_it_does_not_look_at_this_port() -> None:
    with pytest.raises(NoBrowser, match="does not try by itself"):
        explain([{"browser": "Work", "state": "not connected", "kind": "extension"}], ELSEWHERE)
