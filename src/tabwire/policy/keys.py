"""Keys: what programs send over HTTP. Only salted hashes are kept, under a seal.

The seal is a keyed hash over all rows; its secret lies in a file beside the database. A store whose seal
does not fit was changed by something else than tabwire, and lets nobody in.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import logging
import os
import re
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from tabwire.callers import Caller
from tabwire.errors import Internal, InvalidParams
from tabwire.names import KEY_NAME, KEY_START
from tabwire.registry import Effect

log = logging.getLogger("tabwire.keys")

PREFIX_LENGTH = 8
SECRET_BYTES = 32
DEFAULT_EFFECTS = (Effect.READ, Effect.ACT)
LAST_USE_EVERY_S = 60.0

_TABLES = """
CREATE TABLE IF NOT EXISTS keys (
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, prefix TEXT NOT NULL,
  salt TEXT NOT NULL, digest TEXT NOT NULL, commands TEXT NOT NULL, effects TEXT NOT NULL,
  grants TEXT NOT NULL, created_at REAL NOT NULL, expires_at REAL);
CREATE TABLE IF NOT EXISTS uses (key_id INTEGER PRIMARY KEY, at REAL NOT NULL);
CREATE TABLE IF NOT EXISTS seal (one INTEGER PRIMARY KEY CHECK (one = 1), digest TEXT NOT NULL);
"""


@dataclass(frozen=True)
class KeyRecord:
    """One key as the store knows it; the key itself is not in here."""

    id: int
    name: str
    prefix: str
    commands: frozenset[str]
    effects: frozenset[Effect]
    grants: frozenset[str]
    created_at: float
    expires_at: float | None
    last_used_at: float | None = None
    salt: str = field(default="", repr=False)
    digest: str = field(default="", repr=False)

    @property
    def session(self) -> str:
        """Name the working context of this key; a new key of the same name gets another one."""
        return f"key:{self.name}:{self.id}"

    def is_valid(self, now: float) -> bool:
        """Tell whether the key has not expired."""
        return self.expires_at is None or now < self.expires_at


# What an unknown key is compared with, so that it takes as long as a known one.
_NOBODY = KeyRecord(0, "", "", frozenset(), frozenset(), frozenset(), 0, 0, digest="0" * 64)


class KeyStore:
    """All keys of one hub, in one private SQLite file."""

    def __init__(self, path: str | Path, now: Callable[[], float] = time.time) -> None:
        self._path = Path(path)
        self._now = now
        self._problem = ""
        self._records: list[KeyRecord] = []
        self._version = -1
        try:
            _make_private(self._path)
            self._secret = _secret(self._path.with_suffix(".secret"))
            self._database = _open(self._path)
            self._load()
        except (OSError, sqlite3.DatabaseError, ValueError) as error:
            self._distrust(str(error))

    def create(
        self,
        name: str,
        commands: Iterable[str] = (),
        effects: Iterable[str] = (),
        grants: Iterable[str] = (),
        expires_at: float | None = None,
    ) -> str:
        """Make a key and return it; it cannot be shown again."""
        self._check_usable()
        _check_name(name, self._records)
        key = KEY_START + secrets.token_urlsafe(SECRET_BYTES)
        salt = secrets.token_hex(16)
        row = (
            name,
            _prefix(key),
            salt,
            self._digest(key, salt),
            json.dumps(sorted(commands)),
            json.dumps(sorted(_effects(effects))),
            json.dumps(sorted(grants)),
            self._now(),
            expires_at,
        )
        with self._change() as database:
            database.execute(
                "INSERT INTO keys (name, prefix, salt, digest, commands, effects, grants, created_at,"
                " expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                row,
            )
        log.info("key created", extra={"facts": {"key": name}})
        return key

    def revoke(self, name: str) -> bool:
        """Forget a key at once; tell whether there was one of that name."""
        self._check_usable()
        found = next((record for record in self._records if record.name == name), None)
        if found is None:
            return False
        with self._change() as database:
            database.execute("DELETE FROM keys WHERE id = ?", (found.id,))
            database.execute("DELETE FROM uses WHERE key_id = ?", (found.id,))
        log.info("key revoked", extra={"facts": {"key": name}})
        return True

    def all(self) -> list[KeyRecord]:
        """List every key, expired ones too."""
        self._check_usable()
        return list(self._records)

    def caller_for(self, key: str) -> Caller | None:
        """Return the caller that this key stands for, or None when it is unknown, expired or revoked."""
        self._refresh()
        if self._problem:
            return None
        record = self._find(key)
        if record is None or not record.is_valid(self._now()):
            return None
        self._note_use(record)
        return Caller(
            record.name,
            record.session,
            effects=record.effects,
            commands=record.commands,
            grants=record.grants,
        )

    def is_current(self, caller: Caller) -> bool:
        """Tell whether a caller that came in with a key could still do so."""
        self._refresh()
        now = self._now()
        return any(record.session == caller.session and record.is_valid(now) for record in self._records)

    def close(self) -> None:
        """Close the file."""
        if hasattr(self, "_database"):
            self._database.close()

    def _find(self, key: str) -> KeyRecord | None:
        prefix = _prefix(key)
        found = None
        for record in [record for record in self._records if record.prefix == prefix] or [_NOBODY]:
            if hmac.compare_digest(record.digest, self._digest(key, record.salt)):
                found = record
        return found

    def _digest(self, key: str, salt: str) -> str:
        return hmac.new(self._secret, f"{salt}:{key}".encode(), hashlib.sha256).hexdigest()

    def _refresh(self) -> None:
        """Read the rows again when somebody else has written to the file."""
        if self._problem:
            return
        try:
            if _version(self._database) != self._version:
                self._load()
        except (sqlite3.DatabaseError, ValueError) as error:
            self._distrust(str(error))

    def _load(self) -> None:
        rows, seal = _rows(self._database), _seal(self._database)
        if (rows or seal) and not hmac.compare_digest(seal.encode(), self._seal_over(rows).encode()):
            raise ValueError("its seal is broken: the file was changed by something else than tabwire")
        uses: dict[int, float] = dict(self._database.execute("SELECT key_id, at FROM uses"))
        self._records = [_record(row, uses) for row in rows]
        self._version = _version(self._database)

    def _seal_over(self, rows: list[tuple[object, ...]]) -> str:
        return hmac.new(self._secret, json.dumps(rows).encode(), hashlib.sha256).hexdigest()

    @contextmanager
    def _change(self) -> Iterator[sqlite3.Connection]:
        """Write, seal and load again, or change nothing."""
        database = self._database
        try:
            with database:
                database.execute("BEGIN IMMEDIATE")
                yield database
                seal = self._seal_over(_rows(database))
                database.execute("INSERT OR REPLACE INTO seal (one, digest) VALUES (1, ?)", (seal,))
        except sqlite3.Error as error:
            raise Internal(
                f"The key store {self._path} could not be written: {error}.",
                next_step="Check the free space and the permissions of its folder.",
            ) from error
        self._load()

    def _note_use(self, record: KeyRecord) -> None:
        now = self._now()
        if record.last_used_at is not None and abs(now - record.last_used_at) < LAST_USE_EVERY_S:
            return
        index = self._records.index(record)
        self._records[index] = replace(record, last_used_at=now)
        try:
            with self._database:
                self._database.execute(
                    "INSERT OR REPLACE INTO uses (key_id, at) VALUES (?, ?)", (record.id, now)
                )
        except sqlite3.Error as error:
            log.warning("the last use of a key was not noted", extra={"facts": {"reason": str(error)}})

    def _distrust(self, reason: str) -> None:
        self._problem = reason
        self._records = []
        log.error(
            "key store refused; no key is valid", extra={"facts": {"file": str(self._path), "reason": reason}}
        )

    def _check_usable(self) -> None:
        self._refresh()
        if self._problem:
            raise Internal(
                f"The key store {self._path} cannot be trusted, so no key is valid: {self._problem}.",
                next_step="Move the file away, restart the hub (`tabwire hub stop`) and create new keys.",
            )


def _make_private(path: Path) -> None:
    """Create the file, if need be, so that only its owner can read it whatever the umask says."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    try:
        os.fchmod(descriptor, 0o600)
    finally:
        os.close(descriptor)


def _secret(path: Path) -> bytes:
    _make_private(path)
    known = path.read_bytes()
    if not known:
        known = secrets.token_bytes(SECRET_BYTES)
        path.write_bytes(known)
    if len(known) != SECRET_BYTES:
        raise ValueError(f"{path} is damaged")
    return known


def _open(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, isolation_level=None, timeout=2)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
    database.executescript(_TABLES)
    return database


def _version(database: sqlite3.Connection) -> int:
    (version,) = database.execute("PRAGMA data_version").fetchone()
    return int(version)


def _rows(database: sqlite3.Connection) -> list[tuple[object, ...]]:
    return database.execute(
        "SELECT id, name, prefix, salt, digest, commands, effects, grants, created_at, expires_at"
        " FROM keys ORDER BY id"
    ).fetchall()


def _seal(database: sqlite3.Connection) -> str:
    found = database.execute("SELECT digest FROM seal").fetchone()
    return str(found[0]) if found else ""


def _record(row: tuple[object, ...], uses: dict[int, float]) -> KeyRecord:
    number, name, prefix, salt, digest, commands, effects, grants, created_at, expires_at = row
    return KeyRecord(
        id=int(str(number)),
        name=str(name),
        prefix=str(prefix),
        commands=frozenset(json.loads(str(commands))),
        effects=frozenset(Effect(effect) for effect in json.loads(str(effects))),
        grants=frozenset(json.loads(str(grants))),
        created_at=float(str(created_at)),
        expires_at=None if expires_at is None else float(str(expires_at)),
        last_used_at=uses.get(int(str(number))),
        salt=str(salt),
        digest=str(digest),
    )


def _prefix(key: str) -> str:
    return key.removeprefix(KEY_START)[:PREFIX_LENGTH]


def _check_name(name: str, records: list[KeyRecord]) -> None:
    if not re.fullmatch(KEY_NAME, name):
        raise InvalidParams(
            f'"{name[:80]}" cannot name a key.',
            next_step="Use up to 64 letters, digits, dots, hyphens and underscores.",
        )
    if any(record.name == name for record in records):
        raise InvalidParams(
            f'There is a key named "{name}" already.',
            next_step=f"Choose another name, or revoke it first: tabwire keys revoke {name}",
        )


def _effects(names: Iterable[str]) -> list[Effect]:
    try:
        return [Effect(name) for name in names] or list(DEFAULT_EFFECTS)
    except ValueError as error:
        raise InvalidParams(
            f"{error}.".replace("Effect", "effect"), next_step=f"Known effects: {', '.join(Effect)}."
        ) from error
