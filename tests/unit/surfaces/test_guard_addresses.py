"""The names that the hub answers to."""

from __future__ import annotations

from tabwire.settings import HttpSettings
from tabwire.surfaces.http.addresses import addresses_of


def test_a_hub_on_loopback_has_three_names_with_its_own_port() -> None:
    addresses = addresses_of(HttpSettings(), 7891)
    assert addresses.hosts == {"127.0.0.1:7891", "localhost:7891", "[::1]:7891"}
    assert addresses.own_origins == {f"http://{host}" for host in addresses.hosts}


def test_a_default_port_may_be_left_out() -> None:
    addresses = addresses_of(HttpSettings(tls_certificate="c.pem", tls_key="k.pem"), 443)
    assert {"localhost", "localhost:443"} <= addresses.hosts
    assert "https://localhost" in addresses.own_origins


def test_a_wildcard_address_is_not_a_name() -> None:
    settings = HttpSettings(host="0.0.0.0", allowed_hosts=["box.lan:7890"])
    assert "0.0.0.0:7890" not in addresses_of(settings, 7890).hosts
    assert "box.lan:7890" in addresses_of(settings, 7890).hosts
