"""The first line each way on the hub's local socket: who calls, which surface (`door`), which versions.

    client   TABWIRE/1 build=0.1.0 door=mcp tools=core client=claude
    hub      TABWIRE/1 build=0.1.0 pid=4711                                   welcome
    hub      TABWIRE/1 build=0.1.0 error=VERSION_MISMATCH message=… next_step=…   refused

Values are percent-quoted, unknown names are kept: an older reader understands a newer writer.
Imported by `tabwire mcp`, so nothing here may import more than the interpreter has loaded anyway.
"""

from __future__ import annotations

# Raised only when the two sides would misunderstand each other; the control surfaces work across all numbers.
PROTOCOL = 1
LINE_MAX = 8192

MCP_SURFACE = "mcp"
COMMAND_SURFACE = "command"
RELAY_SURFACE = "relay"
STATUS_SURFACE = "status"
DRAIN_SURFACE = "drain"
STOP_SURFACE = "stop"
CONTROL_SURFACES = (STATUS_SURFACE, DRAIN_SURFACE, STOP_SURFACE)

_MAGIC = "TABWIRE/"
_PLAIN = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.:/,~")


class NotAGreeting(ValueError):
    """The line does not follow the form above."""


class Greeting:
    """One greeting line: a protocol number and named texts."""

    def __init__(self, fields: dict[str, str], protocol: int = PROTOCOL) -> None:
        self.fields = fields
        self.protocol = protocol

    def get(self, name: str) -> str:
        """Return the text of that name, or nothing."""
        return self.fields.get(name, "")

    @property
    def build(self) -> str:
        """Return the version of the program that wrote the line."""
        return self.get("build")

    @property
    def surface(self) -> str:
        """Return which surface the client wants."""
        return self.get("door")

    def to_line(self) -> bytes:
        """Return the line as it is sent."""
        words = [f"{_MAGIC}{self.protocol}"]
        words += [f"{name}={quote(value)}" for name, value in self.fields.items() if value]
        return " ".join(words).encode("ascii") + b"\n"


def read_greeting(line: bytes) -> Greeting:
    """Parse a line, or raise `NotAGreeting`."""
    try:
        magic, *words = line.decode("ascii").split()
        if not magic.startswith(_MAGIC):
            raise ValueError(magic)
        fields = {name: unquote(value) for name, _, value in (word.partition("=") for word in words)}
        return Greeting(fields, int(magic[len(_MAGIC) :]))
    except ValueError as error:
        raise NotAGreeting(repr(line[:80])) from error


def quote(text: str) -> str:
    """Percent-quote everything that could end a word."""
    return "".join(chr(byte) if byte in _PLAIN else f"%{byte:02X}" for byte in text.encode("utf-8"))


def unquote(text: str) -> str:
    """Undo `quote`."""
    first, *rest = text.split("%")
    quoted = b"".join(bytes((int(part[:2], 16),)) + part[2:].encode("ascii") for part in rest)
    return (first.encode("ascii") + quoted).decode("utf-8")


def is_newer(build: str, than: str) -> bool:
    """Tell whether one version comes after another; only the numbers before any suffix count."""
    return _numbers(build) > _numbers(than)


def _numbers(build: str) -> list[int]:
    numbers: list[int] = []
    for part in build.split("."):
        digits = part[: len(part) - len(part.lstrip("0123456789"))]
        if not digits:
            break
        numbers.append(int(digits))
    return numbers
