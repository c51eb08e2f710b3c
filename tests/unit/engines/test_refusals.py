"""What a refusal of the extension becomes: a typed error that names its kind."""

import json

import pytest

from tabwire.engines.cdp import CdpRefused, MethodMissing
from tabwire.engines.refusals import SENTENCES, FilesNotAllowed, NotDebuggable, error_for, reason_of
from tabwire.errors import Forbidden, TabClosed, TabwireError, UnsupportedByEngine
from tabwire.protocol.refusals import Refusal
from tabwire.protocol.relay import Failure

# What these mean depends on the command: they stay what Chrome said.
WITHOUT_SENTENCE = {Refusal.ALREADY_ATTACHED, Refusal.DEVTOOLS, Refusal.OTHER}


def refused(words, code="", method="cdp.send", **facts):
    return error_for(method, Failure("1", words, code, facts))


def test_every_kind_has_a_sentence_and_names_itself():
    for kind in set(Refusal) - WITHOUT_SENTENCE:
        error = refused("", kind, site="example.com", method="tabs.list")
        assert isinstance(error, TabwireError)
        assert reason_of(error) == kind
    assert set(SENTENCES) == set(Refusal) - WITHOUT_SENTENCE


def test_the_facts_are_in_the_sentence_and_missing_ones_do_no_harm():
    error = refused("", Refusal.SITE_FORBIDDEN, site="example.com")
    assert isinstance(error, Forbidden)
    assert "example.com" in error.message
    assert refused("", Refusal.SITE_FORBIDDEN).code == "FORBIDDEN"


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("No tab with id: 7.", TabClosed),
        ("Debugger is not attached to the tab with id: 7.", TabClosed),
        (json.dumps({"code": -32001, "message": "Session with given id not found."}), TabClosed),
        ("Cannot access a chrome-extension:// URL of different extension", NotDebuggable),
        (json.dumps({"code": -32000, "message": "Not attached to an active page"}), NotDebuggable),
        (json.dumps({"code": -32601, "message": "'Page.x' wasn't found"}), MethodMissing),
        (json.dumps({"code": -32000, "message": "Could not find node"}), CdpRefused),
    ],
)
def test_an_extension_that_names_no_kind_is_understood_by_chrome_s_words(words, kind):
    assert isinstance(refused(words), kind)


def test_files_that_chrome_refuses_are_told_from_other_refusals():
    words = json.dumps({"code": -32000, "message": "Not allowed"})
    assert isinstance(refused(words, Refusal.DEVTOOLS, "DOM.setFileInputFiles"), FilesNotAllowed)
    assert isinstance(refused(words, Refusal.DEVTOOLS, "DOM.focus"), CdpRefused)


def test_a_code_with_a_sentence_is_taken_as_it_is():
    error = refused("The Alma extension has no tabs.leave.", UnsupportedByEngine.code)
    assert isinstance(error, UnsupportedByEngine)
    assert error.message == "The Alma extension has no tabs.leave."


def test_a_kind_of_a_newer_extension_is_told_by_its_name():
    error = refused("", "on_fire")
    assert isinstance(error, CdpRefused)
    assert error.message == "on_fire"
