"""`tabwire native`: let browsers start the hub and join it automatically (native messaging)."""

from __future__ import annotations

import os
import sys

from tabwire.browsers.native_manifests import (
    Place,
    install,
    launcher_script,
    place_in,
    system_places,
    uninstall,
    user_places,
)
from tabwire.places import Places
from tabwire.surfaces.cli.printing import FAILED
from tabwire.surfaces.cli.programs import Parser

BROWSERS = ("chrome", "chromium", "edge", "brave")


def run(arguments: list[str]) -> int:
    """Run `tabwire native`."""
    parser = Parser(
        prog="tabwire native", description="Let browsers start the hub and join it automatically."
    )
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    for name, help in (
        ("install", "install it for your browsers, after asking"),
        ("uninstall", "remove it again"),
        ("status", "show where it is installed, and any problems"),
    ):
        action = actions.add_parser(name, help=help)
        action.add_argument("--browser", choices=BROWSERS, help="only this browser (default: all installed)")
        action.add_argument("--user-data-dir", metavar="DIR", help="a custom profile folder")
        action.add_argument(
            "--system", action="store_true", help="for all users (needs administrator rights)"
        )
        if name != "status":
            action.add_argument("--yes", action="store_true", help="do not ask")
    options = parser.parse_args(arguments)
    places = chosen_places(options.browser, options.user_data_dir, system=options.system)
    if not places:
        print("No browser profile found. Start your browser once, or pass --user-data-dir.")
        return FAILED
    if options.action == "status":
        return _status(places)
    act = install_all if options.action == "install" else _uninstall_all
    return act(places, ask=not options.yes)


def chosen_places(browser: str | None, user_data_dir: str | None, *, system: bool) -> list[Place]:
    """Return the places that the options select."""
    if user_data_dir:
        return [place_in(browser or "browser", os.path.expanduser(user_data_dir))]
    found = system_places() if system else user_places(os.path.expanduser("~"), os.environ)
    return [place for place in found if browser in (None, place.browser)]


def _status(places: list[Place]) -> int:
    for place in places:
        print(f"{place.browser:10} {place.problem() or 'installed'}   {place.path}")
    return 0 if any(not place.problem() for place in places) else FAILED


def install_all(places: list[Place], *, ask: bool) -> int:
    """Write the launcher and the manifests, after asking; print their paths."""
    launcher = launcher_path(Places())
    files = [launcher, *(place.path for place in places)]
    if ask and not agreed("These files will be written:", files):
        print("Nothing was written.")
        return FAILED
    try:
        _write_launcher(launcher)
        for place in places:
            install(place, launcher)
    except OSError as error:
        print(f"{error.filename} cannot be written: {error.strerror}", file=sys.stderr)
        return FAILED
    print("Written:", *files, sep="\n  ")
    print("The extension now finds the hub automatically. `tabwire native uninstall` undoes this.")
    return 0


def _uninstall_all(places: list[Place], *, ask: bool) -> int:
    launcher = launcher_path(Places())
    found = [path for path in (*(place.path for place in places), launcher) if os.path.exists(path)]
    if not found:
        print("Nothing is installed.")
        return 0
    if ask and not agreed("These files will be removed:", found):
        print("Nothing was removed.")
        return FAILED
    try:
        for place in places:
            uninstall(place)
        if os.path.exists(launcher):
            os.unlink(launcher)
    except OSError as error:
        print(f"{error.filename} cannot be removed: {error.strerror}", file=sys.stderr)
        return FAILED
    print("Removed:", *found, sep="\n  ")
    return 0


def launcher_path(places: Places) -> str:
    """Return the path of the program that browsers start."""
    return os.path.join(places.state, "native-host" + (".bat" if sys.platform == "win32" else ""))


def _write_launcher(path: str) -> None:
    Places().prepare()
    script = launcher_script(sys.executable, os.environ.get("TABWIRE_HOME", ""))
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o700)
    with os.fdopen(file, "w", encoding="utf-8") as out:
        out.write(script)


def agreed(question: str, files: list[str]) -> bool:
    """List the files and ask; only an explicit yes counts."""
    print(question, *files, sep="\n  ")
    if not sys.stdin.isatty():
        print("Run this in a terminal, or add --yes.", file=sys.stderr)
        return False
    return input("Continue? [y/N] ").strip().lower() in {"y", "yes"}
