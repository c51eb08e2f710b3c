"""What policy answers: a decision, and when it refuses, the reason as a kind with fields."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tabwire import commands
from tabwire.browsers.browser import Browser, BrowserTab, BrowserTabId
from tabwire.browsers.browsers import Browsers
from tabwire.browsers.extension import ExtensionBrowser
from tabwire.callers import Caller, local_user
from tabwire.engines.scripting.page import ScriptingPage
from tabwire.policy.decision import Allow, Decision, Deny, Request
from tabwire.policy.policy import Policy
from tabwire.policy.reasons import (
    HiddenCommand,
    MissingGrant,
    NotARegularFile,
    OutsideUploadFolders,
    ReadOnlyBrowser,
    SchemeNotAllowed,
    TooManyRequests,
)
from tabwire.registry import Effect, Registry
from tabwire.session.session import Session
from tabwire.session.sessions import Sessions
from tabwire.session.tab import Tab
from tabwire.settings import PolicySettings

REGISTRY = Registry(commands.topics())
USER = local_user("terminal")
KEY = Caller("agent", "key-1", effects=frozenset({Effect.READ, Effect.ACT}))


def decided(policy: Policy, caller: Caller, name: str, **params: Any) -> Decision:
    command = REGISTRY.get(name)
    return policy.decide_arguments(caller, command, command.parse(params))


def request(name: str, subject: object = None, **params: Any) -> Request:
    command = REGISTRY.get(name)
    return Request(USER, command, command.parse(params), subject)


@pytest.fixture
def sessions() -> Sessions:
    return Sessions(Browsers([]), 60)


@pytest.fixture
def users_browser() -> ExtensionBrowser:
    return ExtensionBrowser("Work", "instance", lambda: None)


def tab_in(browser: Browser, sessions: Sessions) -> Tab:
    async def ask(method: str, **params: Any) -> Any:
        raise AssertionError(method)

    session = Session(USER, sessions)
    session.browser = browser
    shown = BrowserTab(BrowserTabId("instance:1"), "https://example.com/", "", None)
    return Tab("t1", shown, ScriptingPage(1, ask), session)


def test_a_command_the_caller_was_not_given_looks_unknown() -> None:
    policy = Policy(PolicySettings())
    assert policy.decide_command(KEY, REGISTRY.get("keys_create")) == Deny(HiddenCommand("keys_create"))
    assert not policy.may_see(KEY, REGISTRY.get("keys_create"))


def test_a_missing_grant_is_named() -> None:
    decision = Policy(PolicySettings()).decide_command(KEY, REGISTRY.get("evaluate"))
    assert decision == Deny(MissingGrant("evaluate", "evaluate"))


@pytest.mark.parametrize("grants", [{"evaluate"}, {"*"}])
def test_a_grant_opens_its_command(grants: set[str]) -> None:
    caller = Caller("agent", "key-1", grants=frozenset(grants))
    assert Policy(PolicySettings()).decide_command(caller, REGISTRY.get("evaluate")) == Allow()


def test_an_address_beyond_the_web_is_refused_until_its_scheme_is_allowed() -> None:
    refused = decided(Policy(PolicySettings()), USER, "navigate", url="file:///etc/passwd")
    assert isinstance(refused, Deny)
    assert isinstance(refused.reason, SchemeNotAllowed)
    assert (refused.reason.scheme, refused.reason.error().code) == ("file", "FORBIDDEN")
    allowing = Policy(PolicySettings(allow_schemes=["file:"]))
    assert decided(allowing, USER, "navigate", url="file:///etc/passwd") == Allow()


def test_files_are_uploaded_from_the_named_folders_only(tmp_path: Path) -> None:
    outside, folder = tmp_path / "outside.txt", tmp_path / "uploads"
    folder.mkdir()
    outside.write_text("secret")
    (folder / "link.txt").symlink_to(outside)
    (folder / "mine.txt").write_text("mine")
    policy = Policy(PolicySettings(upload_folders=[str(folder)]))

    def upload(path: Path) -> Decision:
        return decided(policy, USER, "upload", target="e1", paths=[str(path)])

    assert upload(folder / "mine.txt") == Allow()
    assert upload(folder / "link.txt") == Deny(OutsideUploadFolders(folder / "link.txt", (folder,)))
    assert upload(folder / "none.txt") == Deny(NotARegularFile(folder / "none.txt"))


def test_the_rate_binds_keys_and_not_the_user() -> None:
    policy = Policy(PolicySettings(rate_limit=1, rate_window_s=60))
    assert decided(policy, KEY, "snapshot") == Allow()
    refused = decided(policy, KEY, "snapshot")
    assert isinstance(refused, Deny)
    assert isinstance(refused.reason, TooManyRequests)
    assert refused.reason.error().code == "RATE_LIMITED"
    assert [decided(policy, USER, "snapshot") for _ in range(3)] == [Allow()] * 3


async def test_a_read_only_browser_is_read_and_not_acted_in(
    sessions: Sessions, users_browser: ExtensionBrowser
) -> None:
    policy, tab = Policy(PolicySettings()), tab_in(users_browser, sessions)
    assert await policy.decide(request("click", tab, target="e1")) == Allow()
    users_browser._on_control({"level": "look"})
    assert await policy.decide(request("click", tab, target="e1")) == Deny(ReadOnlyBrowser("Work"))
    assert await policy.decide(request("snapshot", tab)) == Allow()


async def test_what_works_on_no_tab_is_not_bound_by_a_browsers_level(sessions: Sessions) -> None:
    assert await Policy(PolicySettings()).decide(request("tabs", Session(USER, sessions))) == Allow()
