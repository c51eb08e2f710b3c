"""The language of the Alma extension, translated without a link."""

import json

import pytest

from tabwire.protocol.alma import OUR_LISTING, AlmaTranslator
from tabwire.protocol.relay import encode


@pytest.fixture
def translator():
    return AlmaTranslator()


def read(frames):
    return [json.loads(frame) for frame in frames]


def asked(translator, name, **params):
    """Return what the extension is asked, and what the hub is told at once, for a request of the hub's."""
    translated = translator.from_hub(encode({"id": "1", "method": name, "params": params}))
    return read(translated.on), read(translated.back)


def told(translator, **message):
    """Return what the hub is told, and what the extension is asked, for a message of the extension's."""
    translated = translator.from_extension(encode(message))
    return read(translated.on), read(translated.back)


def listed(translator, *tabs):
    told(translator, type="status", attachedTabs=[])
    rows = [{"id": tab, "url": f"https://{tab}.example/", "title": str(tab)} for tab in tabs]
    return told(translator, id=OUR_LISTING, result=rows)[0]


def test_requests_that_both_know_pass_unchanged(translator):
    params = {"tabId": 7, "method": "Page.reload", "params": {}}
    on, back = asked(translator, "cdp.send", **params)
    assert (on, back) == ([{"id": "1", "method": "cdp.send", "params": params}], [])


def test_what_only_the_debugger_can_do_is_asked_of_it(translator):
    on, _ = asked(translator, "tabs.close", tabId=7)
    assert on == [{"id": "1", "method": "cdp.send", "params": {"tabId": 7, "method": "Page.close"}}]


@pytest.mark.parametrize("method", ["scripting.attach", "something.new"])
def test_what_the_extension_lacks_is_refused_without_asking_it(translator, method):
    on, back = asked(translator, method, tabId=7)
    assert on == []
    assert back[0]["code"] == "UNSUPPORTED_BY_ENGINE"


def test_no_child_sessions_are_asked_for_that_could_not_be_named(translator):
    params = {"tabId": 7, "method": "Target.setAutoAttach", "params": {"autoAttach": True}}
    assert asked(translator, "cdp.send", **params) == ([], [{"id": "1", "result": {}}])


def test_only_pings_and_pongs_reach_the_extension_besides_requests(translator):
    assert read(translator.from_hub(encode({"type": "pong"})).on) == [{"type": "pong"}]
    assert translator.from_hub(encode({"type": "activity", "agents": []})).on == []


@pytest.mark.parametrize("name", ["id", "tabId"])
def test_tabs_are_described_as_ours_are(translator, name):
    asked(translator, "tabs.list")
    on, _ = told(translator, id="1", result=[{name: 7, "url": "https://a.example/", "title": None}])
    assert on == [{"id": "1", "result": [{"tabId": 7, "url": "https://a.example/", "title": ""}]}]


def test_a_status_makes_the_tabs_be_listed_and_tells_who_was_let_go(translator):
    told(translator, type="status", attachedTabs=[7, 8])
    on, back = told(translator, type="status", attachedTabs=[8])
    assert on == [{"type": "event", "event": "detached", "tabId": 7, "reason": "target_closed"}]
    assert [request["method"] for request in back] == ["tabs.list"]


def test_tabs_that_came_and_went_are_told(translator):
    assert [event["event"] for event in listed(translator, 7, 8)] == ["tab_changed", "tab_changed"]
    assert listed(translator, 8)[-1] == {"type": "event", "event": "tab_removed", "tabId": 7}


def test_an_error_keeps_its_words(translator):
    asked(translator, "tabs.navigate", tabId=7, url="https://a.example/")
    assert told(translator, id="1", error="No tab with id: 7.")[0] == [
        {"id": "1", "error": "No tab with id: 7."}
    ]
