"""Functions of another program, declared as the methods of a Protocol and called by message.

The method's name and parameters are the request, its return type is the answer. A parameter with a default is
sent only if it is given.
"""

from __future__ import annotations

import inspect
import typing
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, TypeAlias, TypeVar

from tabwire.protocol.typed_json import Decode, camel_case, decoder, encode

Answer = TypeVar("Answer")
FunctionsT = TypeVar("FunctionsT")
Method: TypeAlias = Callable[..., Coroutine[Any, Any, Answer]]
# Sends the name of a function and its arguments as JSON; returns what was answered.
Send: TypeAlias = Callable[[str, dict[str, Any]], Awaitable[Any]]


@dataclass(frozen=True)
class Function(Generic[Answer]):
    """One function: its name in JavaScript, its parameters, and how to decode its answer."""

    name: str
    parameters: tuple[str, ...]
    decode: Decode | None

    def arguments(self, given: tuple[Any, ...], named: dict[str, Any]) -> dict[str, Any]:
        """Return the arguments of a call as JSON."""
        values = dict(zip(self.parameters, given, strict=False)) | named
        return {camel_case(name): encode(value) for name, value in values.items()}

    def read(self, answer: Any) -> Answer:
        """Return the answer as its declared type."""
        return typing.cast(Answer, self.decode(answer) if self.decode else answer)


@cache
def function(method: Method[Answer]) -> Function[Answer]:
    """Read the declaration of a function."""
    parameters = tuple(inspect.signature(method).parameters)[1:]
    answer = typing.get_type_hints(method)["return"]
    return Function(camel_case(method.__name__), parameters, decoder(answer))


def methods_of(functions: type) -> list[Method[Any]]:
    """List the methods that a Protocol declares."""
    return [
        member
        for declaring in reversed(functions.__mro__)
        for member in vars(declaring).values()
        if inspect.iscoroutinefunction(member)
    ]


class _Calls:
    """The base of classes whose methods send messages."""

    __slots__ = ("send",)

    def __init__(self, send: Send) -> None:
        self.send = send


def _call(declared: Function[Any]) -> Callable[..., Awaitable[Any]]:
    async def call(self: _Calls, *given: Any, **named: Any) -> Any:
        return declared.read(await self.send(declared.name, declared.arguments(given, named)))

    return call


@cache
def _calling_class(functions: type[Any]) -> type[_Calls]:
    calls = {method.__name__: _call(function(method)) for method in methods_of(functions)}
    return type(f"{functions.__name__}Calls", (_Calls,), {"__slots__": (), **calls})


def calls_to(functions: type[FunctionsT], send: Send) -> FunctionsT:
    """Return an object with the methods of `functions`, each of which calls its function with `send`."""
    return typing.cast(FunctionsT, _calling_class(typing.cast(Any, functions))(send))
