"""`tabwire doctor`: check everything that tabwire needs, and say how to fix what is missing."""

from __future__ import annotations

import asyncio
import os
import platform
import shutil
import stat
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

from tabwire import __version__
from tabwire.browsers.executables import find_executable
from tabwire.browsers.launched import launch
from tabwire.errors import Internal, TabwireError
from tabwire.hub_socket.connect import HubUnavailable, find_hub, greeting_for
from tabwire.hub_socket.greeting import STATUS_SURFACE
from tabwire.places import Places
from tabwire.settings import Settings, load
from tabwire.surfaces.cli.extension_checks import check_extension, check_native_host
from tabwire.surfaces.cli.printing import FAILED, say
from tabwire.surfaces.cli.programs import Parser

LAUNCH_WITHIN_S = 20.0
ANSWER_WITHIN_S = 5.0
DISK_NEEDED_MB = 200


class Doctor:
    """The checks. Each returns what it found, or raises an error with a next step."""

    def __init__(self, places: Places, *, with_launch: bool) -> None:
        self._places = places
        self._with_launch = with_launch
        self._settings = Settings()
        self._http = ""

    def checks(self) -> Iterator[tuple[str, Callable[[], str]]]:
        """Return every check with its name; later checks build on earlier ones."""
        yield "Python", self.python
        yield "state folder", self.state_folder
        yield "disk", self.disk
        yield "configuration", self.configuration
        yield "hub", self.hub
        yield "HTTP", self.http
        yield "browser", self.browser
        yield "native messaging", check_native_host
        yield "extension", lambda: check_extension(self._places)
        if self._with_launch:
            yield "browser starts", self.browser_starts

    def python(self) -> str:
        """Return the version of Python and of tabwire."""
        return f"{platform.python_version()} at {sys.executable}, tabwire {__version__}"

    def state_folder(self) -> str:
        """Check that only this user can access the folder."""
        folder = self._places.state
        if not os.path.isdir(folder):
            return f"{folder} (created when the hub first starts)"
        mode = stat.S_IMODE(os.stat(folder).st_mode)
        if mode & 0o077:
            raise Internal(
                f"{folder} is accessible to other users (mode {mode:o}).", next_step=f"Run chmod 700 {folder}"
            )
        if not os.access(folder, os.W_OK):
            raise Internal(f"{folder} is not writable.", next_step="Fix its owner, or set TABWIRE_HOME.")
        self._places.prepare()
        return f"{folder} (mode {mode:o})"

    def disk(self) -> str:
        """Check that there is room for a browser profile and the log."""
        folder = self._places.state
        while not os.path.isdir(folder):
            folder = os.path.dirname(folder)
        free_mb = shutil.disk_usage(folder).free // 1_000_000
        if free_mb < DISK_NEEDED_MB:
            raise Internal(f"Only {free_mb} MB free at {folder}.", next_step="Free some disk space.")
        return f"{free_mb} MB free"

    def configuration(self) -> str:
        """Read the settings as the hub does."""
        path = Path(self._places.config_file)
        self._settings = load(path, os.environ)
        return str(path) if path.exists() else f"{path} does not exist; using defaults"

    def hub(self) -> str:
        """Check the running hub."""
        try:
            link = find_hub(self._places, greeting_for(STATUS_SURFACE))
        except HubUnavailable as error:
            raise error.to_error() from error
        if link is None:
            return "not running; starts on demand"
        link.socket.close()
        self._http = link.answer.get("http")
        notes = "".join(f" {note}" for note in link.answer.get("notes").splitlines())
        return f"tabwire {link.answer.build} on {self._http}, process {link.answer.get('pid')}.{notes}"

    def http(self) -> str:
        """Check that the hub answers over HTTP."""
        if not self._http:
            return "skipped: no hub is running"
        try:
            with urllib.request.urlopen(f"{self._http}/health", timeout=ANSWER_WITHIN_S) as answer:
                return f"{self._http}/health answers {answer.status}"
        except (urllib.error.URLError, OSError) as error:
            raise Internal(
                f"{self._http}/health does not answer: {error}.",
                next_step="Check firewall and proxy settings for 127.0.0.1, and see `tabwire hub logs`.",
            ) from error

    def browser(self) -> str:
        """Find the browser and its version."""
        if self._settings.browser.cdp_url:
            return f"attached to: {self._settings.browser.cdp_url}"
        executable = find_executable(self._settings.browser.executable)
        try:
            asked = subprocess.run(
                [executable, "--version"],
                capture_output=True,
                text=True,
                timeout=LAUNCH_WITHIN_S,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise Internal(f"{executable} does not report its version: {error}.") from error
        return f"{asked.stdout.strip() or 'unknown version'} at {executable}"

    def browser_starts(self) -> str:
        """Start a browser as the hub does, with a temporary profile, and close it again."""
        if self._settings.browser.cdp_url:
            return "skipped: browser.cdp_url names a running browser"
        began = time.monotonic()
        version = asyncio.run(self._launch())
        return f"{version} started in {time.monotonic() - began:.1f} s"

    async def _launch(self) -> str:
        wanted = self._settings.browser.model_copy(
            update={"user_data_dir": "", "start_timeout_s": LAUNCH_WITHIN_S, "headless": "yes"}
        )
        launched = await launch("doctor", wanted, self._places.profiles, os.environ)
        try:
            return launched.version
        finally:
            await launched.close()


def run(arguments: list[str]) -> int:
    """Run every check and print its result; return 1 if there is a problem."""
    parser = Parser(prog="tabwire doctor", description="Check that everything works.")
    parser.add_argument("--no-launch", action="store_true", help="do not start a browser")
    options = parser.parse_args(arguments)
    problems = 0
    for name, check in Doctor(Places(), with_launch=not options.no_launch).checks():
        try:
            say(f"ok       {name}: {check()}")
        except TabwireError as error:
            problems += 1
            say(f"PROBLEM  {name}: {error.message}\n         {error.next_step}")
    print(f"\nProblems found: {problems}." if problems else "\nEverything is in order.")
    return FAILED if problems else 0
