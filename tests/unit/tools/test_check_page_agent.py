"""The checker of the page agent's scripts finds what is planted, and nothing in the scripts as they are."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
CORE = "globalThis.tabwire = ({ ready: false, define, call });"
DOM = "const agent = globalThis.tabwire; if (agent.ready) return; agent.dom = { parentOf };"
NAMES = 'const { dom } = agent; agent.names = { nameOf: dom.parentOf }; agent.define("name", nameOf);'


@pytest.fixture(scope="module")
def checker():
    """Return the checker, which is a program and no part of a package."""
    spec = importlib.util.spec_from_file_location("check_page_agent", ROOT / "tools" / "check_page_agent.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def page(tmp_path):
    """Return a small page agent without faults."""
    scripts = {
        "core/core.js": CORE,
        "dom/dom.js": DOM,
        "names/names.js": NAMES,
        "core/ready.js": "",
        "alone.js": "",
    }
    for name, text in scripts.items():
        write(tmp_path, name, text)
    order = {"agent": ["core/core.js", "dom/dom.js", "names/names.js"], "synthetic": []}
    write_order(tmp_path, **order, last="core/ready.js", standalone=["alone.js"])
    return tmp_path


def write(page, name, text):
    """Write one script."""
    (page / name).parent.mkdir(exist_ok=True)
    (page / name).write_text(text, encoding="utf-8")


def write_order(page, **changes):
    """Write the order, or change a part of it."""
    path = page / "order.json"
    order = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    path.write_text(json.dumps({**order, **changes}), encoding="utf-8")


def test_scripts_without_faults_pass(checker, page):
    assert list(checker.problems(page)) == []


def test_the_scripts_as_they_are_pass(checker):
    assert list(checker.problems(checker.PAGE)) == []


def test_a_use_of_what_is_loaded_later_is_found(checker, page):
    write(page, "dom/dom.js", f"{DOM} agent\n  .names.nameOf();")
    assert list(checker.problems(page)) == ["dom/dom.js: uses names, which names/names.js defines later."]


def test_a_call_of_a_function_that_is_defined_later_is_found(checker, page):
    write(page, "dom/dom.js", f'{DOM} agent.call("name");')
    assert list(checker.problems(page)) == ['dom/dom.js: uses "name", which names/names.js defines later.']


def test_a_use_of_what_nothing_defines_is_found(checker, page):
    write(page, "names/names.js", "const { dom, style } = agent;")
    assert list(checker.problems(page)) == ["names/names.js: uses style, which no script defines."]


def test_what_a_comment_names_is_no_use(checker, page):
    write(page, "dom/dom.js", f"/** See agent.names. */ {DOM} // agent.names")
    assert list(checker.problems(page)) == []


def test_a_member_that_two_scripts_define_is_found(checker, page):
    write(page, "names/names.js", f"{NAMES} agent.dom = {{}};")
    assert list(checker.problems(page)) == ["names/names.js: defines dom, which dom/dom.js has defined."]


def test_a_script_that_is_not_listed_is_found(checker, page):
    write(page, "dom/extra.js", "")
    assert list(checker.problems(page)) == ["dom/extra.js: not listed in order.json."]


def test_a_listed_script_that_is_not_there_is_found(checker, page):
    (page / "alone.js").unlink()
    assert list(checker.problems(page)) == ["alone.js: listed in order.json, but not there."]


def test_a_folder_whose_scripts_stand_apart_is_found(checker, page):
    write(page, "dom/late.js", "agent.names.nameOf();")
    write_order(page, agent=["core/core.js", "dom/dom.js", "names/names.js", "dom/late.js"])
    assert list(checker.problems(page)) == ["dom/: its scripts must stand together in order.json."]
