"""Forms: what their fields take, files, and sending them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from tabwire.protocol.page_agent.elements import ElementLook, FileBytes
from tabwire.protocol.page_agent.obstacles import ChoiceRefusal, Obstacle


@dataclass(frozen=True, slots=True)
class FieldFacts:
    """What a field takes, and why it takes nothing now.

    `refused`: it does not take the choices that are meant for it. `named` is the field that mere words stand
    for, `meant` one to name instead of something that is no field.
    """

    takes: Literal["text", "value", "choice", "check", "files", "nothing"]
    suggests: bool
    obstacle: Obstacle | None
    refused: ChoiceRefusal | None
    named: ElementLook | None
    meant: ElementLook | None


@dataclass(frozen=True, slots=True)
class FileField:
    """The file field that an element is, labels or holds; its ref is empty where there is none."""

    ref: str
    takes_many: bool


@dataclass(frozen=True, slots=True)
class SubmittedForm:
    """Whether there was a form, and if not, whether there is one that could be named by a field of it.

    `invalid` is the first field that the browser objects to, `complaint` what it says.
    """

    is_found: bool
    can_be_named: bool = False
    invalid: ElementLook | None = None
    complaint: str = ""


class Forms(Protocol):
    """Forms."""

    async def field_facts(self, ref: str, *, choices: list[str]) -> FieldFacts:
        """Tell what a field takes, and whether it takes these choices."""

    async def submit_form(self, ref: str) -> SubmittedForm:
        """Send the form around an element; without a ref, around the focus, or the only one there is."""

    async def file_field(self, ref: str) -> FileField:
        """Find the file field that is meant."""

    async def give_files(self, ref: str, *, files: list[FileBytes]) -> None:
        """Put files into the field that is meant, or drop them on the element when it has none."""
