"""The language between hub and extension, without a link."""

import base64
import hashlib
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabwire.links.native_host import PIECE_MAX, pieces
from tabwire.protocol.relay import (
    EXTENSION_ID,
    Answer,
    BrowserEvent,
    CdpEvent,
    Failure,
    NotARelayMessage,
    Ping,
    RelayPeer,
    encode,
    plain_code,
    proof,
    read_hello,
)

MANIFEST = Path(__file__).resolve().parents[3] / "extension" / "manifest.json"


def hello(**changes):
    facts = {"type": "hello", "protocol": 1, "version": "0.1.0", "instance": "i", "boot": "b"}
    return encode({**facts, "name": "Work", "nonce": "n", **changes})


def test_the_extensions_id_follows_from_its_key():
    key = base64.b64decode(json.loads(MANIFEST.read_text())["key"])
    digits = hashlib.sha256(key).hexdigest()[:32]
    assert "".join(chr(ord("a") + int(digit, 16)) for digit in digits) == EXTENSION_ID


def test_an_answer_is_matched_to_its_request_once():
    peer = RelayPeer()
    request_id, _ = peer.request("tabs.list", {})
    assert peer.receive(encode({"id": request_id, "result": []})) == Answer(request_id, [])
    assert peer.receive(encode({"id": request_id, "result": []})) is None


def test_a_refusal_carries_its_code():
    peer = RelayPeer()
    request_id, _ = peer.request("tabs.close", {"tabId": 7})
    frame = encode({"id": request_id, "error": "No.", "code": "FORBIDDEN"})
    assert peer.receive(frame) == Failure(request_id, "No.", "FORBIDDEN")


def test_abandoned_requests_of_one_tab_leave_the_others_open():
    peer = RelayPeer()
    mine, _ = peer.request("cdp.send", {}, "7")
    other, _ = peer.request("cdp.send", {}, "8")
    assert peer.abandon("7") == [mine]
    assert peer.receive(encode({"id": other, "result": {}})) == Answer(other, {})


def test_events_are_told_apart():
    peer = RelayPeer()
    cdp = {"type": "cdp_event", "tabId": 7, "sessionId": "s", "method": "Page.loadEventFired", "params": {}}
    assert peer.receive(encode(cdp)) == CdpEvent(7, "s", "Page.loadEventFired", {})
    assert peer.receive(encode({"type": "ping"})) == Ping()
    assert isinstance(peer.receive(encode({"type": "event", "event": "tab_removed"})), BrowserEvent)
    assert peer.receive(encode({"type": "status", "attachedTabs": []})) is None


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "no json",
        "[]",
        "{}",
        '{"type": "hello"}',
        hello(protocol=2),
        hello(instance=""),
        hello(name=7),
        hello(nonce="n" * 500),
        hello(attachedTabs=["x"]),
    ],
)
def test_what_is_no_hello_is_refused(frame):
    with pytest.raises(NotARelayMessage):
        read_hello(frame)


def test_a_proof_depends_on_key_side_and_both_nonces():
    proofs = {
        proof(key, side, hub, extension)
        for key in (b"a", b"b")
        for side in ("hub", "extension")
        for hub in ("1", "2")
        for extension in ("3", "4")
    }
    assert len(proofs) == 16


def test_a_code_may_be_typed_in_any_way():
    assert plain_code(" k7qx-m2pd ") == "K7QXM2PD"


@settings(max_examples=25)
@given(st.text(alphabet=st.sampled_from('ab"\\é漢😀\n'), max_size=40))
def test_a_long_message_is_whole_again_after_it_travelled_in_pieces(text):
    frame = encode({"text": text * 60_000})
    sent = pieces(frame)
    assert all(len(piece) <= 1024 * 1024 for piece in sent)
    if len(sent) == 1:
        assert sent[0] == frame
        return
    assert len(frame) > PIECE_MAX
    parts = [json.loads(piece) for piece in sent]
    assert "".join(part["piece"] for part in parts) == frame.decode()
    assert [part["last"] for part in parts] == [False] * (len(parts) - 1) + [True]
