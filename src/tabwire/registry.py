"""The registry of commands: one decorated function is the only place a capability is defined."""

from __future__ import annotations

import difflib
import inspect
import json
import typing
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import islice
from types import ModuleType
from typing import Annotated, Any, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from tabwire.errors import InvalidParams, UnknownCommand
from tabwire.results.result import Result
from tabwire.schemas import JsonObject, compact

DEFAULT_DEADLINE_S = 30.0
# A caller corrects a few mistakes at a time; naming a hundred thousand of them would take seconds.
PROBLEMS_TOLD = 8

TabParameter = Annotated[str | None, Field(description="Tab id; default: your current tab.")]


class Effect(StrEnum):
    """What a command does to the world, as policy and MCP annotations see it."""

    READ = "read"
    ACT = "act"
    ADMIN = "admin"


class Arguments(BaseModel):
    """The parsed parameters of one call; each command has its own subclass."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


Run: TypeAlias = Callable[..., Awaitable[Result]]


@dataclass(frozen=True)
class Steps:
    """What a command that runs others works on: each step goes the whole way of a request, as its caller."""

    run: Callable[[str, JsonObject], Awaitable[Result]]


RunT = TypeVar("RunT", bound=Run)


@dataclass(frozen=True)
class Declaration:
    """What the `@command` decorator states about a function beyond its signature."""

    effect: Effect
    core: bool = False
    grant: str = ""
    opens: tuple[str, ...] = ()
    reads_files: tuple[str, ...] = ()
    begins_page: bool = False
    urgent: bool = False
    deadline_s: float = DEFAULT_DEADLINE_S


def command(
    effect: Effect,
    *,
    core: bool = False,
    grant: str = "",
    opens: tuple[str, ...] = (),
    reads_files: tuple[str, ...] = (),
    begins_page: bool = False,
    urgent: bool = False,
    deadline_s: float = DEFAULT_DEADLINE_S,
) -> Callable[[RunT], RunT]:
    """Declare a function as a command.

    `core` puts it into the default tool list. `grant` names a permission that keys lack unless it was
    given to them. `opens` and `reads_files` name the parameters that hold addresses and paths, so that
    policy can check them before the command runs. A command that `begins_page` shows another page in its tab,
    so it also runs where the present one is closed or cannot be worked in. An `urgent` command never waits
    behind other work on its tab: it answers dialogs, stops and closes.
    """
    declaration = Declaration(effect, core, grant, opens, reads_files, begins_page, urgent, deadline_s)

    def declare(run: RunT) -> RunT:
        run.__tabwire_command__ = declaration  # type: ignore[attr-defined]
        return run

    return declare


@dataclass(frozen=True)
class Command:
    """One capability, with everything that surfaces and policy need to know about it."""

    name: str
    help: str
    scope: type
    declaration: Declaration
    arguments: type[Arguments]
    result: type[Result]
    run: Run
    parameters: tuple[str, ...]

    @property
    def effect(self) -> Effect:
        """Return what the command does to the world."""
        return self.declaration.effect

    @property
    def summary(self) -> str:
        """Return the first sentence of the help."""
        return self.help.split("\n")[0].split(". ")[0].rstrip(".") + "."

    @cached_property
    def input_schema(self) -> JsonObject:
        """Return the JSON Schema of the parameters, in its shortest form."""
        return compact(self.arguments.model_json_schema())

    @cached_property
    def output_schema(self) -> JsonObject:
        """Return the JSON Schema of the result."""
        return compact(self.result.model_json_schema(mode="serialization"))

    def parse(self, raw: object) -> Arguments:
        """Check raw parameters; name the problems and, for unknown names, the known ones."""
        if not isinstance(raw, dict):
            raise InvalidParams(f"{self.name}: parameters must be a JSON object.", known=self.known)
        # The first names suffice to find more unknown ones than are told.
        enough = len(self.arguments.model_fields) + PROBLEMS_TOLD + 1
        try:
            given = {name: _as_json_counts(value) for name, value in islice(raw.items(), enough)}
            return self.arguments.model_validate_json(json.dumps(given), strict=True)
        except ValidationError as error:
            found = error.errors(include_url=False, include_context=False, include_input=False)
            problems = [_problem(self, item["loc"], item["type"], item["msg"]) for item in found]
            more = "; and more" if len(problems) > PROBLEMS_TOLD else ""
            raise InvalidParams(
                f"{self.name}: {'; '.join(problems[:PROBLEMS_TOLD])}{more}.",
                next_step=f"Parameters of {self.name}: {', '.join(self.known) or 'none'}.",
                known=self.known,
            ) from error

    @property
    def known(self) -> list[str]:
        """Return the names of all parameters."""
        return list(self.arguments.model_fields)

    async def call(self, scope: object, arguments: Arguments) -> Result:
        """Run the command's function on its tab, session or hub."""
        return await self.run(scope, **{name: getattr(arguments, name) for name in self.parameters})


def _as_json_counts(value: object) -> object:
    """Return whole numbers as such: JSON does not tell 2.0 from 2."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _problem(command: Command, location: tuple[int | str, ...], kind: str, message: str) -> str:
    """Say in a few words what is wrong with one parameter."""
    name = ".".join(str(part) for part in location)[:80]
    if kind == "extra_forbidden":
        near = difflib.get_close_matches(name, command.known, 1)
        return f'unknown parameter "{name}"' + (f' (did you mean "{near[0]}"?)' if near else "")
    if kind == "missing":
        return f'"{name}" is required'
    message = message.removeprefix("Value error, ")
    return f'"{name}": {message[:1].lower()}{message[1:]}'


def read_command(run: Run) -> Command:
    """Read a decorated function: its name, help, parameters, result and scope."""
    declaration: Declaration = run.__tabwire_command__  # type: ignore[attr-defined]
    hints = typing.get_type_hints(run, include_extras=True)
    signature = list(inspect.signature(run).parameters.values())
    scope, own = signature[0], signature[1:]
    fields: dict[str, Any] = {
        parameter.name: (
            hints[parameter.name],
            ... if parameter.default is inspect.Parameter.empty else parameter.default,
        )
        for parameter in own
    }
    if hints[scope.name].__name__ == "Tab" and "tab" not in fields:
        fields["tab"] = (TabParameter, None)
    name = run.__name__.rstrip("_")
    title = "".join(part.capitalize() for part in name.split("_"))
    return Command(
        name=name,
        help=inspect.cleandoc(run.__doc__ or ""),
        scope=hints[scope.name],
        declaration=declaration,
        arguments=create_model(f"{title}Arguments", __base__=Arguments, **fields),
        result=hints["return"],
        run=run,
        parameters=tuple(parameter.name for parameter in own),
    )


class Registry:
    """All commands by name, in the order they were added."""

    def __init__(self, modules: Iterable[ModuleType] = ()) -> None:
        self._commands: dict[str, Command] = {}
        for module in modules:
            self.add_module(module)

    def add_module(self, module: ModuleType) -> None:
        """Add every command that the module defines."""
        for value in vars(module).values():
            if hasattr(value, "__tabwire_command__") and value.__module__ == module.__name__:
                self.add(read_command(value))

    def add(self, command: Command) -> None:
        """Add one command; two of the same name are a defect of the plug-in."""
        if command.name in self._commands:
            raise ValueError(f"Two commands are named {command.name!r}.")
        self._commands[command.name] = command

    def get(self, name: str) -> Command:
        """Return the command of that name, or say which names come close."""
        found = self._commands.get(name)
        if found is None:
            near = difflib.get_close_matches(name, self._commands, 3)
            hint = f" Did you mean {', '.join(near)}?" if near else ""
            raise UnknownCommand(f'There is no command "{name[:80]}".{hint}', candidates=near)
        return found

    def __iter__(self) -> Iterator[Command]:
        return iter(self._commands.values())

    def __len__(self) -> int:
        return len(self._commands)
