"""The hub's addresses: where it listens, and the host names and origins it accepts."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from typing import Final

from tabwire.settings import HttpSettings

LOOPBACK_NAMES: Final = ("127.0.0.1", "localhost", "[::1]")
DEFAULT_PORTS: Final = {"http": 80, "https": 443}


@dataclass(frozen=True)
class Addresses:
    """The exact host names the hub answers to, and the web origins that may call it."""

    hosts: frozenset[str]
    own_origins: frozenset[str]
    other_origins: frozenset[str]

    @property
    def origins(self) -> frozenset[str]:
        """Return every origin that may call."""
        return self.own_origins | self.other_origins


def addresses_of(settings: HttpSettings, port: int) -> Addresses:
    """Return the addresses of a hub that listens on `port`."""
    scheme = scheme_of(settings)
    names = [*LOOPBACK_NAMES, *([] if is_wildcard(settings.host) else [bracketed(settings.host)])]
    hosts = {f"{name}:{port}" for name in names}
    if port == DEFAULT_PORTS[scheme]:
        hosts.update(names)
    hosts.update(settings.allowed_hosts)
    return Addresses(
        hosts=frozenset(hosts),
        own_origins=frozenset(f"{scheme}://{host}" for host in hosts),
        other_origins=frozenset(settings.allowed_origins),
    )


def scheme_of(settings: HttpSettings) -> str:
    """Return the URL scheme: https if there is a certificate."""
    return "https" if settings.tls_certificate else "http"


def url_of(settings: HttpSettings, port: int) -> str:
    """Return the URL for programs on this machine of a hub that listens on `port`."""
    host = LOOPBACK_NAMES[0] if is_wildcard(settings.host) else bracketed(settings.host)
    return f"{scheme_of(settings)}://{host}:{port}"


def is_wildcard(host: str) -> bool:
    """Return whether the host means every address of the machine."""
    return host in {"", "0.0.0.0", "::"}


def bracketed(host: str) -> str:
    """Return the host as written in a URL."""
    return f"[{host}]" if ":" in host else host


def is_loopback(host: str) -> bool:
    """Return whether only programs on this machine can reach the address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
