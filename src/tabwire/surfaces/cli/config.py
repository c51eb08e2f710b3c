"""`tabwire config`: show current settings and where each comes from, or write a file to start with."""

from __future__ import annotations

import json
import os
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from tabwire.errors import TabwireError
from tabwire.places import Places
from tabwire.settings import ENVIRONMENT_PREFIX, Settings, load
from tabwire.surfaces.cli.printing import FAILED, show_error
from tabwire.surfaces.cli.programs import Parser

Location = tuple[str, ...]


def run(arguments: list[str]) -> int:
    """Run `tabwire config`."""
    parser = Parser(prog="tabwire config", description="Show the settings, or write a file with all of them.")
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    actions.add_parser("show", help="print every setting and where it comes from (default)")
    actions.add_parser("path", help="print the path of the file")
    actions.add_parser("init", help="write a file with every setting, all commented out")
    action = parser.parse_args(arguments).action
    path = Path(Places().config_file)
    try:
        return {"path": _path, "init": _init}.get(action, _show)(path)
    except TabwireError as error:
        return show_error(error)


def _path(path: Path) -> int:
    print(path)
    return 0


def _show(path: Path) -> int:
    settings = load(path, os.environ)
    in_file = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    rows = [
        (".".join(location), _as_toml(_at(settings, location)), _source(location, in_file, os.environ))
        for location, _ in _settings(Settings)
    ]
    width = max(len(f"{name} = {value}") for name, value, _ in rows)
    print(f"# {path}{'' if path.exists() else ' (does not exist; `tabwire config init` creates it)'}")
    for name, value, source in rows:
        print(f"{f'{name} = {value}':<{width}}   # {source}")
    return 0


def _init(path: Path) -> int:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(template())
    except FileExistsError:
        print(f"{path} already exists. Nothing was changed.", file=sys.stderr)
        return FAILED
    except OSError as error:
        print(f"{path} cannot be written: {error}", file=sys.stderr)
        return FAILED
    print(f"Created {path}\nRemove the # before a setting to change it, then run `tabwire hub stop`.")
    return 0


def template() -> str:
    """Return a configuration file with every setting, its meaning and its default, commented out."""
    lines = ["# tabwire settings. Each can also be set by an environment variable, for example", ""]
    lines[1:] = [f"# {ENVIRONMENT_PREFIX}HTTP_PORT=8000."]
    section: Location = ()
    for location, field in _settings(Settings):
        if location[:-1] != section:
            section = location[:-1]
            lines += ["", f"[{'.'.join(section)}]"]
        lines += ["", f"# {field.description}", f"# {location[-1]} = {_as_toml(field.default)}"]
    return "\n".join(lines) + "\n"


def _settings(model: type[BaseModel], above: Location = ()) -> Iterator[tuple[Location, FieldInfo]]:
    """List every setting; those outside any section come first, as TOML requires."""
    inner: list[tuple[str, type[BaseModel]]] = []
    for name, field in model.model_fields.items():
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            inner.append((name, field.annotation))
        else:
            yield (*above, name), field
    for name, section in inner:
        yield from _settings(section, (*above, name))


def _at(settings: BaseModel, location: Location) -> object:
    found: object = settings
    for part in location:
        found = getattr(found, part)
    return found


def _as_toml(value: object) -> str:
    """Return a value as TOML; for strings, numbers, booleans and lists of strings that is JSON."""
    return json.dumps(value, ensure_ascii=False)


def _source(location: Location, in_file: object, environ: Mapping[str, str]) -> str:
    variable = ENVIRONMENT_PREFIX + "_".join(location).upper()
    if variable in environ:
        return f"environment variable {variable}"
    for part in location:
        if not isinstance(in_file, dict) or part not in in_file:
            return "default"
        in_file = in_file[part]
    return "file"
