"""Replies keep to their budget, say what is left, and bring it on request; monsters are read no further."""

import re

import pytest
from toon_format import decode


async def test_a_budget_cuts_at_a_row_and_the_cursor_brings_the_rest(browser, page):
    await page.show("".join(f"<button>Number {n}</button><br>" for n in range(120)))
    reply = await browser.call("snapshot", max_tokens=300)
    names = [row["name"] for row in decode(reply.text)["elements"]]
    assert 0 < len(names) < 120
    assert "cursor" in decode(reply.text)["left"]
    while len(names) < 120:
        reply = await browser.call("snapshot", max_tokens=300, cursor=reply.cursor)
        names += [row["name"] for row in decode(reply.text)["elements"]]
    assert names == [f"Number {n}" for n in range(120)]


MONSTER = 7000


@pytest.mark.parametrize(
    ("item", "name"),
    [
        ("<button>Number {n}</button><br>", "Number {n}"),
        ("<p>Line {n}</p>", "Line {n}"),
        (f"<p>Line {{n}} {'long' * 30}</p>", "Line {n}"),
    ],
)
async def test_of_a_monster_no_more_is_read_than_the_reply_takes_and_the_cursor_brings_the_rest(
    browser, page, item, name
):
    await page.show("".join(item.format(n=n) for n in range(MONSTER)))
    reply = await browser.call("snapshot", max_tokens=300)
    assert re.match(r"(\d+ rows and )?about \d{4,5} elements below, cursor", decode(reply.text)["left"])
    words = reply.text
    reply = await browser.call("snapshot", max_tokens=100_000, cursor=reply.cursor)
    words += reply.text
    while not reply.cursor.endswith(".0"):
        reply = await browser.call("snapshot", max_tokens=100_000, cursor=reply.cursor)
        words += reply.text
    found = re.findall(name.format(n=r"\d+") + r"\b", words)
    assert list(dict.fromkeys(found)) == [name.format(n=n) for n in range(MONSTER)]
    assert len(found) - MONSTER < 40


async def test_a_monstrous_table_folds_as_far_as_it_is_read(browser, page):
    rows = "".join(f"<tr><td>{n}<td><a href=#{n}>Item {n}</a><td><button>Buy</button>" for n in range(2000))
    await page.show(f"<table><tr><th>No<th>Item<th>Order{rows}</table><p>The end</p>")
    reply = decode((await browser.call("snapshot", max_tokens=2000)).text)
    (table,) = (rows for rows in reply.values() if isinstance(rows, list))
    assert [row["No"] for row in table] == list(range(len(table)))
    assert len(table) > 50
    assert "elements below" in reply["left"]


async def test_the_rest_of_a_monster_that_is_gone_cannot_be_read(browser, page):
    await page.show("<p>Line</p>" * MONSTER)
    cursor = (await browser.call("snapshot", max_tokens=300)).cursor
    await page.show("<p>Elsewhere</p>")
    error = await browser.fails("snapshot", cursor=cursor)
    assert error.code == "INVALID_PARAMS"
    assert "has expired" in error.message


async def test_a_cut_snapshot_begins_with_what_is_on_screen(browser, page):
    await page.show("".join(f"<p style='height:90px'><button>Number {n}</button></p>" for n in range(60)))
    await browser.call("evaluate", expression="window.scrollTo(0, 3000)")
    reply = await browser.text("snapshot", max_tokens=200)
    first = decode(reply)["elements"][0]["name"]
    assert int(first.split()[1]) > 20
    assert "above" in decode(reply)["left"]


async def test_a_cursor_of_a_forgotten_page_says_what_to_do(browser, page):
    await page.show("<p>x</p>")
    error = await browser.fails("snapshot", cursor="99.5")
    assert error.code == "INVALID_PARAMS"
    assert "snapshot" in error.next_step


CODE = "\n".join(f"line {n} of the listing" for n in range(400))


@pytest.mark.parametrize(
    ("html", "words"),
    [
        (
            "<table><tr><th>No<th>Name"
            + "".join(f"<tr><td>{n}<td>Item {n}" for n in range(600))
            + "</table>",
            [f"| {n} | Item {n} |" for n in range(600)],
        ),
        ("<p>" + " ".join(f"word{n}" for n in range(3000)) + "</p>", [f"word{n}" for n in range(3000)]),
        (f"<p>{'漢字' * 3000}</p>", ["漢字"] * 3000),
        (f"<pre>{CODE}</pre>", CODE.split("\n")),
    ],
    ids=["table", "paragraph", "without blanks", "code"],
)
async def test_text_is_cut_inside_what_is_longer_than_the_budget(browser, page, html, words):
    await page.show(f"<h1>Head</h1>{html}<p>The end.</p>")
    whole = await browser.text("text", max_tokens=100_000)
    reply = await browser.call("text", max_tokens=800)
    told = [reply.text]
    while reply.cursor:
        reply = await browser.call("text", max_tokens=800, cursor=reply.cursor)
        told.append(reply.text)
    assert len(told) > 3
    assert max(map(len, told)) < 2 * len(whole) / len(told)
    assert all(text.count("```") in (0, 2) for text in told)
    everything = "\n".join(told)
    assert [everything.count(word) for word in ("Head", "The end.")] == [1, 1]
    pattern = "|".join(re.escape(word) + r"(?!\w)" * word.isascii() for word in sorted(set(words), key=len))
    assert re.findall(pattern, everything) == words
    assert re.findall(pattern, whole) == words


def table_of(name, rows):
    """Return a table with so many rows."""
    cells = "".join(f"<tr><td>{name} {n}<td>{n}.50" for n in range(rows))
    return f"<table aria-label={name}><tr><th>Article<th>Price{cells}</table>"


@pytest.mark.parametrize(
    "wanted",
    [{"fields": ["article", "price"]}, {"items": "tr:has(td)", "fields": ["article=td", "price=td + td"]}],
    ids=["names", "selectors"],
)
async def test_records_beyond_the_budget_are_brought_by_the_cursor(browser, page, wanted):
    await page.show(table_of("Pen", 2500))
    reply = await browser.call("extract", **wanted, max_tokens=20_000)
    records = reply.records
    assert 0 < len(records) < 2500
    assert f"(more: cursor {reply.cursor})" in reply.to_text()
    while reply.cursor:
        reply = await browser.call("extract", **wanted, max_tokens=60_000, cursor=reply.cursor)
        assert reply.total == 2500
        records += reply.records
    assert records == [{"article": f"Pen {n}", "price": f"{n}.50"} for n in range(2500)]


async def test_tables_beyond_the_budget_are_brought_by_the_cursor(browser, page):
    await page.show(table_of("Pen", 30) + table_of("Ink", 60) + table_of("Nib", 5))
    told = []
    reply = await browser.call("extract", max_tokens=300)
    told += reply.tables
    while reply.cursor:
        reply = await browser.call("extract", max_tokens=300, cursor=reply.cursor)
        assert reply.total == 3
        told += reply.tables
    assert len(told) > 5
    rows = [row["Article"] for table in told for row in table["rows"]]
    assert rows == [
        f"{name} {n}" for name, count in (("Pen", 30), ("Ink", 60), ("Nib", 5)) for n in range(count)
    ]


async def test_what_is_no_cursor_is_refused(browser, page):
    await page.show(table_of("Pen", 3))
    error = await browser.fails("extract", cursor="next")
    assert error.code == "INVALID_PARAMS"
    assert "cursor" in error.next_step
