"""The checker of the page agent's contract finds what is planted."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

PROGRAM = Path(__file__).resolve().parents[3] / "tools" / "check_page_contract.py"
SCRIPTS = 'agent.define("fieldFacts", facts); agent.define("box", box);'
PYTHON = "await frame.agent.box(ref)\nQuestion(PageAgent.field_facts)"


@pytest.fixture(scope="module")
def checker() -> ModuleType:
    """Return the checker, which is a program and no part of a package."""
    spec = importlib.util.spec_from_file_location("check_page_contract", PROGRAM)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_what_both_sides_know_and_somebody_calls_is_right(checker: ModuleType) -> None:
    assert list(checker.problems(["field_facts", "box"], SCRIPTS, PYTHON)) == []


def test_a_declared_function_that_no_script_defines_is_found(checker: ModuleType) -> None:
    found = list(checker.problems(["field_facts", "box", "aim"], SCRIPTS, f"{PYTHON}\nagent.aim(ref)"))
    assert found == ["aim is declared, but no script defines it."]


def test_a_function_that_is_not_declared_is_found(checker: ModuleType) -> None:
    assert list(checker.problems(["box"], SCRIPTS, PYTHON)) == ["fieldFacts is defined, but not declared."]


def test_a_function_that_nothing_calls_is_found(checker: ModuleType) -> None:
    found = list(checker.problems(["field_facts", "box"], SCRIPTS, "await frame.agent.box(ref)"))
    assert found == ["field_facts is declared, but nothing in src/ calls it."]
