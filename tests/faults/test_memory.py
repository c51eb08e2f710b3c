"""R17, R35: pages without measure cost the hub little; when memory runs out, they die before the hub."""

from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.faults.faults import memory_mb
from tests.faults.real_hub import clients, first_success, outcome_of

LIMIT_BYTES = 512 * 1024 * 1024
DEVOUR = "const kept = []; while (true) kept.push(new Uint8Array(16e6).fill(1))"
GROUPS = Path("/sys/fs/cgroup/memory")
HUB_MAX_MB = 300
REPLY_MAX_CHARS = 200_000
# A hundred megabytes each; what is not shown costs the machine no layout.
LARGE_PAGES = {
    "text": "document.body.innerHTML = '<button>Go</button><div hidden>'"
    " + `<p>${'word '.repeat(200)}</p>`.repeat(1e5) + '</div>'; 1",
    "attributes": "document.body.innerHTML = `<button aria-label='Go ${'x'.repeat(5e7)}'>Go</button>`"
    " + `<p title='${'y'.repeat(5e7)}'>text</p>`; 1",
}


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
            await first_success(client, "navigate", url=url)
            assert hub.pid() == pid


@pytest.mark.parametrize("kind", LARGE_PAGES)
async def test_r17_a_page_of_a_hundred_megabytes_is_read_in_part(hub, server, kind):
    async with clients(1) as (client,):
        await client.call("navigate", url=server.add_html("<p>x</p>"))
        await client.call("evaluate", expression=LARGE_PAGES[kind])
        for command in ("snapshot", "text", "dom"):
            reply = await client.call(command)
            assert len(str(reply)) < REPLY_MAX_CHARS
        assert "button,Go" in str((await client.call("snapshot"))["text"])
        assert memory_mb(hub.pid()) < HUB_MAX_MB


async def test_r17_a_value_without_measure_is_refused_and_its_memory_given_back(hub, server):
    async with clients(1) as (client,):
        await client.call("navigate", url=server.add_html("<p>x</p>"))
        assert await outcome_of(client, "evaluate", expression="'x'.repeat(1e8)") == "INVALID_PARAMS"
        assert (await client.call("evaluate", expression="'x'.repeat(1e6).length"))["value"] == 1e6
        assert memory_mb(hub.pid()) < HUB_MAX_MB
