"""The DevTools protocol as a state machine."""

import json

from tabwire.protocol.cdp import Answer, CdpPeer, Event, Failure


def answer(request_id, **result):
    return json.dumps({"id": request_id, "result": result}).encode()


def test_requests_are_numbered_and_carry_their_session():
    peer = CdpPeer()
    first, frame = peer.request("Page.enable", {})
    second, child_frame = peer.request("Page.enable", {"x": 1}, "S1")
    assert (first, second) == (1, 2)
    assert json.loads(frame) == {"id": 1, "method": "Page.enable", "params": {}}
    assert json.loads(child_frame)["sessionId"] == "S1"


def test_an_answer_reaches_its_request_and_a_late_one_is_dropped():
    peer = CdpPeer()
    request_id, _frame = peer.request("Page.enable", {})
    assert peer.receive(answer(request_id, ok=True)) == Answer(request_id, {"ok": True})
    assert peer.receive(answer(request_id)) is None


def test_a_refusal_keeps_chromes_reason():
    peer = CdpPeer()
    request_id, _frame = peer.request("DOM.focus", {})
    refusal = {"id": request_id, "error": {"code": -32000, "message": "Element is not focusable"}}
    assert peer.receive(json.dumps(refusal)) == Failure(request_id, -32000, "Element is not focusable")


def test_events_name_their_session():
    event = {"method": "Page.loadEventFired", "params": {"timestamp": 1}, "sessionId": "S1"}
    assert CdpPeer().receive(json.dumps(event)) == Event("Page.loadEventFired", {"timestamp": 1}, "S1")


def test_abandoning_one_session_leaves_the_others_open():
    peer = CdpPeer()
    mine, _ = peer.request("A.a", {}, "S1")
    other, _ = peer.request("A.a", {}, "S2")
    assert peer.abandon("S1") == [mine]
    assert peer.receive(answer(mine)) is None
    assert peer.receive(answer(other)) == Answer(other, {})


def test_abandoning_everything_empties_the_peer():
    peer = CdpPeer()
    numbers = [peer.request("A.a", {}, session)[0] for session in ("", "S1", "S2")]
    assert peer.abandon() == numbers
    assert peer.abandon() == []
