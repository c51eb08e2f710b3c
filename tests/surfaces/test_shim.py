"""`tabwire mcp`: the byte pump that agents start."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.surfaces.conftest import TABWIRE, User
from tests.waiting import keep_asking

INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "a test", "version": "1"},
    },
}
READY = {"jsonrpc": "2.0", "method": "notifications/initialized"}


class Agent:
    """An MCP client on the pipes of a `tabwire mcp` process."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self._last_id = 1

    def send(self, message: Any) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def read(self) -> Any:
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline())

    def greet(self) -> Any:
        self.send(INITIALIZE)
        answer = self.read()
        self.send(READY)
        return answer

    def call(self, tool: str, **arguments: Any) -> Any:
        self._last_id += 1
        params = {"name": tool, "arguments": arguments}
        self.send({"jsonrpc": "2.0", "id": self._last_id, "method": "tools/call", "params": params})
        return self.read()["result"]

    def hang_up(self) -> int:
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(10)

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()


StartAgent = Callable[..., Agent]


@pytest.fixture
def start() -> Iterator[StartAgent]:
    """Start agents for a user; all are ended after the test."""
    agents: list[Agent] = []

    def start(user: User, *arguments: str) -> Agent:
        agents.append(Agent(user.start("mcp", *arguments)))
        return agents[-1]

    yield start
    for agent in agents:
        agent.end()


@pytest.fixture
def agent(regular: User, start: StartAgent) -> Agent:
    return start(regular)


def test_it_starts_the_hub_and_keeps_what_was_sent_meanwhile(user: User, start: StartAgent) -> None:
    agent = start(user)
    assert agent.greet()["result"]["serverInfo"]["name"] == "tabwire"
    assert agent.hang_up() == 0


def test_an_agent_can_work_through_it(agent: Agent) -> None:
    agent.greet()
    answer = agent.call("browser_status")
    assert not answer.get("isError")
    assert "version: 0.1.0" in answer["content"][0]["text"]


def test_it_loads_nothing_but_the_standard_library(regular: User) -> None:
    program = (
        "import sys; before = set(sys.modules)\n"
        "from tabwire.__main__ import main; sys.argv = ['tabwire', 'mcp']; code = main()\n"
        "print(*sorted(set(sys.modules) - before), file=sys.stderr); sys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        input="",
        capture_output=True,
        text=True,
        env=regular.environ,
        check=True,
    )
    loaded = done.stderr.split()
    foreign = [name for name in loaded if name.split(".")[0] not in {*sys.stdlib_module_names, "tabwire"}]
    assert not foreign
    heavy = {"argparse", "asyncio", "enum", "json", "re", "socket", "subprocess", "threading", "typing"}
    assert not heavy & set(loaded)


def test_it_stays_under_twelve_megabytes(agent: Agent) -> None:
    agent.greet()
    status = Path(f"/proc/{agent.process.pid}/status").read_text()
    assert int(re.findall(r"VmHWM:\s+(\d+) kB", status)[0]) < 12_000


def test_large_messages_pass_in_both_directions_unharmed(agent: Agent) -> None:
    agent.greet()
    text = "ä€😀" * 300_000
    agent.send({"jsonrpc": "2.0", "id": 9, "method": "ping", "params": {"_meta": {"filling": text}}})
    answer = agent.read()
    assert answer["id"] == 9


def test_answers_to_the_last_requests_arrive_after_stdin_has_ended(regular: User) -> None:
    requests = "\n".join(json.dumps(message) for message in (INITIALIZE, READY)) + "\n"
    done = regular.run("mcp", input=requests)
    assert done.returncode == 0
    assert json.loads(done.stdout.splitlines()[0])["result"]["serverInfo"]["name"] == "tabwire"


def test_an_agent_goes_on_with_a_new_hub_after_the_old_one_ended(user: User, start: StartAgent) -> None:
    agent = start(user)
    agent.greet()
    first = user.discovery()["pid"]
    os.kill(first, signal.SIGKILL)
    assert agent.process.stderr is not None
    assert "the hub ended" in agent.process.stderr.readline()
    answer = agent.call("browser_status")
    assert "version: 0.1.0" in answer["content"][0]["text"]
    assert user.discovery()["pid"] != first
    assert agent.hang_up() == 0


def test_a_hub_that_ended_is_started_only_when_it_is_asked_for_something(
    user: User, start: StartAgent
) -> None:
    agent = start(user)
    agent.greet()
    stopped = user.run("hub", "stop")
    assert stopped.returncode == 0, stopped.stderr
    assert agent.process.stderr is not None
    assert "the hub ended" in agent.process.stderr.readline()
    assert user.run("hub", "status").returncode != 0
    assert agent.hang_up() == 0


def test_requests_under_way_when_the_hub_ends_are_answered(user: User, start: StartAgent) -> None:
    agent = start(user)
    agent.greet()
    watcher = start(user)
    watcher.greet()
    wait = {"name": "browser_wait_for", "arguments": {"text": "never", "timeout_s": 60}}
    agent.send({"jsonrpc": "2.0", "id": "wait-1", "method": "tools/call", "params": wait})
    keep_asking(lambda: "wait_for" in watcher.call("browser_activity")["content"][0]["text"])
    os.kill(user.discovery()["pid"], signal.SIGKILL)
    answer = agent.read()
    assert answer["id"] == "wait-1"
    assert answer["result"]["isError"]
    assert answer["result"]["content"][0]["text"].startswith(
        "UNKNOWN_OUTCOME: The hub ended before it answered"
    )
    assert not agent.call("browser_status").get("isError")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_quietly(agent: Agent, number: signal.Signals) -> None:
    agent.greet()
    agent.process.send_signal(number)
    agent.process.wait(10)
    assert agent.process.stdout is not None
    assert agent.process.stderr is not None
    assert (agent.process.stdout.read(), agent.process.stderr.read()) == ("", "")


def test_it_ends_when_its_parent_is_gone_although_stdin_stays_open(regular: User) -> None:
    read_end, write_end = os.pipe()
    os.write(write_end, json.dumps(INITIALIZE).encode() + b"\n")
    program = (
        "import subprocess, sys\n"
        f"child = subprocess.Popen([{TABWIRE!r}, 'mcp'], stdin={read_end}, stdout=subprocess.PIPE)\n"
        "assert child.stdout.readline()\n"
        "print(child.pid, flush=True)"
    )
    wrapper = subprocess.run(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE, text=True, pass_fds=[read_end], env=regular.environ, check=True,
    )  # fmt: skip
    watched = os.pidfd_open(int(wrapper.stdout))
    try:
        assert select.select([watched], [], [], 10)[0], "the orphan still runs"
    finally:
        for file in (watched, read_end, write_end):
            os.close(file)


def test_a_hub_that_cannot_start_is_explained_on_stderr(user: User) -> None:
    (user.home / "config.toml").write_text("[hub]\nlog_level = 'loud'\n")
    done = user.run("mcp", input="")
    assert done.returncode == 3
    assert "config.toml, line 2: hub.log_level" in done.stderr
    assert done.stdout == ""


def test_wrong_options_are_refused_with_the_usage(user: User) -> None:
    done = user.run("mcp", "--tool", "all")
    assert (done.returncode, done.stdout) == (2, "")
    assert "usage: tabwire mcp" in done.stderr


def test_the_tool_list_can_be_chosen(regular: User, start: StartAgent) -> None:
    agent = start(regular, "--tools", "snapshot,navigate")
    agent.greet()
    agent.send({"jsonrpc": "2.0", "id": 2, "method": "tools/list"})
    names = {tool["name"] for tool in agent.read()["result"]["tools"]}
    assert names == {"browser_snapshot", "browser_navigate"}
    agent.hang_up()
