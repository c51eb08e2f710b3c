"""schemathesis against the REST API: it reads /openapi.json and tries to find where we do not keep to it."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from tabwire.callers import local_user
from tests.apps import app_in
from tests.surfaces.doors import open_doors

PROGRAM = Path(sys.executable).with_name("schemathesis")
SHIPPED = Path(__file__).with_name("schemathesis.toml")
# The same examples on every machine; another seed looks elsewhere.
SEED = "2026"
MANY = {"TABWIRE_POLICY_RATE_LIMIT": "1000000"}
# So many operations, each tried with a wrong key, are what the guard calls too many wrong keys.
NO_GUESSING = ("--exclude-checks", "ignored_auth")
# These wait, draw or start browsers by their nature: together they would take more time than all the rest.
SLOW = ("--exclude-operation-id-regex", "^(wait_for|screenshot|launch_browser|batch)")


async def find_faults(
    folder: Path, url: str, key: str, *arguments: str, config: Path | None = None
) -> tuple[int, str]:
    """Run schemathesis and return its exit code and what it printed."""
    process = await asyncio.create_subprocess_exec(
        PROGRAM, *(("--config-file", config) if config else ()), "run", f"{url}/openapi.json",
        "--header", f"Authorization: Bearer {key}", "--seed", SEED, "--generation-database", "none",
        *arguments,
        cwd=folder, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    output, _ = await process.communicate()
    return process.returncode or 0, output.decode(errors="replace")


async def test_the_api_does_what_its_description_says(tmp_path: Path) -> None:
    async with open_doors(tmp_path, environ=MANY) as doors:
        key = doors.keys.create(
            "fuzz", commands=["echo", "picture", "press_bell", "run_code", "status"], grants=["evaluate"]
        )
        code, output = await find_faults(tmp_path, doors.url, key, "--max-examples", "40")
    assert code == 0, output


async def test_the_keys_of_an_admin_are_described_as_they_work(tmp_path: Path) -> None:
    async with open_doors(tmp_path, environ=MANY) as doors:
        key = doors.keys.create("fuzz", commands=["keys_create", "keys_list"], effects=["admin"])
        code, output = await find_faults(
            tmp_path, doors.url, key, "--max-examples", "20", "--exclude-checks", "positive_data_acceptance"
        )
    assert code == 0, output


async def test_no_shipped_command_breaks_on_what_its_description_allows(tmp_path: Path) -> None:
    async with app_in(tmp_path, **MANY) as app:
        made = await app.dispatcher.call(
            local_user("test"), "keys_create", {"name": "fuzz", "grants": ["evaluate"]}
        )
        code, output = await find_faults(
            tmp_path, app.http, made.model_dump()["key"], "--phases", "coverage", "--request-timeout", "40",
            "--exclude-path", "/api/v1/command", *SLOW, *NO_GUESSING, config=SHIPPED,
        )  # fmt: skip
    assert code == 0, output
