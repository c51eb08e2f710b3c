"""The guard, attacked through a real socket."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import socket
import ssl
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import httpx2
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from starlette.routing import Route
from tests.surfaces.doors import GREETING, Doors, open_doors
from tests.waiting import soon

from tabwire.errors import Forbidden
from tabwire.policy.keys import KeyStore
from tabwire.settings import HttpSettings
from tabwire.surfaces.http.guard import WRONG_KEYS
from tabwire.surfaces.http.rest import PUBLIC
from tabwire.surfaces.http.server import bind

FOREIGN = "https://evil.example"
METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]


@pytest.fixture
async def doors(tmp_path: Path):
    async with open_doors(tmp_path, (GREETING,)) as running:
        yield running


def paths(doors: Doors) -> list[str]:
    return [
        route.path.replace("{name}", "echo") for route in doors.http.routes if isinstance(route, Route)
    ] + ["/nothing/here"]


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


def request(path: str, *lines: str, method: str = "GET") -> bytes:
    return "\r\n".join([f"{method} {path} HTTP/1.1", *lines, "Connection: close", "", ""]).encode()


async def test_only_the_exact_names_of_the_hub_are_answered(doors: Doors) -> None:
    port = doors.port
    for good in (f"127.0.0.1:{port}", f"localhost:{port}", f"[::1]:{port}"):
        assert status(await doors.raw(request("/health", f"Host: {good}"))) == 200
    bad = [
        f"rebind.test:{port}", f"127.0.0.1.evil.com:{port}", f"localhost.evil.com:{port}",
        f"LOCALHOST:{port}", f"localhost.:{port}", f"127.0.0.1:{port + 1}", "127.0.0.1", "localhost", "[::1]",
        f"0.0.0.0:{port}", f"2130706433:{port}", f"127.1:{port}", f"user@127.0.0.1:{port}",
        f"127.0.0.1:{port}@evil.example", "",
    ]  # fmt: skip
    for host in bad:
        assert status(await doors.raw(request("/health", f"Host: {host}"))) == 421, host


async def test_a_missing_or_doubled_host_is_refused(doors: Doors) -> None:
    own = f"Host: 127.0.0.1:{doors.port}"
    assert status(await doors.raw(request("/health"))) in {400, 421}
    assert status(await doors.raw(request("/health", own, own))) in {400, 421}
    assert status(await doors.raw(request("/health", own, "Host: evil.example"))) in {400, 421}
    assert status(await doors.raw(b"GET /health HTTP/1.0\r\n\r\n")) in {400, 421}


async def test_a_request_line_with_a_whole_address_is_refused(doors: Doors) -> None:
    own = f"Host: 127.0.0.1:{doors.port}"
    assert status(await doors.raw(request("http://evil.example/health", own))) == 400
    assert status(await doors.raw(request(f"http://127.0.0.1:{doors.port}/health", own))) == 400


async def test_a_rebound_name_gets_nothing_from_any_address(doors: Doors) -> None:
    for path in paths(doors):
        answer = await doors.raw(
            request(path, f"Host: rebind.test:{doors.port}", f"Authorization: Bearer {doors.key}")
        )
        assert status(answer) == 421, path


async def test_only_listed_origins_pass(doors: Doors) -> None:
    port = doors.port
    own = f"http://127.0.0.1:{port}"
    bad = [
        "null", "", f"http://localhost:{port + 1}", f"http://127.0.0.1.evil.com:{port}",
        f"http://127.0.0.1:{port}@evil", f"HTTP://127.0.0.1:{port}", f"{own}/", f"https://127.0.0.1:{port}",
        "chrome-extension://abcdefghijklmnopabcdefghijklmnop", "file://", FOREIGN,
    ]  # fmt: skip
    async with doors.client() as client:
        for origin in [own, f"http://localhost:{port}"]:
            assert (await client.get("/api/v1/commands", headers={"origin": origin})).status_code == 200
        for origin in bad:
            answer = await client.get("/api/v1/commands", headers={"origin": origin})
            assert answer.status_code == 403, origin
            assert not [name for name in answer.headers if name.startswith("access-control")]
        doubled = await client.get("/api/v1/commands", headers=[("origin", own), ("origin", own)])
        assert doubled.status_code == 403


async def test_without_an_origin_a_key_is_needed(doors: Doors) -> None:
    async with doors.client(key="") as client:
        answer = await client.get("/api/v1/commands")
        assert answer.status_code == 401
        assert answer.headers["www-authenticate"].startswith("Bearer")
        own = await client.get("/api/v1/commands", headers={"origin": doors.url})
        assert own.status_code == 401


async def test_every_address_but_the_public_few_needs_a_key(doors: Doors) -> None:
    async with doors.client(key="") as client:
        for path in paths(doors):
            for method in ("GET", "POST", "DELETE"):
                expected = 200 if path in PUBLIC and method == "GET" else 401
                answer = await client.request(method, path, headers={"content-type": "application/json"})
                assert answer.status_code == expected, (method, path)


async def test_no_method_on_any_address_does_anything_for_a_foreign_page(doors: Doors) -> None:
    async with doors.client() as client:
        for method, path in itertools.product(METHODS, paths(doors)):
            answer = await client.request(method, path, headers={"origin": FOREIGN})
            assert answer.status_code in {400, 403}, (method, path)
            assert not [name for name in answer.headers if name.startswith("access-control")]
    assert doors.small.calls == 0


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", "json"]
)
async def test_bodies_that_a_page_can_send_unasked_are_refused(doors: Doors, kind: str) -> None:
    body = json.dumps({"command": "press_bell"}).encode()
    async with doors.client() as client:
        for method, path in itertools.product(("POST", "PUT", "DELETE"), paths(doors)):
            headers = {"content-type": kind} if kind else {}
            answer = await client.request(method, path, content=body, headers=headers)
            assert answer.status_code == 415, (method, path)
    assert doors.small.calls == 0


async def test_a_foreign_page_is_told_no_before_it_asks(doors: Doors) -> None:
    async with doors.client(key="") as client:
        for path in paths(doors):
            answer = await client.options(
                path, headers={"origin": FOREIGN, "access-control-request-method": "POST"}
            )
            assert answer.status_code == 403
            assert not [name for name in answer.headers if name.startswith("access-control")]


async def test_a_listed_foreign_origin_may_ask_and_read(tmp_path: Path) -> None:
    friend = "https://friend.example"
    async with open_doors(tmp_path, environ={"TABWIRE_HTTP_ALLOWED_ORIGINS": friend}) as doors:
        headers = {"origin": friend, "access-control-request-method": "POST"}
        async with doors.client(key="") as client:
            asked = await client.options("/api/v1/command", headers=headers)
            keyless = await client.get("/api/v1/commands", headers={"origin": friend})
        async with doors.client() as client:
            answer = await client.get("/api/v1/commands", headers={"origin": friend})
    assert asked.status_code == 204
    assert asked.headers["access-control-allow-origin"] == friend
    assert keyless.status_code == 401
    assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (200, friend)


async def test_getting_changes_nothing(doors: Doors) -> None:
    async with doors.client() as client:
        for path in paths(doors):
            if path != "/mcp":
                await client.get(path, params={"command": "press_bell"})
    assert doors.small.calls == 0
    assert len(doors.keys.all()) == 1


async def test_every_answer_carries_the_headers_that_protect_it(doors: Doors) -> None:
    async with doors.client() as client:
        answers = [await client.get(path) for path in ("/health", "/docs", "/api/v1/commands", "/nothing")]
    async with doors.client(key="") as client:
        answers.append(await client.get("/api/v1/commands"))
    for answer in answers:
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"
        assert "server" not in answer.headers


async def test_wrong_keys_are_limited_on_all_addresses_together_and_right_ones_are_not(doors: Doors) -> None:
    wrong = ["Bearer bby_wrong", "Basic bby_wrong", "bby_wrong", "Bearer", "Bearer " + doors.key[:-1]]
    seen = []
    async with doors.client(key="") as client:
        for number, path in zip(range(WRONG_KEYS + 10), itertools.cycle(["/mcp", "/api/v1/commands", "/x"])):
            headers = {"authorization": wrong[number % len(wrong)], "x-forwarded-for": f"10.0.0.{number}"}
            seen.append(await client.get(path, headers=headers))
    assert [answer.status_code for answer in seen] == [401] * WRONG_KEYS + [429] * 10
    assert int(seen[-1].headers["retry-after"]) >= 1
    async with doors.client() as client:
        assert (await client.get("/api/v1/commands")).status_code == 200


async def test_keys_are_taken_from_one_place_only(doors: Doors) -> None:
    async with doors.client(key="") as client:
        for headers in ({"x-api-key": doors.key}, {"cookie": f"key={doors.key}"}):
            assert (
                await client.get(f"/api/v1/commands?token={doors.key}", headers=headers)
            ).status_code == 401


async def test_a_websocket_is_refused_before_the_upgrade(
    doors: Doors, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    upgrade = [
        "Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]  # fmt: skip
    own, key = f"Host: 127.0.0.1:{doors.port}", f"Authorization: Bearer {doors.key}"

    async def knock(*lines: str) -> int:
        reader, writer = await asyncio.open_connection("127.0.0.1", doors.port)
        text = "\r\n".join(
            ["GET /ws/test?token=confidential HTTP/1.1", "Connection: Upgrade", *upgrade, *lines, "", ""]
        )
        writer.write(text.encode())
        answer = await reader.readline()
        writer.close()
        return status(answer)

    assert await knock(own) == 401
    assert await knock(own, key, f"Origin: {FOREIGN}") == 403
    assert await knock(own, key, "Origin: null") == 403
    assert await knock("Host: evil.example", key) == 421
    assert await knock(own, key) == 101
    assert "confidential" not in caplog.text


async def test_half_sent_requests_are_closed_and_hinder_nobody(doors: Doors) -> None:
    """Three kinds of slowness at once: no head, half a head, a body that trickles."""
    own, key = f"Host: 127.0.0.1:{doors.port}", f"Authorization: Bearer {doors.key}"
    head = "\r\n".join(["POST /api/v1/command HTTP/1.1", own, key, "Content-Type: application/json"])
    openings = [b"", b"GET /health HTTP/1.1\r\nHost: loc", f"{head}\r\nContent-Length: 9\r\n\r\n{{".encode()]
    slow = [await asyncio.open_connection("127.0.0.1", doors.port) for _ in range(60)]
    for (_, writer), opening in zip(slow, itertools.cycle(openings)):
        writer.write(opening)
    async with doors.client() as client:
        assert (await client.get("/health")).status_code == 200
    await soon(asyncio.gather(*(reader.read() for reader, _ in slow)), 10)
    for _, writer in slow:
        writer.close()


async def test_a_head_without_end_is_refused(doors: Doors) -> None:
    lines = [f"X-Filler-{number}: {'x' * 1000}" for number in range(200)]
    answer = b"HTTP/1.1 400 "
    with contextlib.suppress(ConnectionResetError):
        answer = await doors.raw(request("/health", f"Host: 127.0.0.1:{doors.port}", *lines))
    assert status(answer) == 400


async def test_a_declared_gigabyte_is_refused_at_once(doors: Doors) -> None:
    own, key = f"Host: 127.0.0.1:{doors.port}", f"Authorization: Bearer {doors.key}"
    lines = [own, key, "Content-Type: application/json", f"Content-Length: {1024**3}"]
    answer = await soon(doors.raw(request("/api/v1/command", *lines, method="POST")), 3)
    assert status(answer) == 413


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "example.org"])
def test_the_network_is_not_served_without_encryption(tmp_path: Path, host: str) -> None:
    keys = KeyStore(tmp_path / "keys.db")
    keys.create("one")
    with pytest.raises(Forbidden) as caught:
        bind(HttpSettings(host=host), keys)
    assert "http.tls_certificate" in caught.value.next_step
    keys.close()


def test_the_network_is_not_served_without_a_key(tmp_path: Path) -> None:
    keys = KeyStore(tmp_path / "keys.db")
    with pytest.raises(Forbidden) as caught:
        bind(HttpSettings(host="0.0.0.0", tls_certificate="c.pem", tls_key="k.pem"), keys)
    assert "tabwire keys create" in caught.value.next_step
    keys.close()


async def test_a_hub_with_a_certificate_speaks_tls_only(tmp_path: Path) -> None:
    certificate, key = make_certificate(tmp_path)
    environ = {"TABWIRE_HTTP_TLS_CERTIFICATE": str(certificate), "TABWIRE_HTTP_TLS_KEY": str(key)}
    async with open_doors(tmp_path / "home", environ=environ) as doors:
        assert doors.url.startswith("https://")
        trust = ssl.create_default_context(cafile=certificate)
        async with httpx2.AsyncClient(verify=trust) as client:
            assert (await client.get(f"{doors.url}/health")).json() == {"status": "ok"}
            own = await client.get(f"{doors.url}/api/v1/commands", headers={"origin": doors.url})
            plain = doors.url.replace("https", "http")
            foreign = await client.get(f"{doors.url}/health", headers={"origin": plain})
        assert (own.status_code, foreign.status_code) == (401, 403)
        with pytest.raises(httpx2.HTTPError):
            async with httpx2.AsyncClient() as client:
                await client.get(f"{plain}/health")


def make_certificate(folder: Path) -> tuple[Path, Path]:
    """Make a certificate for 127.0.0.1 that vouches for itself."""
    secret = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "tabwire test")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, secret.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(minutes=1))
        .not_valid_after(now + timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .sign(secret, hashes.SHA256())
    )
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    certificate.write_bytes(made.public_bytes(Encoding.PEM))
    key.write_bytes(secret.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return certificate, key


def test_a_taken_port_gives_the_next_free_one_and_says_so(tmp_path: Path) -> None:
    keys = KeyStore(tmp_path / "keys.db")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        listener = bind(HttpSettings(port=port), keys)
        assert listener.port != port
        assert listener.taken[0] == port
        listener.socket.close()
    keys.close()
