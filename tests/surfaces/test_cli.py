"""The command line, as people and scripts use it."""

from __future__ import annotations

import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.page_server import PageServer
from tests.surfaces.conftest import TABWIRE, User
from tests.waiting import keep_asking

from tabwire.hub_socket.connect import find_hub, greeting_for
from tabwire.hub_socket.greeting import STATUS_SURFACE
from tabwire.places import Places
from tabwire.surfaces.cli.table import load_table, title

NEVER = "new Promise(() => {})"


def at_terminal(user: User, *arguments: str) -> tuple[int, str]:
    """Run `tabwire` on a terminal of its own; return its exit code and everything that appeared."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [TABWIRE, *arguments], env=user.environ, stdin=theirs, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    shown = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:
            break
        shown += part
    os.close(ours)
    return process.wait(10), shown.decode().replace("\r\n", "\n")


def running_commands(user: User) -> int:
    """Ask the hub how many commands are under way."""
    link = find_hub(Places({"TABWIRE_HOME": str(user.home)}), greeting_for(STATUS_SURFACE))
    assert link is not None
    link.socket.close()
    return int(link.answer.get("running"))


def test_alone_it_shows_how_to_begin(user: User) -> None:
    assert "tabwire navigate" in user.says()


def test_help_lists_every_command_with_one_line(user: User) -> None:
    said = user.says("--help")
    for entry in load_table().values():
        assert re.search(rf"^  {title(entry)}  +{re.escape(entry['summary'][:40])}", said, re.MULTILINE)
    assert max(map(len, said.splitlines())) <= 100


@pytest.mark.parametrize("name", load_table())
def test_every_command_explains_itself(user: User, name: str) -> None:
    said = user.says(name, "--help")
    assert said.startswith("usage: tabwire ")
    assert "--json" in said


def test_the_version_is_told(user: User) -> None:
    assert user.says("--version") == "tabwire 0.1.0\n"


def test_an_unknown_command_names_the_near_ones(user: User) -> None:
    done = user.run("navigat", "example.com")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith('UNKNOWN_COMMAND: There is no command "navigat". Did you mean navigate?')
    assert not (user.home / "hub.sock").exists(), "a typing mistake must not start a hub"


def test_a_page_is_opened_read_and_left(regular: User, server: PageServer) -> None:
    url = server.add_html("<title>Shop</title><h1>Welcome</h1><button>Buy</button>")
    assert "title: Shop" in regular.says("navigate", url)
    assert re.search(r"e\d+,button,Buy", regular.says("snapshot"))
    assert regular.says("evaluate", "document.title") == "Shop\n"


def test_json_is_for_machines(regular: User, server: PageServer) -> None:
    url = server.add_html("<title>Für alle</title>")
    assert json.loads(regular.says("navigate", url, "--json"))["title"] == "Für alle"
    done = regular.run("switch-tab", "t99", "--json")
    assert json.loads(done.stderr)["error"]["code"] == "NO_TAB"
    assert (done.returncode, done.stdout) == (1, "")


def test_dashes_and_underscores_name_the_same_command(regular: User) -> None:
    for name in ("new-tab", "new_tab", "browser_new_tab"):
        assert json.loads(regular.says(name, "about:blank", "--json"))["url"] == "about:blank"


def test_options_may_stand_before_or_after(regular: User, server: PageServer, tmp_path: Path) -> None:
    regular.says("navigate", server.add_html("<h1>Picture</h1>"))
    picture = tmp_path / "a"
    regular.says("screenshot", "--format", "png", "--out", str(picture), "html")
    assert picture.read_bytes().startswith(b"\x89PNG")
    regular.says("screenshot", "html", "--no-full-page", f"--out={picture}")
    assert picture.read_bytes().startswith(b"\xff\xd8\xff")


def test_a_picture_is_what_its_file_is_called(regular: User, tmp_path: Path) -> None:
    picture = tmp_path / "a.PNG"
    regular.says("screenshot", "--out", str(picture))
    assert picture.read_bytes().startswith(b"\x89PNG")
    regular.says("screenshot", "--out", str(picture), "--format", "jpeg")
    assert picture.read_bytes().startswith(b"\xff\xd8\xff")
    regular.says("call", "screenshot", "--out", str(picture))
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_pictures_become_files_next_to_the_user(regular: User, tmp_path: Path) -> None:
    said = regular.run("screenshot", cwd=tmp_path).stdout
    files = list(tmp_path.iterdir())
    assert [re.sub(r"\d", "0", file.name) for file in files] == ["tabwire-screenshot-00000000-000000.jpg"]
    assert f"Saved to {files[0]}" in said
    assert files[0].read_bytes().startswith(b"\xff\xd8\xff")


def test_a_failure_says_what_and_what_next(regular: User) -> None:
    done = regular.run("switch-tab", "t99")
    assert (done.returncode, done.stdout) == (1, "")
    first, second = done.stderr.splitlines()[:2]
    assert first.startswith("NO_TAB: ")
    assert "tabs" in second


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["navigate"], "url is missing"),
        (["navigate", "a", "b"], "unexpected argument: b"),
        (["screenshot", "--format", "gif"], 'format must be one of jpeg, png, webp, not "gif"'),
        (["scroll", 'text "9am"'], "; pass an element with --target"),
        (["snapshot", "--max-tokens", "many"], 'max_tokens must be a number, not "many"'),
    ],
)
def test_wrong_usage_is_refused_without_asking_the_hub(
    user: User, arguments: list[str], complaint: str
) -> None:
    done = user.run(*arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("INVALID_PARAMS: tabwire ")
    assert complaint in done.stderr
    assert "usage: tabwire" in done.stderr


def test_what_only_the_hub_can_refuse_is_wrong_usage_too(regular: User) -> None:
    done = regular.run("snapshot", "--max-tokens", "1")
    assert done.returncode == 2
    assert done.stderr.startswith("INVALID_PARAMS: snapshot: ")


def test_page_text_cannot_steer_the_terminal(regular: User) -> None:
    script = r"'\x1b[31mred\x1b[0m \x1b]0;title\x07\x9b2Jbell\x07 ok\ttab'"
    code, shown = at_terminal(regular, "evaluate", script)
    assert (code, shown) == (0, "red 2Jbell ok\ttab\n")
    assert regular.says("evaluate", script).startswith("\x1b[31mred"), "programs get the bytes as they are"


def test_a_long_command_shows_its_time_and_leaves_no_trace(regular: User) -> None:
    code, shown = at_terminal(
        regular, "evaluate", "new Promise(done => setTimeout(() => done('done'), 3000))"
    )
    assert code == 0
    assert re.search(r"evaluate: \d s of at most", shown)
    assert shown.endswith("\r\x1b[Kdone\n")


def test_interrupting_cancels_the_command_in_the_hub(regular: User) -> None:
    process = regular.start("evaluate", NEVER)
    keep_asking(lambda: running_commands(regular))
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=10)
    assert (process.returncode, out, err) == (130, "", "")
    keep_asking(lambda: not running_commands(regular))
    assert regular.says("evaluate", "1 + 1") == "2\n"


def test_sessions_keep_their_tabs_apart(regular: User, server: PageServer) -> None:
    regular.says("navigate", server.add_html("<title>One</title>"), "--session", "one")
    regular.says("navigate", server.add_html("<title>Two</title>"), "--session", "two")
    assert regular.says("evaluate", "document.title", "--session", "one") == "One\n"
    assert regular.says("evaluate", "document.title", "--session", "two") == "Two\n"


def test_a_reader_who_has_seen_enough_is_no_error(user: User) -> None:
    done = subprocess.run(
        f"{TABWIRE} --help | head -1",
        shell=True,
        capture_output=True,
        text=True,
        env=user.environ,
        check=True,
    )
    assert (done.stdout.count("\n"), done.stderr) == (1, "")


def test_a_reader_who_has_seen_enough_of_a_result_is_no_error(regular: User) -> None:
    with regular.start("evaluate", "'x'.repeat(1_000_000)") as process:
        assert process.stdout is not None and process.stderr is not None
        assert process.stdout.read(1) == "x"
        process.stdout.close()
        assert (process.stderr.read(), process.wait(10)) == ("", 0)


def test_a_command_loads_nothing_heavy(regular: User) -> None:
    program = (
        "import sys; from tabwire.__main__ import main; sys.argv = ['tabwire', 'status']; code = main()\n"
        "print(*sys.modules, file=sys.stderr); sys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=regular.environ, check=True
    )
    assert not {"pydantic", "asyncio", "mcp", "starlette", "tabwire.registry"} & set(done.stderr.split())


def test_keys_are_made_listed_and_revoked(regular: User) -> None:
    assert regular.says("keys", "create", "bot", "--grant", "evaluate", "--expires", "30d").startswith("bby_")
    row = json.loads(regular.says("keys", "list", "--json"))["keys"][0]
    assert (row["name"], row["grants"]) == ("bot", ["evaluate"])
    assert "bot" in regular.says("keys", "revoke", "bot")
    assert regular.run("keys", "revoke", "bot").returncode == 2


def test_the_hub_is_started_looked_at_and_stopped(user: User) -> None:
    assert user.run("hub", "status").returncode == 1
    started = user.says("hub", "start")
    assert re.search(r"tabwire hub 0\.1\.0 on http://127\.0\.0\.1:\d+, process \d+", started)
    assert "0 clients, 0 running commands" in user.says("hub", "status")
    assert '"event": "hub ready"' in user.says("hub", "logs")
    assert user.says("hub", "stop") == "The hub has stopped.\n"
    assert user.says("hub", "stop") == "No hub is running.\n"
    assert '"event": "hub ended"' in user.says("hub", "logs", "-n", "3")


def test_following_the_log_shows_what_is_added(user: User) -> None:
    user.says("hub", "start")
    following = user.start("hub", "logs", "--follow", "-n", "1")
    assert following.stdout is not None
    assert '"event"' in following.stdout.readline()
    user.says("status")
    assert any('"command": "status"' in line for line in iter(following.stdout.readline, ""))
    following.send_signal(signal.SIGINT)
    following.communicate(timeout=10)
    assert following.returncode == 130


def test_the_doctor_finds_a_sound_machine_in_order(regular: User) -> None:
    said = regular.run("doctor").stdout
    for name in ("Python", "state folder", "disk", "configuration", "hub", "HTTP", "browser"):
        assert f"ok       {name}: " in said
    assert "ok       browser starts: Chrome/" in said


def test_the_doctor_names_problems_and_remedies(user: User) -> None:
    (user.home / "config.toml").write_text("[browser]\nexecutable = '/no/such/chrome'\n")
    user.home.chmod(0o755)
    done = user.run("doctor", "--no-launch")
    assert done.returncode == 1
    assert f"PROBLEM  state folder: {user.home} is accessible to other users (mode 755)." in done.stdout
    assert f"chmod 700 {user.home}" in done.stdout
    assert "PROBLEM  browser: /no/such/chrome does not exist" in done.stdout


def test_the_configuration_is_written_once_and_shown_with_its_sources(user: User) -> None:
    path = user.says("config", "path").strip()
    assert path == str(user.home / "config.toml")
    user.says("config", "init")
    assert "# port = 7890" in Path(path).read_text()
    assert user.run("config", "init").returncode == 1
    Path(path).write_text("[hub]\nidle_exit_s = 60\n")
    rows = dict(re.findall(r"^(\S+) = .*?# (.*)$", user.says("config", "show"), re.MULTILINE))
    assert rows["hub.idle_exit_s"] == "file"
    assert rows["browser.headless"] == "environment variable TABWIRE_BROWSER_HEADLESS"
    assert rows["policy.rate_limit"] == "default"


def test_a_written_configuration_means_the_defaults_until_it_is_changed(user: User) -> None:
    user.says("config", "init")
    path = user.home / "config.toml"
    path.write_text(re.sub(r"^# (\w+ = )", r"\1", path.read_text(), flags=re.MULTILINE))
    assert user.run("config", "show").returncode == 0


def test_agents_get_configuration_with_an_absolute_command(user: User) -> None:
    for client, key in [("claude-desktop", "mcpServers"), ("cursor", "mcpServers"), ("vscode", "servers")]:
        pasted = json.loads(user.says("mcp-config", client).split("\n", 1)[1])
        server = pasted[key]["tabwire"]
        assert server["command"] == TABWIRE
        assert server["args"] == ["mcp"]
    assert "claude mcp add tabwire --scope user" in user.says("mcp-config", "claude-code")
    assert user.says("mcp-config").count(TABWIRE) == 5


def test_a_hub_that_cannot_start_has_its_own_exit_code(user: User) -> None:
    (user.home / "config.toml").write_text("[hub]\nlog_level = 'loud'\n")
    done = user.run("status")
    assert done.returncode == 3
    assert "config.toml, line 2: hub.log_level" in done.stderr


def test_any_command_can_be_called_with_json(regular: User) -> None:
    assert (
        json.loads(regular.says("call", "new-tab", '{"url": "about:blank"}', "--json"))["url"]
        == "about:blank"
    )
    assert "version: 0.1.0" in regular.says("call", "status")
    assert regular.run("call", "no_such_command").stderr.startswith("UNKNOWN_COMMAND: ")
    assert regular.run("call", "status", "[1]").returncode == 2
    assert regular.run("call", "status", "{").returncode == 2


def test_the_demonstration_names_commands_that_work_beside_it(user: User) -> None:
    process = user.start("demo")
    assert process.stdout is not None
    shown = iter(process.stdout.readline, "")
    assert any("in another terminal" in line for line in shown)
    program, command, address = next(line for line in shown if line.strip()).split()
    assert os.path.samefile(shutil.which(program) or "", TABWIRE)
    assert "Welcome to tabwire" in user.says(command, address)
    assert address in user.says("snapshot")
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=15)
    assert process.returncode == 0
    assert user.says("hub", "stop") == "No hub is running.\n"


def test_a_target_that_is_not_there_shows_what_comes_close(regular: User, server: PageServer) -> None:
    regular.says("navigate", server.add_html("<button>Say hello</button>"))
    close = regular.run("click", "Say hallo").stderr
    assert "Try one of `closest`" in close and "e1 button Say hello" in close
    regular.says("navigate", "about:blank")
    assert regular.run("click", "Say hallo").stderr.endswith(
        "\nUse `find` or `snapshot` to see what is there.\n"
    )
