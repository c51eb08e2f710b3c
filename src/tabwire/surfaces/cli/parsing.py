"""Build the parser of one command from its table entry, and turn what it read into parameters."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys

from tabwire.surfaces.cli.printing import USAGE
from tabwire.surfaces.cli.table import spelled, title

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from tabwire.schemas import Json, JsonObject
    from tabwire.surfaces.cli.table import Entry, Parameter

DEFAULT_SESSION = "cli"


class Parser(argparse.ArgumentParser):
    """A parser whose complaints look like every other error of tabwire."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and how the command is used, and leave."""
        print(f"INVALID_PARAMS: {self.prog}: {message}\n{self.format_usage()}", end="", file=sys.stderr)
        sys.exit(USAGE)


class Request:
    """What one command line asks for."""

    def __init__(self, entry: Entry, options: argparse.Namespace) -> None:
        given = vars(options)
        self.command = entry["name"]
        self.as_json: bool = given["json"]
        self.session: str = given["session"]
        self.cdp_url: str = given["cdp_url"]
        self.out: str = given.get("out", "")
        self.params: JsonObject = {
            parameter["name"]: _value(parameter, given[parameter["name"]])
            for parameter in entry["parameters"]
            if parameter["name"] in given
        }


def parse(entry: Entry, words: list[str]) -> Request:
    """Read the words after the command's name; a mistake ends the program with a usage message."""
    parser = build_parser(entry)
    options = parser.parse_intermixed_args(words)
    try:
        return Request(entry, options)
    except ValueError as error:
        parser.error(str(error))


def build_parser(entry: Entry) -> Parser:
    """Return the parser of one command."""
    parser = Parser(
        prog=f"tabwire {title(entry)}",
        description=entry["help"],
        formatter_class=argparse.RawDescriptionHelpFormatter,
        argument_default=argparse.SUPPRESS,
    )
    for parameter in entry["parameters"]:
        if parameter["positional"]:
            _add_positional(parser, parameter)
        if not parameter["required"]:
            _add_option(parser, parameter)
    general = parser.add_argument_group("every command")
    general.add_argument("--json", action="store_true", default=False, help="print the result as JSON")
    general.add_argument(
        "--session", metavar="NAME", default=DEFAULT_SESSION,
        help=f"work in this session (default: {DEFAULT_SESSION})",
    )  # fmt: skip
    general.add_argument(
        "--cdp-url", metavar="URL", default="", help="use the browser at this DevTools address"
    )
    if entry["has_picture"]:
        general.add_argument("--out", metavar="FILE", default="", help="write the picture to this file")
    return parser


def _add_positional(parser: Parser, parameter: Parameter) -> None:
    many = parameter["kind"] in {"list", "objects"}
    nargs = ("+" if parameter["required"] else "*") if many else (None if parameter["required"] else "?")
    parser.add_argument(
        parameter["name"],
        nargs=nargs,
        metavar=_metavar(parameter),
        choices=None if many else parameter.get("choices"),
        help=_help(parameter),
    )


def _add_option(parser: Parser, parameter: Parameter) -> None:
    # A positional one is explained already; as an option it is only a second way to say the same.
    text = argparse.SUPPRESS if parameter["positional"] else _help(parameter)
    flag = f"--{spelled(parameter['name'])}"
    if parameter["kind"] == "flag":
        parser.add_argument(
            flag, dest=parameter["name"], help=text, action=argparse.BooleanOptionalAction,
            default=argparse.SUPPRESS,
        )  # fmt: skip
    elif parameter["kind"] in {"list", "objects"}:
        parser.add_argument(
            flag, dest=parameter["name"], help=text, metavar=_metavar(parameter), action="extend",
            type=_split if parameter["kind"] == "list" else _one,
        )  # fmt: skip
    else:
        parser.add_argument(
            flag, dest=parameter["name"], help=text, metavar=_metavar(parameter),
            choices=parameter.get("choices"),
        )  # fmt: skip


def _metavar(parameter: Parameter) -> str | None:
    if parameter["kind"] == "objects":
        return "=".join(parameter.get("fields", [])[:2]).upper()
    if parameter.get("choices") and parameter["kind"] == "text":
        return None if not parameter["positional"] else parameter["name"]
    return parameter["name"] if parameter["positional"] else parameter["name"].upper()


def _help(parameter: Parameter) -> str:
    notes = [parameter["help"].replace("%", "%%")]
    if parameter.get("choices") and parameter["positional"]:
        notes.append(f"one of {', '.join(parameter['choices'])}")
    if parameter["kind"] == "list" and not parameter["positional"]:
        notes.append("several with commas")
    if parameter["kind"] == "objects":
        notes.append(f"also as JSON objects with {', '.join(parameter.get('fields', []))}")
    if parameter.get("default") not in (None, "", False):
        notes.append(f"default: {parameter['default']}")
    return " · ".join(note for note in notes if note)


def _split(text: str) -> list[str]:
    """Read a list: separated by commas, or as JSON where a value itself holds one."""
    if text.startswith("["):
        return [str(item) for item in json.loads(text)]
    return [item for item in text.split(",") if item]


def _one(text: str) -> list[str]:
    return [text]


def _value(parameter: Parameter, given: Json) -> Json:
    """Turn what was typed into what the command takes."""
    name, kind = parameter["name"], parameter["kind"]
    if isinstance(given, list):
        return [
            _value({**parameter, "kind": "object" if kind == "objects" else "text"}, item) for item in given
        ]
    if not isinstance(given, str):
        return given
    if kind == "integer":
        return _number(name, given, int)
    if kind == "number":
        return _number(name, given, float)
    if kind == "object":
        return _object(name, given, parameter.get("fields", []))
    if kind == "json":
        return _json_or_text(given)
    return os.path.abspath(os.path.expanduser(given)) if parameter.get("is_path") else given


def _number(name: str, given: str, kind: type[int] | type[float]) -> int | float:
    try:
        return kind(given)
    except ValueError:
        raise ValueError(f'{name} must be a number, not "{given}"') from None


def _object(name: str, given: str, fields: list[str]) -> Json:
    """Read `email=ann@example.com`, the first two fields of an object, or the whole object as JSON."""
    if given.startswith("{"):
        try:
            read: Json = json.loads(given)
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None
        return read
    # A selector such as [name=q] has equals signs of its own.
    found = re.match(r"((?:\[[^]]*\]|[^=\[])+)=(.*)", given, re.DOTALL)
    if found is None:
        raise ValueError(f'{name}: write {"=".join(fields[:2]).upper()} or JSON, not "{given}"')
    return dict(zip(fields, found.groups(), strict=False))


def _json_or_text(given: str) -> Json:
    try:
        read: Json = json.loads(given)
    except ValueError:
        return given
    return read
