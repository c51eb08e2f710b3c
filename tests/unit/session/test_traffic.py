"""Requests a page makes by itself are told apart from those of an action."""

import pytest

from tabwire.engines.page_events import (
    FrameId,
    Navigated,
    PageEvents,
    RequestEnded,
    RequestStarted,
    SocketReceived,
    SocketSent,
)
from tabwire.session.traffic import CHATTY_MESSAGES, Traffic


def request(number: str, url: str = "https://a.test/poll?at=1", kind: str = "Fetch") -> RequestStarted:
    return RequestStarted(number, kind, url)


@pytest.fixture
def page():
    return PageEvents()


def test_what_is_asked_between_actions_is_the_pages_own(page):
    traffic = Traffic(page)
    page.emit(request("1"))
    assert traffic.is_background(request("2", "https://a.test/poll?at=2"))
    assert not traffic.is_background(request("3", "https://a.test/save"))


def test_what_is_asked_during_an_action_is_not(page):
    traffic = Traffic(page)
    traffic.is_acting = True
    page.emit(request("1"))
    assert not traffic.is_background(request("2"))


def test_another_page_starts_with_a_clean_slate(page):
    traffic = Traffic(page)
    page.emit(request("1"))
    page.emit(Navigated(FrameId("main"), "https://b.test/", same_document=False, is_main=True))
    assert not traffic.is_background(request("2"))
    assert traffic.pending == set()


def test_what_is_under_way_is_known_until_it_ends(page):
    traffic = Traffic(page)
    page.emit(request("1", kind="Image"))
    page.emit(request("2", kind="WebSocket"))
    assert traffic.pending == {"1"}
    page.emit(RequestEnded("1"))
    assert traffic.pending == set()


def test_a_socket_that_answers_each_message_is_expected_to_go_on(page):
    traffic = Traffic(page)
    for _ in range(3 * CHATTY_MESSAGES):
        assert traffic.expects_answer("s")
        page.emit(SocketSent("s"))
        page.emit(SocketReceived("s"))


def test_a_socket_that_speaks_all_the_time_answers_nothing(page):
    traffic = Traffic(page)
    for _ in range(CHATTY_MESSAGES):
        assert traffic.expects_answer("s")
        page.emit(SocketReceived("s"))
    assert not traffic.expects_answer("s")
    assert traffic.expects_answer("another")


def test_a_socket_that_did_not_answer_once_is_not_waited_for_again(page):
    traffic = Traffic(page)
    traffic.got_no_answer("s")
    assert not traffic.expects_answer("s")
