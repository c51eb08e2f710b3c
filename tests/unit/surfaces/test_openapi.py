"""The description of the API."""

from __future__ import annotations

import re
from typing import Any

from tabwire import commands, errors
from tabwire.registry import Registry
from tabwire.surfaces.dialects.own import REST
from tabwire.surfaces.http.openapi import document


def described() -> dict[str, Any]:
    return document(list(Registry(commands.topics())), REST)


def test_every_command_has_an_operation() -> None:
    paths = described()["paths"]
    for command in Registry(commands.topics()):
        operation = paths[f"/api/v1/commands/{command.name}"]["post"]
        assert operation["operationId"] == command.name
        assert operation["summary"]


def test_every_reference_leads_somewhere() -> None:
    api = described()
    for name in re.findall(r"#/components/schemas/([^'\"]+)", repr(api)):
        assert name in api["components"]["schemas"], name


def test_operation_ids_are_unique() -> None:
    ids = [operation["operationId"] for path in described()["paths"].values() for operation in path.values()]
    assert len(ids) == len(set(ids))


def test_every_error_code_has_a_status() -> None:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and hasattr(kind, "code")]
    assert [kind for kind in kinds if "http_status" not in vars(kind)] == []
