"""Render results and errors as short texts for people and models, with pictures beside them."""

from __future__ import annotations

from collections.abc import Iterator

from tabwire.errors import TabwireError
from tabwire.results.result import Image, Result

# Data that the error's message already contains.
_IN_MESSAGE = frozenset({"known", "retry_after_s", "file", "scheme", "obstacle"})


def text_of(result: Result) -> str:
    """Return a result as text, without its pictures."""
    if type(result).to_text is not Result.to_text:
        return result.to_text()
    pictures = [name for name, value in _fields(result) if list(_images_in(value))]
    return result.model_copy(update=dict.fromkeys(pictures)).to_text()


def images_of(result: Result) -> list[Image]:
    """Return the pictures of a result, in the order of its fields."""
    return [image for _, value in _fields(result) for image in _images_in(value)]


def failure_text(error: TabwireError) -> str:
    """Return an error as `CODE: message next_step`, followed by data that helps to recover."""
    from toon_format import encode

    useful = {name: value for name, value in error.data.items() if value and name not in _IN_MESSAGE}
    return f"{error.to_text()}\n{encode(useful)}" if useful else error.to_text()


def _fields(result: Result) -> Iterator[tuple[str, object]]:
    return ((name, getattr(result, name)) for name in type(result).model_fields)


def _images_in(value: object) -> Iterator[Image]:
    if isinstance(value, Image):
        yield value
    elif isinstance(value, list | tuple):
        yield from (item for item in value if isinstance(item, Image))
