"""R35: when memory runs out, pages and browsers go first; the hub lives, says so and goes on."""

from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.faults.faults import AGAIN_WITHIN_S
from tests.faults.real_hub import clients, first_success, outcome_of

LIMIT_BYTES = 512 * 1024 * 1024
DEVOUR = "const kept = []; while (true) kept.push(new Uint8Array(16e6).fill(1))"
GROUPS = Path("/sys/fs/cgroup/memory")


@contextmanager
def little_memory(pid):
    """Let a process, and whatever it starts from now on, have only so much memory."""
    group = GROUPS / f"tabwire-test-{pid}"
    try:
        group.mkdir()
        (group / "memory.limit_in_bytes").write_text(str(LIMIT_BYTES))
        (group / "cgroup.procs").write_text(str(pid))
    except OSError as error:
        pytest.skip(f"this machine lets nobody limit memory: {error}")
    try:
        yield
    finally:
        for left in (group / "cgroup.procs").read_text().split():
            (GROUPS / "cgroup.procs").write_text(left)
        group.rmdir()


async def test_r35_a_page_that_eats_all_memory_dies_before_the_hub(hub, server):
    url = server.add_html("<p>x</p>")
    async with clients(1) as (client,):
        await client.call("status")
        pid = hub.pid()
        with little_memory(pid):
            await client.call("navigate", url=url)
            outcome = await outcome_of(client, "evaluate", expression=DEVOUR)
            assert outcome in {"TAB_CRASHED", "BROWSER_DISCONNECTED", "UNKNOWN_OUTCOME"}
            await first_success(client, "navigate", AGAIN_WITHIN_S, url=url)
            assert hub.pid() == pid
