"""What happens to commands when browsers, pages and their processes fail. Numbers are those of the plan."""

import asyncio
import os
import signal
import time
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

import pytest

from tabwire.callers import local_user
from tabwire.errors import TabClosed, TabwireError
from tests.browsers import foreign_browser, kill_browser, kill_parts, own_app, processes_with
from tests.faults.faults import memory_mb, works_again
from tests.front_door import FrontDoor
from tests.page_server import be_slow
from tests.waiting import endless_script, soon

TRICKLE_EVERY_S = 0.05
# A request that must be answered first shows that the loop has begun.
SPIN = "asked = new XMLHttpRequest(); asked.open('GET', '/begun', false); asked.send(); while (true) {}"


@pytest.fixture
def shorten(app, monkeypatch):
    """Let commands give up after two seconds, so that a test need not wait for half a minute."""

    def shorten(*names):
        for name in names:
            known = app.dispatcher.registry.get(name)
            short = replace(known, declaration=replace(known.declaration, deadline_s=2.0))
            monkeypatch.setitem(app.dispatcher.registry._commands, name, short)

    return shorten


async def test_r05_a_killed_browser_fails_all_commands_and_is_started_again(home, server):
    url = server.add_html("<button onclick='fetch(\"/never\")'>Go</button>")
    async with own_app(home) as first:
        second = FrontDoor(first.app, local_user("second"))
        for door in (first, second):
            await door.call("navigate", url=url)
        waiting = [await endless_script(door, server) for door in (first, second)]
        kill_browser(home)
        results = await soon(asyncio.gather(*waiting, return_exceptions=True))
        assert [error.code for error in results] == ["BROWSER_DISCONNECTED"] * 2
        await works_again(first, "navigate", url=url)
        await works_again(second, "navigate", url=url)


async def test_r05_an_action_cut_by_the_death_of_its_browser_is_of_unknown_outcome(home, server):
    async with own_app(home) as browser:
        await browser.call("navigate", url=server.add_html("<button onclick='fetch(\"/held\")'>Go</button>"))
        with server.hold("/held") as reached:
            clicking = asyncio.create_task(browser.fails("click", target="Go", operation_id="cut"))
            await reached.wait()
            kill_browser(home)
            assert (await soon(clicking)).code == "UNKNOWN_OUTCOME"
        assert (await browser.fails("click", target="Go", operation_id="cut")).code == "UNKNOWN_OUTCOME"
        assert (await browser.call("operation", id="cut")).state == "unknown"


async def test_r06_a_crashed_page_leaves_the_other_tabs_alone(app, browser, page, server):
    await page.show("<title>one</title>")
    crashed = (await browser.call("tabs")).tabs[0].tab
    other = await browser.call("new_tab", url=server.add_html("<title>two</title>", host="localhost"))
    session = app.sessions.of(browser.caller)
    browser_tab = next(tab.browser_tab for tab in session.tabs if tab.id == crashed)
    waiting = await endless_script(browser, server, tab=crashed)
    browser_tab.page._sessions.root.start("Page.crash")
    with pytest.raises(Exception, match="crashed"):
        await soon(waiting)
    assert (await browser.call("evaluate", expression="document.title", tab=other.tab)).value == "two"
    assert (await browser.call("reload", tab=crashed)).title == "one"


async def test_r07_commands_go_on_when_gpu_and_network_processes_die(browser, page, server):
    await page.show("<title>before</title>")
    assert kill_parts("utility", of="network.mojom.NetworkService") >= 1
    kill_parts("gpu-process")
    await works_again(browser, "navigate", url=server.add_html("<title>after</title>"))
    assert (await browser.call("evaluate", expression="document.title")).value == "after"
    await works_again(browser, "screenshot")


async def test_r08_a_closed_tab_fails_what_runs_in_it(browser, page):
    await page.show("<p>x</p>")
    waiting = await endless_script(browser, page.server)
    await soon(browser.call("close_tab"))
    with pytest.raises(TabwireError) as caught:
        await soon(waiting)
    assert caught.value.code == "TAB_CLOSED"


async def test_r09_closing_the_last_tab_or_the_whole_browser_is_survived(home, server):
    async with own_app(home) as browser:
        await browser.call("navigate", url=server.add_html("<p>x</p>"))
        waiting = await endless_script(browser, server)
        await soon(browser.call("close_tab"))
        with pytest.raises(TabClosed):
            await soon(waiting)
        await works_again(browser, "navigate", url=server.add_html("<p>y</p>"))
        waiting = await endless_script(browser, server)
        await browser.call("close_browser")
        with pytest.raises(TabwireError) as caught:
            await soon(waiting)
        assert caught.value.code in {"TAB_CLOSED", "BROWSER_DISCONNECTED"}
        await works_again(browser, "navigate", url=server.add_html("<p>z</p>"))


@pytest.mark.parametrize("dialog", ["alert('Hi')", "confirm('Hi')", "prompt('Hi')"])
@pytest.mark.parametrize("tool", [("screenshot", {}), ("snapshot", {}), ("evaluate", {"expression": "1"})])
async def test_r10_no_tool_hangs_behind_a_dialog(browser, page, dialog, tool):
    await page.show(f'<button onclick="{dialog}">Ask</button>')
    assert (await soon(browser.call("click", target="Ask"), 2)).dialog.text == "Hi"
    name, params = tool
    assert (await soon(browser.fails(name, **params), 2)).code == "DIALOG_OPEN"
    await soon(browser.call("handle_dialog", accept=True))
    await soon(browser.call(name, **params))


@pytest.mark.parametrize(
    "body",
    [
        "<button onclick='while (true) {}'>Spin</button>",
        "<button onclick='new Worker(URL.createObjectURL(new Blob([\"while (true) {}\"])))'>Spin</button>",
    ],
    ids=["page", "worker"],
)
async def test_r11_an_endless_loop_ends_at_the_deadline(browser, page, shorten, body):
    await page.show(body)
    shorten("click")
    try:
        await browser.call("click", target="Spin")
    except TabwireError as error:
        assert error.code in {"PAGE_UNRESPONSIVE", "UNKNOWN_OUTCOME", "TIMEOUT"}
    await works_again(browser, "evaluate", expression="1 + 1")


async def test_r12_servers_that_never_finish_end_at_the_deadline(browser, page, server, shorten):
    await page.show("<p>start</p>")
    shorten("navigate")
    with server.hold("/black-hole-r12"):
        error = await browser.fails("navigate", url=server.url("/black-hole-r12"))
    assert error.code == "TIMEOUT"
    error = await browser.fails("navigate", url=server.add_route("/trickle-r12", trickle))
    assert error.code == "TIMEOUT"
    await works_again(browser, "navigate", url=server.add_html("<p>fine</p>"))


def trickle(request):
    """Send a page that never ends, piece by piece, until the browser hangs up."""
    request.send_response(200)
    request.send_header("Content-Type", "text/html")
    request.end_headers()
    with suppress(OSError):
        while True:
            request.wfile.write(b"<p>x</p>")
            be_slow(TRICKLE_EVERY_S)


async def test_r12_redirects_in_a_circle_end_with_a_named_failure(browser, page, server):
    def circle(request):
        request.send_response(302)
        request.send_header("Location", "/circle-r12")
        request.send_header("Content-Length", "0")
        request.end_headers()

    error = await browser.fails("navigate", url=server.add_route("/circle-r12", circle))
    assert error.code == "NAVIGATION_FAILED"
    await works_again(browser, "navigate", url=server.add_html("<p>fine</p>"))


async def open_tabs(home, count):
    """Open many blank tabs; return how long the list took at best, and how much memory they took."""
    async with own_app(home) as browser:
        await browser.call("new_tab")
        before_mb = memory_mb(os.getpid())
        session = browser.app.sessions.of(browser.caller)
        real = await session.connect()
        for _ in range(count // 50):
            await asyncio.gather(*(real.open_tab() for _ in range(50)))
        times_s = []
        for _ in range(5):
            before_s = time.monotonic()
            listed = (await browser.call("tabs")).to_text()
            times_s.append(time.monotonic() - before_s)
        assert listed.count("about:blank") >= count
        return min(times_s), memory_mb(os.getpid()) - before_mb


async def test_r16_two_hundred_tabs_are_listed_within_100_ms(home):
    took_s, took_mb = await open_tabs(home, 200)
    assert took_s <= 0.1
    assert took_mb < 50


@pytest.mark.long
async def test_r16_a_thousand_tabs_are_listed_within_a_second(home):
    took_s, took_mb = await open_tabs(home, 1000)
    assert took_s <= 1.0
    assert took_mb < 120


async def test_r17_a_flood_of_console_lines_and_elements_is_bounded(browser, page):
    await page.show("<ul id=list></ul>")
    flood = "for (let i = 0; i < 10000; i++) console.log('line ' + i + 'x'.repeat(200))"
    await browser.call("evaluate", expression=flood)
    grow = "document.getElementById('list').innerHTML = '<li><a href=#>item</a></li>'.repeat(20000); 1"
    await browser.call("evaluate", expression=grow)
    assert len(await soon(browser.text("snapshot"), 5)) < 200_000


@asynccontextmanager
async def frozen(pids):
    """Stop processes while the body runs."""
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


async def test_r18_a_frozen_browser_is_noticed_and_used_again_when_it_wakes(home, server):
    async with own_app(home) as browser:
        await browser.call("navigate", url=server.add_html("<title>kept</title>"))
        async with frozen(processes_with(f"--user-data-dir={home}")):
            error = await soon(browser.fails("evaluate", expression="1"), 10)
            assert error.code == "BROWSER_DISCONNECTED"
            assert "frozen" in error.message
            assert (await soon(browser.fails("evaluate", expression="1"), 1)).code == "BROWSER_DISCONNECTED"
            assert (await soon(browser.call("activity"), 1)).browsers[0].state == "frozen"
        assert (await works_again(browser, "evaluate", expression="document.title")).value == "kept"


class Proxy:
    """A TCP proxy that can swallow everything, or reset its connections in the middle of a frame."""

    def __init__(self, port):
        self._port = port
        self.is_silent = False
        self.cut_after = None
        self._writers = set()

    async def __aenter__(self):
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_):
        self._server.close()
        self.reset()

    def reset(self):
        for writer in self._writers:
            writer.transport.abort()

    async def _serve(self, reader, writer):
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._port)
        self._writers |= {writer, far_writer}
        await asyncio.gather(self._pump(reader, far_writer), self._pump(far_reader, writer, counted=True))

    async def _pump(self, reader, writer, counted=False):
        try:
            while data := await reader.read(65536):
                if self.is_silent:
                    continue
                if counted and self.cut_after is not None:
                    self.cut_after -= len(data)
                    if self.cut_after < 0:
                        self.reset()
                        return
                writer.write(data)
                await writer.drain()
        except OSError:
            return


async def test_r19_a_link_that_swallows_everything_is_noticed(home, server):
    with foreign_browser() as (ws, _):
        port = int(ws.split(":")[2].split("/")[0])
        async with Proxy(port) as proxy:
            address = ws.replace(f":{port}/", f":{proxy.port}/")
            async with own_app(home, TABWIRE_BROWSER_CDP_URL=address) as browser:
                await browser.call("navigate", url=server.add_html("<p>x</p>"))
                proxy.is_silent = True
                error = await browser.fails("evaluate", expression="1")
                assert error.code == "BROWSER_DISCONNECTED"
                proxy.is_silent = False
                proxy.reset()
                await works_again(browser, "navigate", url=server.add_html("<p>y</p>"))


async def test_r20_a_connection_reset_in_the_middle_of_a_large_frame_is_survived(home, server):
    with foreign_browser() as (ws, _):
        port = int(ws.split(":")[2].split("/")[0])
        async with Proxy(port) as proxy:
            address = ws.replace(f":{port}/", f":{proxy.port}/")
            async with own_app(home, TABWIRE_BROWSER_CDP_URL=address) as browser:
                await browser.call("navigate", url=server.add_html("<p>x</p>"))
                proxy.cut_after = 1_000_000
                error = await soon(browser.fails("evaluate", expression="'x'.repeat(5_000_000)"))
                assert error.code == "BROWSER_DISCONNECTED"
                proxy.cut_after = None
                await works_again(browser, "navigate", url=server.add_html("<p>y</p>"))


async def test_r31_two_agents_in_one_tab_take_turns_or_are_told(app, browser, page):
    await page.show("<input id=field>")
    mine = (await browser.call("tabs")).tabs[0].tab
    other = FrontDoor(app, local_user("r31"))
    await other.call("new_tab")
    typed = [browser.call("type", target="#field", text=f"{number};", append=True) for number in range(5)]
    codes = await asyncio.gather(*typed, *(other.fails("press", key="a", tab=mine) for _ in range(5)))
    assert {error.code for error in codes[5:]} == {"TAB_BUSY"}
    value = await browser.call("evaluate", expression="document.querySelector('#field').value")
    assert value.value == "0;1;2;3;4;"
    await app.sessions.release(other.caller)


async def test_r33_a_cancelled_command_stops_and_does_nothing_later(browser, page):
    await page.show("<input id=field>")
    slow = asyncio.create_task(browser.call("type", target="#field", text="x" * 3000, slowly=True))
    await browser.call("wait_for_script", expression="field.value.length > 9")
    slow.cancel()
    with pytest.raises(asyncio.CancelledError):
        await soon(slow, 1)
    stopped_at = (await browser.call("evaluate", expression="field.value.length")).value
    await browser.call("type", target="#field", text="y" * 50, append=True, slowly=True)
    typed = (await browser.call("evaluate", expression="field.value")).value
    assert typed == "x" * stopped_at + "y" * 50
    assert stopped_at < 3000


async def test_nothing_waits_behind_a_tab_that_is_stuck(browser, page, server):
    await page.show("<title>stuck</title>")
    stuck = (await browser.call("tabs")).tabs[0].tab
    other = await browser.call("new_tab", url=server.add_html("<title>free</title>", host="localhost"))
    begun = server.noticed("/begun")
    spinning = asyncio.create_task(browser.call("evaluate", expression=SPIN, tab=stuck))
    await soon(begun.wait())
    queued = asyncio.create_task(browser.call("evaluate", expression="1", tab=stuck))
    assert (await soon(browser.call("evaluate", expression="document.title", tab=other.tab))).value == "free"
    assert (await soon(browser.call("tabs"))).tabs
    assert (await soon(browser.call("status"))).running == 2
    await soon(browser.call("close_tab", tab=stuck))
    codes = [error.code for error in await soon(asyncio.gather(spinning, queued, return_exceptions=True))]
    assert codes == ["TAB_CLOSED", "TAB_CLOSED"]
