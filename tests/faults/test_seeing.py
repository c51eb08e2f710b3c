"""What a person can see of the hub: numbers, overview, report, and bounds that hold."""

import asyncio
import subprocess
import sys
from pathlib import Path

import httpx2

from tests.faults.real_hub import clients

TABWIRE = str(Path(sys.executable).with_name("tabwire"))


async def test_metrics_count_calls_by_command_and_outcome_behind_the_guard(app, browser, page):
    await page.show("<p>x</p>")
    await browser.fails("click", target="nothing like this")
    await browser.fails("no_such_command")
    key = app._state.keys.create("metrics")
    async with httpx2.AsyncClient(base_url=app.http) as client:
        assert (await client.get("/metrics")).status_code == 401
        answer = await client.get("/metrics", headers={"authorization": f"Bearer {key}"})
    app._state.keys.revoke("metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = answer.text.splitlines()
    assert 'tabwire_calls_total{command="click",outcome="ELEMENT_NOT_FOUND"}' in answer.text
    assert 'tabwire_calls_total{command="unknown",outcome="UNKNOWN_COMMAND"}' in answer.text
    assert 'tabwire_browser_answers{browser="tabwire"} 1' in lines
    assert any(line.startswith('tabwire_call_seconds_bucket{command="navigate",le="+Inf"}') for line in lines)
    assert all(line.startswith(("#", "tabwire_")) for line in lines)


async def test_top_and_ps_show_a_running_hub(hub, server):
    async with clients(1, "seen") as (client,):
        await client.call("navigate", url=server.add_html("<p>x</p>"))
        top = await asyncio.to_thread(subprocess.run, [TABWIRE, "top"], capture_output=True, text=True)
        assert "seen-0" in top.stdout and "launched" in top.stdout and "answers" in top.stdout
        ps = await asyncio.to_thread(subprocess.run, [TABWIRE, "ps"], capture_output=True, text=True)
        assert str(hub.pid()) in ps.stdout


async def test_looking_starts_no_hub(hub):
    for program in ("top", "ps"):
        await asyncio.to_thread(subprocess.run, [TABWIRE, program], capture_output=True, check=False)
    assert hub.pid() == 0


async def test_a_report_holds_no_secret_and_no_path_of_an_address(hub, server, tmp_path):
    async with clients(1) as (client,):
        url = server.add_html("<p>x</p>")
        await client.call("navigate", url=url)
        await client.call("keys_create", name="hidden")
        with (hub.home / "hub.out").open("a") as output:
            output.write("GET https://ann:pass@example.com/secret?q=1 bby_abcdef\n")
        path = tmp_path / "report.txt"
        await asyncio.to_thread(subprocess.run, [TABWIRE, "report", "--out", str(path)], check=True)
    text = path.read_text()
    assert "== log ==" in text and '"command": "navigate"' in text
    assert "bby_" not in text and "secret" not in text and "pass@" not in text
    assert path.stat().st_mode & 0o077 == 0


async def test_a_session_with_too_many_calls_under_way_is_told_so(browser, page):
    await page.show("<p>x</p>")
    crowd = [asyncio.create_task(browser.call("wait_for", text="never", timeout_s=20)) for _ in range(200)]
    # Tasks begin in the order they were made.
    error = await asyncio.create_task(browser.fails("tabs"))
    assert error.code == "RATE_LIMITED"
    for call in crowd:
        call.cancel()
    await asyncio.gather(*crowd, return_exceptions=True)
    assert (await browser.call("evaluate", expression="1")).value == 1
