"""Parse the arguments of a command, by its table entry, into the parameters that the hub expects."""

from __future__ import annotations

import json
import os
import re

from tabwire.surfaces.cli.table import dashed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabwire.schemas import Json, JsonObject
    from tabwire.surfaces.cli.table import Entry, Parameter

DEFAULT_SESSION = "cli"
_WITH_SEVERAL_WORDS = ("list", "objects", "pairs")
_FORMATS = {".jpg": "jpeg", ".jpeg": "jpeg", ".png": "png", ".webp": "webp"}


class UsageMistake(Exception):
    """What is wrong with the arguments."""


class Request:
    """The request of one command line."""

    def __init__(self, command: str, params: JsonObject, general: JsonObject) -> None:
        self.command = command
        self.params = params
        self.as_json = general.get("json") is True
        self.session = str(general.get("session", DEFAULT_SESSION))
        self.cdp_url = str(general.get("cdp_url", ""))
        self.browser = str(general.get("browser", ""))
        self.out = str(general.get("out", ""))


def general_options(entry: Entry) -> list[Parameter]:
    """Return the options that every command has, and `--out` if it returns a picture."""
    options: list[Parameter] = [
        _option("json", "flag", "print the result as JSON"),
        _option("session", "text", f"work in this session (default: {DEFAULT_SESSION})"),
        _option("browser", "text", "use the browser with this name (see `tabwire browsers`)"),
        _option("cdp_url", "text", "use the browser at this DevTools address"),
        _option("operation_id", "text", "act only once, even if repeated with the same id"),
    ]
    if entry["has_picture"]:
        options.append(_option("out", "text", "save the picture to this file"))
    return options


def _option(name: str, kind: str, text: str) -> Parameter:
    return {"name": name, "kind": kind, "help": text, "required": False, "positional": False}


def parse(entry: Entry, words: list[str]) -> Request:
    """Return the request, or raise `UsageMistake`."""
    general = general_options(entry)
    given, loose = _sort_out([*entry["parameters"], *general], words)
    _place(entry["parameters"], given, loose)
    names = {parameter["name"] for parameter in entry["parameters"]} | {"operation_id"}
    params = {name: value for name, value in given.items() if name in names}
    choose_format(entry, params, str(given.get("out", "")))
    return Request(entry["name"], params, {name: given[name] for name in given.keys() - names})


def choose_format(entry: Entry, params: JsonObject, out: str) -> None:
    """Choose the picture format by the file's extension, unless the caller chose one."""
    wanted = _FORMATS.get(os.path.splitext(out)[1].lower())
    choices = next((one.get("choices", []) for one in entry["parameters"] if one["name"] == "format"), [])
    if entry["has_picture"] and wanted in choices:
        params.setdefault("format", wanted)


def _sort_out(options: list[Parameter], words: list[str]) -> tuple[JsonObject, list[str]]:
    """Separate `--name value` options from positional arguments."""
    by_flag = {f"--{dashed(option['name'])}": option for option in options}
    given: JsonObject = {}
    loose: list[str] = []
    rest = iter(words)
    for word in rest:
        if word == "--":
            loose += rest
        elif not word.startswith("--"):
            loose.append(word)
        else:
            _take_option(by_flag, given, word, rest)
    return given, loose


def _take_option(by_flag: dict[str, Parameter], given: JsonObject, word: str, rest: Iterator[str]) -> None:
    flag, equals, text = word.partition("=")
    if flag.startswith("--no-") and flag not in by_flag:
        option, is_on = _find(by_flag, f"--{flag[5:]}"), False
        if option["kind"] != "flag":
            raise UsageMistake(f"unknown option {flag}")
    else:
        option, is_on = _find(by_flag, flag), True
    name = option["name"]
    if option["kind"] == "flag":
        if equals:
            raise UsageMistake(f"{flag} takes no value")
        given[name] = is_on
        return
    value = text if equals else next(rest, None)
    if value is None:
        raise UsageMistake(f"{flag} needs a value")
    if option["kind"] == "list":
        before = given.setdefault(name, [])
        assert isinstance(before, list)
        before += [_value(option, item) for item in _split(value)]
    elif option["kind"] in _WITH_SEVERAL_WORDS:
        given[name] = _several(option, [value])
    else:
        given[name] = _value(option, value)


def _find(by_flag: dict[str, Parameter], flag: str) -> Parameter:
    """Return the option with that name, or the only one that starts with it."""
    flag = dashed(flag)
    fitting = [flag] if flag in by_flag else [known for known in by_flag if known.startswith(flag)]
    if len(fitting) != 1:
        raise UsageMistake(
            f"unknown option {flag}" if not fitting else f"{flag} could be {' or '.join(fitting)}"
        )
    return by_flag[fitting[0]]


def _place(parameters: list[Parameter], given: JsonObject, loose: list[str]) -> None:
    """Assign positional arguments to positional parameters."""
    words = list(loose)
    for parameter in parameters:
        name = parameter["name"]
        if parameter["positional"] and words:
            if name in given:
                raise UsageMistake(f"{name} was given twice")
            if parameter["kind"] in _WITH_SEVERAL_WORDS:
                given[name], words = _several(parameter, words), []
            else:
                given[name] = _placed_value(parameters, parameter, words.pop(0))
        if parameter["required"] and name not in given:
            raise UsageMistake(f"{name} is missing")
    if words:
        raise UsageMistake(f"unexpected argument: {words[0]}")


def _placed_value(parameters: list[Parameter], parameter: Parameter, word: str) -> Json:
    """Read a positional value; if it is an element that belongs to --target, say so."""
    try:
        return _value(parameter, word)
    except UsageMistake as mistake:
        if any(one["name"] == "target" and not one["positional"] for one in parameters):
            raise UsageMistake(f"{mistake}; pass an element with --target") from None
        raise


def _several(parameter: Parameter, words: list[str]) -> Json:
    """Read a parameter with several values: a list, objects, or NAME=VALUE pairs."""
    if parameter["kind"] == "pairs":
        return dict(pair for word in words for pair in _pairs(parameter["name"], word))
    if parameter["kind"] == "objects":
        return [item for word in words for item in _objects(parameter["name"], word)]
    return [_value(parameter, word) for word in words]


def _value(parameter: Parameter, text: str) -> Json:
    """Convert one argument to its parameter's type."""
    name, kind = parameter["name"], parameter["kind"]
    if kind == "integer":
        return _number(name, text, int)
    if kind == "number":
        return _number(name, text, float)
    if kind == "json":
        return _json_or_text(text)
    choices = parameter.get("choices")
    if choices and text not in choices:
        raise UsageMistake(f'{name} must be one of {", ".join(choices)}, not "{text}"')
    # The hub runs in another folder.
    return os.path.abspath(os.path.expanduser(text)) if parameter.get("is_path") else text


def _number(name: str, text: str, kind: type[int] | type[float]) -> int | float:
    try:
        return kind(text)
    except ValueError:
        raise UsageMistake(f'{name} must be a number, not "{text}"') from None


def _split(text: str) -> list[str]:
    """Read a list in one argument: separated by commas, or as JSON if a value contains a comma."""
    if text.startswith("["):
        return [str(item) for item in _objects("", text)]
    return [item for item in text.split(",") if item]


def _pairs(name: str, word: str) -> list[tuple[str, Json]]:
    """Read `Email=ann@example.com`, or a whole JSON object. `true` and `false` are for checkboxes."""
    if word.startswith("{"):
        return [pair for item in _objects(name, word) if isinstance(item, dict) for pair in item.items()]
    # A selector such as [name=q] contains equals signs itself.
    found = re.match(r"((?:\[[^]]*\]|[^=\[])+)=(.*)", word, re.DOTALL)
    if found is None:
        raise UsageMistake(f'{name}: write NAME=VALUE or a JSON object, not "{word}"')
    value: Json = {"true": True, "false": False}.get(found[2], found[2])
    return [(found[1], value)]


def _objects(name: str, word: str) -> list[Json]:
    try:
        read = json.loads(word)
    except ValueError as error:
        raise UsageMistake(f"{name}: invalid JSON: {error}") from None
    return read if isinstance(read, list) else [read]


def _json_or_text(text: str) -> Json:
    try:
        read: Json = json.loads(text)
    except ValueError:
        return text
    return read
