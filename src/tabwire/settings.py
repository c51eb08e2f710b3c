"""Settings: `config.toml` and the environment become one frozen object at start-up.

Every setting `section.name` can also be given as the environment variable `TABWIRE_SECTION_NAME`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tabwire.errors import InvalidParams
from tabwire.names import DEFAULT_PORT

ENVIRONMENT_PREFIX = "TABWIRE_"
PROFILE_NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$"


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class HttpSettings(_Section):
    """What is served over HTTP: MCP over Streamable HTTP, REST and the pages for people."""

    host: Annotated[str, Field(description="Address to listen on.")] = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535, description="Port; the next free one when taken.")] = (
        DEFAULT_PORT
    )
    tls_certificate: Annotated[
        str, Field(description="PEM file; needed for any address beyond loopback.")
    ] = ""
    tls_key: Annotated[str, Field(description="PEM file of the certificate's private key.")] = ""
    allowed_origins: Annotated[
        list[str], Field(description="Web origins that may call, besides the hub's own pages.")
    ] = []
    allowed_hosts: Annotated[
        list[str],
        Field(description="Names clients may use for the hub, with port, besides the loopback ones."),
    ] = []
    max_body_mb: Annotated[int, Field(ge=1, le=64, description="Largest request body.")] = 4
    alma_token: Annotated[
        str,
        Field(
            pattern=r"^$|^[A-Za-z0-9_-]{32,}$",
            description="Token that lets the Alma extension in; without one it is kept out.",
        ),
    ] = ""


class HubSettings(_Section):
    """The hub process."""

    idle_exit_s: Annotated[
        float, Field(gt=0, description="Exit after this long without client and browser.")
    ] = 300
    session_ttl_s: Annotated[
        float, Field(gt=0, description="Keep a command-line or key session this long after its last use.")
    ] = 1800
    log_level: Annotated[Literal["debug", "info", "warning", "error"], Field(description="Log detail.")] = (
        "info"
    )
    plugins: Annotated[list[str], Field(description="Plug-ins to load, by entry-point name.")] = []


class _BrowserOptions(_Section):
    """How a browser is started."""

    executable: Annotated[str, Field(description="Chrome, Chromium or Edge; found by itself when empty.")] = (
        ""
    )
    headless: Annotated[
        Literal["auto", "yes", "no"], Field(description="auto: headless when there is no display.")
    ] = "auto"
    user_data_dir: Annotated[str, Field(description="Profile folder to use and keep.")] = ""
    proxy: Annotated[
        str, Field(pattern=r"^$|^\S+$", description="Proxy server, such as http://proxy:8080.")
    ] = ""
    language: Annotated[
        str, Field(pattern=r"^$|^[A-Za-z]{2,3}(-[A-Za-z0-9]+)*$", description="Such as en-US.")
    ] = ""
    timezone: Annotated[
        str, Field(pattern=r"^$|^[A-Za-z0-9_+/-]+$", description="Such as America/Los_Angeles.")
    ] = ""
    args: Annotated[list[str], Field(description="Further command-line switches for the browser.")] = []
    window: Annotated[str, Field(pattern=r"^\d+x\d+$", description="Window size.")] = "1280x800"


class BrowserSettings(_BrowserOptions):
    """The browser that the hub starts or attaches to; without a profile folder, in a temporary one."""

    prefer: Annotated[
        Literal["auto", "extension", "launch"],
        Field(description="auto: your own browser while its extension is connected, else start one."),
    ] = "auto"
    cdp_url: Annotated[
        str, Field(description="Attach to this running browser (http:// or ws://) instead of starting one.")
    ] = ""
    start_timeout_s: Annotated[float, Field(gt=0, description="How long a browser may take to start.")] = 30


class ProfileSettings(_BrowserOptions):
    """A named profile, as `[profiles.NAME]`; what it leaves out is as in `[browser]`, its folder its own."""

    tags: Annotated[list[str], Field(description="Words to find it by.")] = []


class PolicySettings(_Section):
    """What callers may do."""

    allow_schemes: Annotated[
        list[str], Field(description="Address schemes beyond http and https, such as file.")
    ] = []
    upload_folders: Annotated[list[str], Field(description="Folders that files may be uploaded from.")] = []
    shared_reading: Annotated[
        bool, Field(description="A caller's sessions may read, but not change, each other's tabs.")
    ] = True
    rate_limit: Annotated[int, Field(ge=1, description="Requests per key and window.")] = 600
    rate_window_s: Annotated[float, Field(gt=0, description="The window.")] = 60


class Settings(_Section):
    """All settings."""

    tools: Annotated[
        str, Field(description="MCP tools offered: core, all, or names separated by commas.")
    ] = "core"
    http: HttpSettings = HttpSettings()
    hub: HubSettings = HubSettings()
    browser: BrowserSettings = BrowserSettings()
    profiles: Annotated[
        dict[Annotated[str, Field(pattern=PROFILE_NAME)], ProfileSettings],
        Field(description="Browsers to start by name."),
    ] = {}
    policy: PolicySettings = PolicySettings()


def load(path: Path, environ: Mapping[str, str]) -> Settings:
    """Read the file, if there is one, and lay the environment over it; name a bad value and its place."""
    text = _read(path)
    try:
        values: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InvalidParams(f"{path}: {error}.", next_step="Correct the file.", file=str(path)) from error
    named = _overlay(values, environ)
    try:
        return Settings.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        location = tuple(str(part) for part in first["loc"])
        place = named.get(location[:2]) or f"{path}, line {_line_of(text, location)}"
        known = _known_names(location)
        reason = _reason(first["type"], first["msg"])
        raise InvalidParams(
            f"{place}: {'.'.join(location)}: {reason} (given: {first['input']!r}).",
            next_step=f"Known here: {', '.join(known)}." if known else "Correct the value.",
            file=str(path),
        ) from error


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidParams(
            f"{path} cannot be read: {error}.", next_step="Correct or remove the file.", file=str(path)
        ) from error


def _reason(kind: str, message: str) -> str:
    return "there is no such setting" if kind == "extra_forbidden" else message[:1].lower() + message[1:]


def _overlay(values: dict[str, Any], environ: Mapping[str, str]) -> dict[tuple[str, ...], str]:
    """Put environment variables over the file's values; return which variable set which setting."""
    named: dict[tuple[str, ...], str] = {}
    for location, is_list in _locations():
        variable = ENVIRONMENT_PREFIX + "_".join(location).upper()
        given = environ.get(variable)
        if given is None:
            continue
        section = values
        for part in location[:-1]:
            section = section.setdefault(part, {})
        section[location[-1]] = [item for item in given.split(",") if item] if is_list else given
        named[location] = f"environment variable {variable}"
    return named


def _locations() -> list[tuple[tuple[str, ...], bool]]:
    """List every setting as (section, name) and whether it is a list."""
    found: list[tuple[tuple[str, ...], bool]] = []
    for name, field in Settings.model_fields.items():
        kind = field.annotation
        if isinstance(kind, type) and issubclass(kind, _Section):
            found += [
                ((name, inner), str(item.annotation).startswith("list"))
                for inner, item in kind.model_fields.items()
            ]
        elif name != "profiles":  # a table has names of its own, which no variable can spell
            found.append(((name,), False))
    return found


def _known_names(location: tuple[str, ...]) -> list[str]:
    depth = len(location) - 1
    return sorted({place[depth] for place, _ in _locations() if place[:depth] == location[:depth]})


def _line_of(text: str, location: tuple[str, ...]) -> int:
    """Find the line that sets `location`: under its [section], or as a dotted key."""
    section = ""
    best = 1
    for number, line in enumerate(text.splitlines(), 1):
        header = re.match(r"\s*\[\s*([\w.-]+)\s*\]", line)
        key = re.match(r"\s*([\w.-]+)\s*=", line)
        if header:
            section = header[1]
            if location[:1] == (section,):
                best = number
        elif key and ".".join(filter(None, (section, key[1]))) == ".".join(location[:2]):
            return number
    return best
