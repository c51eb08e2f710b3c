"""A browser that we start ourselves, on a DevTools pipe: no open port, no orphan when the hub dies."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Mapping
from contextlib import suppress

from tabwire.browsers.devtools import DevToolsBrowser
from tabwire.browsers.executables import find_executable
from tabwire.browsers.process import BrowserProcess, spawn
from tabwire.browsers.profile_folders import TemporaryProfile, holder_of, remove_stale
from tabwire.browsers.profiles import Profiles
from tabwire.browsers.source import OWN_BROWSER, Source, Start, Wanted
from tabwire.errors import NoBrowser, TabwireError
from tabwire.links.link import Link
from tabwire.links.pipe import PipeLink
from tabwire.settings import BrowserSettings

# The browser of a profile that works in a temporary copy of it is named after both.
COPY = "+copy"
QUIT_WITHIN_S = 5
PROFILE_IN_USE = 21
FEATURES_LEFT_OUT = (
    # Pages of the address bar's own, loaded ahead of use: another process that works at every navigation.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    # Pages that are left would be kept as they are, and each page of a site drawn by a frame of its own: a
    # quarter of the time of a navigation. Who goes back sees the page as it is now, not as it was then.
    "BackForwardCache",
    "RenderDocument",
)
SWITCHES = (
    "--remote-debugging-pipe",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-search-engine-choice-screen",
    "--hide-crash-restore-bubble",
    "--password-store=basic",
    "--use-mock-keychain",
    # Nobody may be there to answer; a site that the profile's user allowed something keeps it.
    "--deny-permission-prompts",
    # A page behind another window or tab must run at full speed while an agent works in it.
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    f"--disable-features={','.join(FEATURES_LEFT_OUT)}",
    # Having read a long page once, V8 would compile the page agent for speed at once on every later page,
    # before it knows what to compile for: snapshots of short pages took up to three times as long.
    "--js-flags=--no-profile-guided-optimization",
)


class LaunchedSource(Source):
    """Browsers that the hub starts: one of its own in a temporary profile, and one for each named profile."""

    def __init__(
        self,
        settings: BrowserSettings,
        profiles: Profiles,
        temporary_profiles: str,
        downloads: str,
        environ: Mapping[str, str],
    ) -> None:
        self._settings = settings
        self._profiles = profiles
        self._temporary_profiles = temporary_profiles
        self._downloads = downloads
        self._environ = environ

    async def find(self, wanted: Wanted) -> Start | None:
        """Return how to start the hub's own browser, or the one of a profile or of a copy of it."""
        name = wanted.name
        if name == OWN_BROWSER or name.removesuffix(COPY) in self._profiles.all():
            return Start(name, lambda: self._launch(name))
        return None

    async def _launch(self, name: str) -> LaunchedBrowser:
        settings = self._settings
        if name != OWN_BROWSER:
            settings = self._profiles.settings_of(name.removesuffix(COPY), settings)
        browser = await launch(
            name, settings, self._temporary_profiles, self._environ, in_copy=name.endswith(COPY)
        )
        await browser.follow_downloads(self._downloads)
        return browser

    def sweep(self) -> int:
        """Delete the temporary profiles that a killed hub left behind."""
        return remove_stale(self._temporary_profiles)


class LaunchedBrowser(DevToolsBrowser):
    """A browser with the process and the profile it runs in."""

    def __init__(
        self, name: str, link: Link, process: BrowserProcess, profile: TemporaryProfile | None
    ) -> None:
        super().__init__(name, "launched", link, attach_all=True)
        self.pid = process.pid
        self._process = process
        self._profile = profile

    async def close(self) -> None:
        """End the browser, by force if it does not end when asked; remove the profile if it was ours."""
        try:
            if not self.is_gone:
                with suppress(TabwireError, TimeoutError):
                    async with asyncio.timeout(QUIT_WITHIN_S):
                        await self._connection.browser.call("Browser.close")
            await super().close()
            await self._process.wait(QUIT_WITHIN_S)
        finally:
            self._process.kill()
            await self._process.wait(QUIT_WITHIN_S)
            if self._profile is not None:
                await asyncio.to_thread(self._profile.remove)


async def launch(
    name: str,
    settings: BrowserSettings,
    profiles: str,
    environ: Mapping[str, str],
    *,
    in_copy: bool = False,
) -> LaunchedBrowser:
    """Start a browser and wait until it answers; when it does not, show its own message.

    With `in_copy` it works in a temporary copy of its profile, which another program may have open.
    """
    executable = find_executable(settings.executable)
    own = os.path.expanduser(settings.user_data_dir)
    profile = None if own and not in_copy else TemporaryProfile.make(profiles)
    folder = profile.path if profile else own
    if settings.timezone:
        environ = {**environ, "TZ": settings.timezone}
    try:
        if profile and own:
            await asyncio.to_thread(profile.fill_from, own)
        os.makedirs(folder, mode=0o700, exist_ok=True)
        arguments = [executable, *_switches(settings, folder, environ)]
        process, read_fd, write_fd = spawn(arguments, environ, os.path.join(folder, "tabwire-browser.log"))
    except OSError as error:
        if profile:
            profile.remove()
        raise NoBrowser(
            f"{executable} cannot be started: {error.strerror} ({error.filename}).",
            next_step="Check browser.executable and the disk; `tabwire doctor` checks both.",
        ) from error
    browser = LaunchedBrowser(name, await PipeLink.open(read_fd, write_fd), process, profile)
    try:
        async with asyncio.timeout(settings.start_timeout_s):
            await browser.start()
    except (TabwireError, TimeoutError) as error:
        failure = await _start_failure(executable, folder, process, settings)
        await browser.close()
        raise failure from error
    except BaseException:
        await browser.close()
        raise
    return browser


async def _start_failure(
    executable: str, folder: str, process: BrowserProcess, settings: BrowserSettings
) -> NoBrowser:
    """Say why the browser did not start, in its own words where it left any."""
    ended = await process.wait(1)
    if ended and process.exited.result() == PROFILE_IN_USE:
        return NoBrowser(
            f"The profile {folder} is open in another browser: {holder_of(folder)}.",
            next_step="Close that browser; or work in a temporary copy: `launch_browser` with as_copy=true.",
        )
    how = (
        f"ended with status {process.exited.result()}"
        if ended
        else (f"did not answer within {settings.start_timeout_s:g} s")
    )
    said = process.message()
    return NoBrowser(
        f"{executable} {how}." + (f" It said: {said[-1500:]}" if said else ""),
        next_step="`tabwire doctor` checks the browser step by step.",
        browser_output=said,
    )


def _switches(settings: BrowserSettings, folder: str, environ: Mapping[str, str]) -> list[str]:
    width, height = settings.window.split("x")
    switches = [*SWITCHES, f"--user-data-dir={folder}", f"--window-size={width},{height}"]
    if settings.proxy:
        switches.append(f"--proxy-server={settings.proxy}")
    if settings.language:
        switches += [f"--lang={settings.language}", f"--accept-lang={settings.language}"]
    if is_headless(settings, environ):
        # Without a size of its own the screen is smaller than the window, and sites go by it.
        switches += ["--headless=new", "--disable-gpu", f"--screen-info={{{width}x{height}}}"]
        # Nobody sees tabs and toolbars, but Chrome draws them anew at every navigation.
        switches.append("--start-fullscreen")
    if os.geteuid() == 0:
        # Chrome's sandbox does not work for root; everyone else keeps it.
        switches.append("--no-sandbox")
    return [*switches, *settings.args, "about:blank"]


def is_headless(settings: BrowserSettings, environ: Mapping[str, str]) -> bool:
    """Tell whether the browser is to run without a window."""
    if settings.headless != "auto":
        return settings.headless == "yes"
    return sys.platform == "linux" and not (environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))
