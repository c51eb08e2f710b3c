"""A private hub with a real browser behind it, reached as users reach it: by the `tabwire` program."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

TABWIRE = str(Path(sys.executable).with_name("tabwire"))


@dataclass(frozen=True)
class User:
    """Somebody with a state folder of their own, at the command line."""

    home: Path
    extra: dict[str, str] = field(default_factory=dict)

    @property
    def environ(self) -> dict[str, str]:
        """Return the environment of this user's programs."""
        ours = {"TABWIRE_HOME": str(self.home), "TABWIRE_HTTP_PORT": "0", "TABWIRE_BROWSER_HEADLESS": "yes"}
        return {**os.environ, "COLUMNS": "100", **ours, **self.extra}

    def run(self, *arguments: str, **more: Any) -> subprocess.CompletedProcess[str]:
        """Run `tabwire` to its end."""
        options = {"capture_output": True, "text": True, "timeout": 60, "env": self.environ, **more}
        return subprocess.run([TABWIRE, *arguments], check=False, **options)

    def says(self, *arguments: str) -> str:
        """Run `tabwire`, which must succeed, and return what it printed."""
        done = self.run(*arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def start(self, *arguments: str, **more: Any) -> subprocess.Popen[str]:
        """Start `tabwire` with pipes to it."""
        options = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
        return subprocess.Popen([TABWIRE, *arguments], text=True, env=self.environ, **options)

    def discovery(self) -> Any:
        """Return what the discovery file says."""
        return json.loads((self.home / "hub.json").read_text())


@pytest.fixture
def new_user(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], User]]:
    """Return a maker of users; their hubs are stopped after the test."""
    users: list[User] = []

    def make() -> User:
        users.append(User(tmp_path_factory.mktemp("u")))
        return users[-1]

    yield make
    for user in users:
        user.run("hub", "stop")


@pytest.fixture
def user(new_user: Callable[[], User]) -> User:
    """Return a user without a hub yet."""
    return new_user()


@pytest.fixture(scope="module")
def regular(tmp_path_factory: pytest.TempPathFactory) -> Iterator[User]:
    """Return a user whose hub runs through all tests of a file."""
    user = User(tmp_path_factory.mktemp("r"))
    user.says("hub", "start")
    yield user
    user.run("hub", "stop")
