"""The key store."""

from __future__ import annotations

import hmac
import os
import sqlite3
import stat
from pathlib import Path

import pytest

from tabwire.errors import Internal, InvalidParams
from tabwire.policy.keys import KeyStore
from tabwire.registry import Effect


class Clock:
    """A wall clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "keys.db"


def test_a_new_key_opens_the_store_and_others_do_not(path: Path) -> None:
    store = KeyStore(path)
    key = store.create("laptop")
    assert key.startswith("bby_")
    caller = store.caller_for(key)
    assert caller is not None
    assert (caller.name, caller.is_local) == ("laptop", False)
    for wrong in ("", "bby_", key[:-1], key + "x", key.upper(), "bby_" + "x" * 43, "ключ"):
        assert store.caller_for(wrong) is None


def test_a_key_reads_and_acts_by_default_but_never_administers(path: Path) -> None:
    store = KeyStore(path)
    caller = store.caller_for(store.create("laptop"))
    assert caller is not None
    assert caller.effects == {Effect.READ, Effect.ACT}
    assert not caller.grants


def test_a_key_keeps_what_it_was_given(path: Path) -> None:
    key = KeyStore(path).create("bot", commands=["click"], effects=["read"], grants=["evaluate"])
    caller = KeyStore(path).caller_for(key)
    assert caller is not None
    assert caller.commands == {"click"}
    assert caller.effects == {Effect.READ}
    assert caller.grants == {"evaluate"}


def test_a_revoked_key_is_void_at_once(path: Path) -> None:
    store = KeyStore(path)
    key = store.create("laptop")
    caller = store.caller_for(key)
    assert caller is not None
    assert store.is_current(caller)
    assert store.revoke("laptop")
    assert store.caller_for(key) is None
    assert not store.is_current(caller)
    assert not store.revoke("laptop")


def test_a_key_revoked_by_another_process_is_void_too(path: Path) -> None:
    store, other = KeyStore(path), KeyStore(path)
    key = store.create("laptop")
    other.revoke("laptop")
    assert store.caller_for(key) is None


def test_a_new_key_of_an_old_name_gets_another_session(path: Path) -> None:
    store = KeyStore(path)
    first = store.caller_for(store.create("laptop"))
    store.revoke("laptop")
    second = store.caller_for(store.create("laptop"))
    assert first is not None
    assert second is not None
    assert first.session != second.session
    assert not store.is_current(first)


def test_a_key_expires_by_the_wall_clock(path: Path) -> None:
    clock = Clock()
    store = KeyStore(path, clock)
    key = store.create("laptop", expires_at=clock.now + 10)
    caller = store.caller_for(key)
    assert caller is not None
    clock.now += 11
    assert store.caller_for(key) is None
    assert not store.is_current(caller)


def test_the_last_use_is_noted_at_most_once_a_minute(path: Path) -> None:
    clock = Clock()
    store = KeyStore(path, clock)
    key = store.create("laptop")
    assert store.all()[0].last_used_at is None
    first = clock.now
    for seconds, expected in ((0, first), (30, first), (40, first + 70)):
        clock.now += seconds
        store.caller_for(key)
        assert store.all()[0].last_used_at == expected
    assert KeyStore(path).all()[0].last_used_at == first + 70


def test_no_file_holds_the_key(path: Path) -> None:
    store = KeyStore(path)
    key = store.create("laptop")
    store.caller_for(key)
    secret = key.removeprefix("bby_")
    for file in path.parent.iterdir():
        content = file.read_bytes()
        assert secret.encode() not in content
        assert secret[8:].encode() not in content


@pytest.mark.parametrize("umask", [0o000, 0o022])
def test_the_files_are_private_whatever_the_umask(path: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        store = KeyStore(path)
        store.create("laptop")
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    finally:
        os.umask(before)
    assert len(modes) >= 2
    assert set(modes.values()) == {0o600}


def test_keys_are_compared_in_constant_time_known_prefix_or_not(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = KeyStore(path)
    key = store.create("laptop")
    compared: list[tuple[int, int]] = []
    really = hmac.compare_digest

    def watch(left: str, right: str) -> bool:
        compared.append((len(left), len(right)))
        return really(left, right)

    monkeypatch.setattr(hmac, "compare_digest", watch)
    store.caller_for(key[:12] + "x" * (len(key) - 12))
    store.caller_for("bby_" + "x" * 43)
    assert compared == [(64, 64), (64, 64)]


def add_a_row(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute(
            "INSERT INTO keys SELECT 99, 'evil', prefix, salt, digest, '[]', '[\"admin\"]', '[]', 0, NULL"
            " FROM keys"
        )


def widen_a_key(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute("UPDATE keys SET effects = '[\"admin\"]'")


def remove_the_seal(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute("DELETE FROM seal")


def overwrite_the_file(path: Path) -> None:
    path.write_bytes(b"this is not a database" * 400)


def lose_the_secret(path: Path) -> None:
    path.with_suffix(".secret").unlink()


@pytest.mark.parametrize(
    "tamper", [add_a_row, widen_a_key, remove_the_seal, overwrite_the_file, lose_the_secret]
)
def test_a_store_that_was_tampered_with_lets_nobody_in(
    path: Path, tamper: object, caplog: pytest.LogCaptureFixture
) -> None:
    store = KeyStore(path)
    key = store.create("laptop")
    store.close()
    assert callable(tamper)
    tamper(path)
    again = KeyStore(path)
    assert again.caller_for(key) is None
    assert "no key is valid" in caplog.text
    with pytest.raises(Internal) as caught:
        again.create("more")
    assert str(path) in caught.value.message


def test_tampering_is_noticed_while_the_hub_runs(path: Path) -> None:
    store = KeyStore(path)
    key = store.create("laptop")
    assert store.caller_for(key) is not None
    widen_a_key(path)
    assert store.caller_for(key) is None


def test_a_link_in_place_of_the_store_is_refused(path: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_bytes(b"")
    path.symlink_to(elsewhere)
    with pytest.raises(Internal):
        KeyStore(path).create("laptop")
    assert elsewhere.read_bytes() == b""


@pytest.mark.parametrize("name", ["", " ", "a b", "../x", "-x", "x" * 65, "ключ", "a\n"])
def test_a_name_is_plain(path: Path, name: str) -> None:
    with pytest.raises(InvalidParams):
        KeyStore(path).create(name)


def test_two_keys_cannot_have_one_name(path: Path) -> None:
    store = KeyStore(path)
    store.create("laptop")
    with pytest.raises(InvalidParams) as caught:
        store.create("laptop")
    assert "tabwire keys revoke laptop" in caught.value.next_step


def test_an_unknown_effect_is_named(path: Path) -> None:
    with pytest.raises(InvalidParams) as caught:
        KeyStore(path).create("laptop", effects=["fly"])
    assert "fly" in caught.value.message
    assert "read, act, admin" in caught.value.next_step
