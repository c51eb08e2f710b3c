"""The pages that every contender is measured on, made from a seed: nothing can be tuned to one of them."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from pathlib import Path
from random import Random

SCRIPT = (Path(__file__).parent / "pages" / "page.js").read_text(encoding="utf-8")

ROWS = 200
ELEMENTS_OF_BIG = 20_000
LINKS_OF_FORM = 30

SYLLABLES = (
    "ba be bo da de do fa fe ga go ka ke ko la le lo ma me mo na ne no pa pe ra re ro sa se so ta te to va"
)
COUNTRIES = (
    "Austria",
    "Brazil",
    "Canada",
    "Denmark",
    "Egypt",
    "France",
    "Ghana",
    "Hungary",
    "India",
    "Japan",
)


class Words:
    """Invented words: the same ones for the same seed."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._syllables = SYLLABLES.split()

    def word(self) -> str:
        return "".join(self._random.choices(self._syllables, k=self._random.randint(2, 3)))

    def title(self, words: int = 2) -> str:
        return " ".join(self.word() for _ in range(words)).capitalize()

    def sentence(self) -> str:
        return self.title(self._random.randint(6, 14)) + "."

    def paragraph(self) -> str:
        return " ".join(self.sentence() for _ in range(self._random.randint(3, 6)))

    def price(self) -> str:
        return f"{self._random.randint(3, 250)}.{self._random.randint(0, 99):02d}"


def product(seed: int, row: int) -> str:
    """Return the name of the article in one row of the table."""
    words = Words(seed * 1000 + row)
    return f"{words.title()} {row}"


def _page(title: str, body: str) -> str:
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<link rel="icon" href="data:,"></head>'
        f'<body><header><h1>{escape(title)}</h1></header><main>{body}</main><p id="out" role="status"></p>'
        '<script src="/page.js"></script></body></html>'
    )


def _field(name: str, label: str, kind: str = "text") -> str:
    return f'<p><label>{escape(label)} <input name="{name}" type="{kind}"></label></p>'


def _select(name: str, label: str, options: tuple[str, ...]) -> str:
    choices = "".join(f"<option>{escape(option)}</option>" for option in ("Choose", *options))
    return f'<p><label>{escape(label)} <select name="{name}">{choices}</select></label></p>'


def _check(name: str, label: str) -> str:
    return f'<p><label><input type="checkbox" name="{name}"> {escape(label)}</label></p>'


def _radios(name: str, legend: str, options: tuple[str, ...]) -> str:
    choices = "".join(
        f'<label><input type="radio" name="{name}" value="{option}"> {option}</label>' for option in options
    )
    return f"<fieldset><legend>{escape(legend)}</legend>{choices}</fieldset>"


def form(seed: int) -> str:
    """A page as many sites have it: navigation, some text, a form."""
    words = Words(seed)
    links = "".join(f'<li><a href="/article?{i}">{words.title()}</a></li>' for i in range(LINKS_OF_FORM))
    fields = (
        _field("name", "Full name")
        + _field("email", "Email", "email")
        + _select("country", "Country", COUNTRIES)
        + _check("terms", "I accept the terms")
    )
    text = "".join(f"<p>{words.paragraph()}</p>" for _ in range(2))
    return _page(
        "Contact", f"<nav><ul>{links}</ul></nav>{text}<form>{fields}<button type=button>Send</button></form>"
    )


def table(seed: int) -> str:
    """A shop's list: rows with a link and a button each."""
    words = Words(seed)
    rows = "".join(_row(seed, number, words.price()) for number in range(1, ROWS + 1))
    head = "<tr><th>No.</th><th>Article</th><th>Price</th><th>Action</th></tr>"
    return _page("Articles", f"<table><thead>{head}</thead><tbody>{rows}</tbody></table>")


def _row(seed: int, number: int, price: str) -> str:
    name = product(seed, number)
    return (
        f'<tr><td>{number}</td><td><a href="/article?{number}">{name}</a></td><td>{price}</td>'
        f'<td><button data-does="buy" data-item="{name}">Buy {name}</button></td></tr>'
    )


def article(seed: int) -> str:
    """A long text with headings and links in it."""
    words = Words(seed)
    parts = [f"<h2>{words.title(4)}</h2>{_paragraphs(words)}" for _ in range(12)]
    return _page(words.title(5), f"<article>{''.join(parts)}</article>")


def _paragraphs(words: Words) -> str:
    return "".join(
        f'<p>{words.paragraph()} <a href="/form">{words.title()}</a> {words.sentence()}</p>' for _ in range(5)
    )


def big(seed: int) -> str:
    """A page with 20,000 elements."""
    words = Words(seed)
    items = "".join(
        f'<li><a href="/article?{i}">{words.title()}</a><span>{words.word()}</span></li>'
        for i in range(ELEMENTS_OF_BIG // 3)
    )
    return _page("Everything", f"<ul>{items}</ul>")


def clicks(seed: int) -> str:
    """Buttons that change the page in different ways."""
    buttons = "".join(
        f'<p><button data-does="{kind}">Run {kind}</button></p>'
        for kind in ("sync", "promise", "timer", "fetch")
    )
    return _page("Clicks", buttons)


TEN_FIELDS = (
    ("first", "First name", "textbox", "Ada"),
    ("last", "Last name", "textbox", "Lovelace"),
    ("mail", "Email", "textbox", "ada@example.com"),
    ("phone", "Phone", "textbox", "+44 20 7946 0000"),
    ("street", "Street", "textbox", "12 St James's Square"),
    ("city", "City", "textbox", "London"),
    ("zip", "Postal code", "textbox", "SW1Y 4LB"),
    ("company", "Company", "textbox", "Analytical Engines"),
    ("country", "Country", "combobox", "France"),
    ("news", "Send me news", "checkbox", "true"),
)


def _of_kind(name: str, label: str, kind: str) -> str:
    if kind == "combobox":
        return _select(name, label, COUNTRIES)
    if kind == "checkbox":
        return _check(name, label)
    return _field(name, label)


def ten(seed: int) -> str:
    """A form of ten fields."""
    fields = "".join(_of_kind(name, label, kind) for name, label, kind, _ in TEN_FIELDS)
    return _page("Register", f"<form>{fields}<button type=button>Save</button></form>")


def long_fields(seed: int) -> list[tuple[str, str, str, str]]:
    """Return the fields of the long form and what belongs into them."""
    words = Words(seed + 7)
    texts = [(f"t{i}", words.title(), "textbox", words.title(3)) for i in range(20)]
    picks = [(f"s{i}", words.title(), "combobox", COUNTRIES[i]) for i in range(3)]
    boxes = [(f"c{i}", words.title(), "checkbox", "true") for i in range(2)]
    return [*texts, *picks, *boxes]


def long(seed: int) -> str:
    """A form of twenty-five fields that is sent to the server."""
    fields = "".join(_of_kind(name, label, kind) for name, label, kind, _ in long_fields(seed))
    return _page("Application", f'<form method="post" action="/apply">{fields}<button>Submit</button></form>')


def login(seed: int) -> str:
    """A form to log in."""
    fields = _field("user", "User name") + _field("password", "Password", "password")
    return _page("Log in", f'<form method="post" action="/login">{fields}<button>Log in</button></form>')


def message(title: str, text: str) -> str:
    """A page that says one thing."""
    return _page(title, f"<p>{escape(text)}</p>")


PAGES: dict[str, Callable[[int], str]] = {
    "form": form,
    "table": table,
    "article": article,
    "big": big,
    "clicks": clicks,
    "ten": ten,
    "long": long,
    "login": login,
}
