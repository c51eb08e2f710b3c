"""Which browsers may join, and how few wrong guesses there are."""

import json
import os
import stat

import pytest

from tabwire.browsers.pairing import Pairings
from tabwire.errors import Forbidden, InvalidParams, RateLimited
from tabwire.protocol.relay import CODE_LIVES_S, Hello, proof, stretch

HUB = "hub-nonce"


class Clock:
    """A clock that a test moves."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def pairings(tmp_path, clock):
    return Pairings(str(tmp_path / "pairings.json"), clock)


def hello(instance="i1", name="Work", **proofs):
    return Hello(instance=instance, boot="b", version="0.1.0", name=name, nonce="n", **proofs)


def with_code(code, **facts):
    return hello(pairing=proof(stretch(code, HUB), "extension", HUB, "n"), **facts)


def with_secret(secret, **facts):
    return hello(proof=proof(bytes.fromhex(secret), "extension", HUB, "n"), **facts)


async def test_a_code_pairs_once_and_the_secret_from_then_on(pairings):
    code = pairings.offer_code()
    admitted = await pairings.admit(with_code(code), HUB, trusted=False)
    assert admitted.proof == proof(stretch(code, HUB), "hub", HUB, "n")
    with pytest.raises(Forbidden):
        await pairings.admit(with_code(code, instance="i2"), HUB, trusted=False)
    again = await pairings.admit(with_secret(admitted.new_secret), HUB, trusted=False)
    assert again.proof == proof(bytes.fromhex(admitted.new_secret), "hub", HUB, "n")
    assert again.new_secret == ""


async def test_a_code_is_void_after_a_minute(pairings, clock):
    code = pairings.offer_code()
    clock.now += CODE_LIVES_S
    with pytest.raises(Forbidden, match="expired"):
        await pairings.admit(with_code(code), HUB, trusted=False)


async def test_a_new_code_voids_the_one_before(pairings):
    old = pairings.offer_code()
    pairings.offer_code()
    with pytest.raises(Forbidden):
        await pairings.admit(with_code(old), HUB, trusted=False)


async def test_five_wrong_codes_lock_pairing_for_a_minute(pairings, clock):
    code = pairings.offer_code()
    for _ in range(5):
        with pytest.raises(Forbidden):
            await pairings.admit(with_code("22222222"), HUB, trusted=False)
    with pytest.raises(RateLimited):
        await pairings.admit(with_code(code), HUB, trusted=False)
    with pytest.raises(RateLimited):
        pairings.offer_code()
    clock.now += 60
    await pairings.admit(with_code(pairings.offer_code()), HUB, trusted=False)


async def test_without_proof_nobody_is_let_in(pairings):
    for stranger in (hello(), hello(proof="0" * 64), hello(pairing="0" * 64)):
        with pytest.raises(Forbidden):
            await pairings.admit(stranger, HUB, trusted=False)


async def test_a_proof_for_another_greeting_is_worthless(pairings):
    secret = (await pairings.admit(hello(), HUB, trusted=True)).new_secret
    with pytest.raises(Forbidden):
        await pairings.admit(with_secret(secret), "another-nonce", trusted=False)


async def test_one_browsers_secret_does_not_open_for_another(pairings):
    secret = (await pairings.admit(hello(), HUB, trusted=True)).new_secret
    await pairings.admit(hello(instance="i2"), HUB, trusted=True)
    with pytest.raises(Forbidden):
        await pairings.admit(with_secret(secret, instance="i2"), HUB, trusted=False)


async def test_pairings_survive_a_restart_in_a_private_file(pairings, tmp_path):
    secret = (await pairings.admit(hello(), HUB, trusted=True)).new_secret
    path = tmp_path / "pairings.json"
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    again = Pairings(str(path))
    assert again.expected()
    assert (await again.admit(with_secret(secret), HUB, trusted=False)).name == "Work"


async def test_a_browser_that_left_while_the_hub_ran_is_not_waited_for(pairings, tmp_path):
    await pairings.admit(hello(), HUB, trusted=True)
    pairings.disconnected("i1")
    assert not Pairings(str(tmp_path / "pairings.json")).expected()


async def test_a_forgotten_browser_is_not_let_in(pairings):
    secret = (await pairings.admit(hello(), HUB, trusted=True)).new_secret
    pairings.forget("Work")
    with pytest.raises(Forbidden):
        await pairings.admit(with_secret(secret), HUB, trusted=False)
    with pytest.raises(InvalidParams):
        pairings.forget("Work")


async def test_names_are_made_different(pairings):
    await pairings.admit(hello(), HUB, trusted=True)
    assert (await pairings.admit(hello(instance="i2"), HUB, trusted=True)).name == "Work 2"
    assert pairings.rename("i2", "Home") == "Home"


def test_a_damaged_file_is_named(tmp_path):
    path = tmp_path / "pairings.json"
    path.write_text(json.dumps([{"instance": 1}]))
    with pytest.raises(InvalidParams, match="damaged"):
        Pairings(str(path))
