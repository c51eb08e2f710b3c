"""The journal's file: SQLite in WAL mode behind one writer thread, so that the hub never waits for a disk.

Requests that arrive while the thread writes are batched into its next transaction. See
docs/decisions/0005-journal.md for the choice of durability.
"""

from __future__ import annotations

import asyncio
import logging
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from tabwire.errors import Internal

log = logging.getLogger("tabwire.journal")

KEPT_S = 24 * 3600.0
KEPT_ROWS = 20_000
TIDY_EVERY = 1000
BATCH_MAX = 64

_TABLE = """
CREATE TABLE IF NOT EXISTS operations (
  owner TEXT NOT NULL, id TEXT NOT NULL, command TEXT NOT NULL, digest TEXT NOT NULL, life TEXT NOT NULL,
  started_at REAL NOT NULL, ended_at REAL, outcome TEXT, PRIMARY KEY (owner, id)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS by_age ON operations (started_at);
"""
_COLUMNS = "owner, id, command, digest, life, started_at, ended_at, outcome"

Work: TypeAlias = Callable[[sqlite3.Connection], Any]  # each job returns what its caller expects


@dataclass(frozen=True)
class Row:
    """One operation as it is stored; `outcome` is JSON once it ended."""

    owner: str
    id: str
    command: str
    digest: str
    life: str
    started_at: float = 0
    ended_at: float | None = None
    outcome: str | None = None


@dataclass(frozen=True)
class _Job:
    work: Work
    report: Callable[[object, BaseException | None], None]


class JournalFile:
    """Own the thread and the file. The file is opened by the first job."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    async def begin(self, row: Row) -> Row | None:
        """Record the start of an operation, or return the row of an earlier run if there is one."""

        def work(database: sqlite3.Connection) -> Row | None:
            known = _find(database, row.owner, row.id)
            if known is None:
                database.execute(
                    f"INSERT INTO operations ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, NULL, NULL)",  # noqa: S608
                    (row.owner, row.id, row.command, row.digest, row.life, time.time()),
                )
            return known

        found: Row | None = await self._ask(work)
        return found

    async def end(self, owner: str, operation_id: str, outcome: str) -> None:
        """Record the outcome of an operation."""
        await self._ask(lambda database: _end(database, owner, operation_id, outcome))

    def end_later(self, owner: str, operation_id: str, outcome: str) -> None:
        """Record the outcome of an operation, without waiting for the write."""
        self._put(_Job(lambda database: _end(database, owner, operation_id, outcome), _log_failure))

    def delete_later(self, owner: str, operation_id: str) -> None:
        """Delete an operation that did not start, without waiting for the write."""
        self._put(_Job(lambda database: _delete(database, owner, operation_id), _log_failure))

    async def read(self, owner: str, operation_id: str) -> Row | None:
        """Return the row of an operation."""
        found: Row | None = await self._ask(lambda database: _find(database, owner, operation_id))
        return found

    def close(self) -> None:
        """Write pending rows and end the thread."""
        if self._thread is not None:
            self._jobs.put(None)
            self._thread.join()
            self._thread = None

    async def _ask(self, work: Work) -> Any:
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[object] = loop.create_future()

        def settle(result: object, error: BaseException | None) -> None:
            if answer.done():
                return
            if error is None:
                answer.set_result(result)
            else:
                answer.set_exception(error)

        def report(result: object, error: BaseException | None) -> None:
            loop.call_soon_threadsafe(settle, result, error)

        self._put(_Job(work, report))
        try:
            return await answer
        except (sqlite3.Error, OSError) as error:
            raise Internal(
                f"Cannot use the journal {self._path}: {error}.",
                next_step="Check the disk. Without operation_id the command runs, but a repeat acts again.",
            ) from error

    def _put(self, job: _Job) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, daemon=True, name="journal")
            self._thread.start()
        self._jobs.put(job)

    def _work(self) -> None:
        """Run jobs in batches, each batch in one transaction, until `close`."""
        database: sqlite3.Connection | None = None
        since_tidy = TIDY_EVERY
        while jobs := self._next_batch():
            try:
                database = database or _open(self._path)
                since_tidy += len(jobs)
                if since_tidy >= TIDY_EVERY:
                    since_tidy = 0
                    _tidy(database)
                _do(database, jobs)
            except (sqlite3.Error, OSError) as error:
                if database is not None and database.in_transaction:
                    database.rollback()
                for job in jobs:
                    job.report(None, error)
        if database is not None:
            database.close()

    def _next_batch(self) -> list[_Job]:
        """Wait for a job and return it with those queued behind it; return none after `close`."""
        jobs: list[_Job] = []
        job = self._jobs.get()
        while job is not None:
            jobs.append(job)
            if len(jobs) == BATCH_MAX or self._jobs.empty():
                return jobs
            job = self._jobs.get()
        if jobs:
            self._jobs.put(None)
        return jobs


def _do(database: sqlite3.Connection, jobs: list[_Job]) -> None:
    database.execute("BEGIN IMMEDIATE")
    results = [job.work(database) for job in jobs]
    database.commit()
    for job, result in zip(jobs, results, strict=True):
        job.report(result, None)


def _open(path: str) -> sqlite3.Connection:
    """Open the file; a damaged one is moved away, so that the hub can start."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600))
    try:
        return _prepared(path)
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError as error:
        broken = f"{path}.broken-{int(time.time())}"
        log.error("journal damaged; starting a new one", extra={"facts": {"reason": str(error)}})
        os.replace(path, broken)
        return _prepared(path)


def _prepared(path: str) -> sqlite3.Connection:
    database = sqlite3.connect(path, isolation_level=None, timeout=2)
    database.execute("PRAGMA journal_mode = WAL")
    # A killed hub loses nothing, for the kernel has the data. Only a power cut may lose the last rows.
    database.execute("PRAGMA synchronous = NORMAL")
    database.executescript(_TABLE)
    return database


def _find(database: sqlite3.Connection, owner: str, operation_id: str) -> Row | None:
    found = database.execute(
        f"SELECT {_COLUMNS} FROM operations WHERE owner = ? AND id = ?",  # noqa: S608
        (owner, operation_id),
    ).fetchone()
    return Row(*found) if found else None


def _end(database: sqlite3.Connection, owner: str, operation_id: str, outcome: str) -> None:
    database.execute(
        "UPDATE operations SET ended_at = ?, outcome = ? WHERE owner = ? AND id = ?",
        (time.time(), outcome, owner, operation_id),
    )


def _delete(database: sqlite3.Connection, owner: str, operation_id: str) -> None:
    database.execute(
        "DELETE FROM operations WHERE owner = ? AND id = ? AND outcome IS NULL", (owner, operation_id)
    )


def _tidy(database: sqlite3.Connection) -> None:
    """Delete old rows, and the oldest if there are too many."""
    database.execute("DELETE FROM operations WHERE started_at < ?", (time.time() - KEPT_S,))
    database.execute(
        "DELETE FROM operations WHERE started_at < (SELECT started_at FROM operations"
        " ORDER BY started_at DESC LIMIT 1 OFFSET ?)",
        (KEPT_ROWS,),
    )


def _log_failure(result: object, error: BaseException | None) -> None:
    if error is not None:
        log.warning("could not record the end of an operation", extra={"facts": {"reason": str(error)}})
