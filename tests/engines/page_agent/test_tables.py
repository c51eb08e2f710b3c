"""What a snapshot shows of the headers of tables, and what `extract` makes of them."""

import json

import pytest
from tests.engines.page_agent.test_snapshots import rows_of
from toon_format import decode

SORT = "<i role=button tabindex=0 aria-label='{0}: Activate to sort'></i>"
HEADERS = "".join(
    f"<th class=hand{' aria-sort=ascending' if name == 'Name' else ''}><div>{name}</div>{SORT.format(name)}"
    for name in ("Name", "Office", "Age", "Pay")
)
ROWS = "".join(f"<tr><td>Person {n}<td>Oslo<td>{n}<td>${n}" for n in range(1, 6))
STYLE = (
    "<style>table {border-collapse:collapse} .hand {cursor:pointer} .flat {height:0;padding:0;line-height:0}"
    "i {display:inline-block;width:9px;height:9px}</style>"
)


@pytest.mark.parametrize("clipped", ["", " style='overflow:hidden'"])
async def test_a_copy_of_the_headers_that_nobody_can_see_is_not_printed(browser, page, clipped):
    copies = "".join(
        f"<th class='hand flat'{clipped}><div class=flat style='overflow:hidden'><p>{name}</p></div>"
        for name in ("Name", "Office", "Age", "Pay")
    )
    await page.show(
        f"{STYLE}<table><thead><tr><th>Name<th>Office<th>Age<th>Pay</thead></table>"
        f"<table><thead><tr>{copies}</thead><tbody>{ROWS}</tbody></table>"
    )
    document = decode(await browser.text("snapshot"))
    assert [row["name"] for row in document["elements"]] == ["Name\n Office\n Age\n Pay"]
    [table] = json.loads(await browser.text("extract"))
    assert table["rows"][0] == {"Name": "Person 1", "Office": "Oslo", "Age": "1", "Pay": "$1"}


async def test_a_header_that_can_be_clicked_says_its_words_once(browser, page):
    await page.show(f"{STYLE}<table><thead><tr>{HEADERS}</thead><tbody>{ROWS}</tbody></table>")
    document = decode(await browser.text("snapshot"))
    rows = [(row["role"], row["name"], row["states"]) for row in document["elements"]]
    assert rows[:3] == [
        ("columnheader", "Name", "sort=ascending clickable"),
        ("button", "Name: Activate to sort", ""),
        ("columnheader", "Office", "clickable"),
    ]
    [table] = json.loads(await browser.text("extract"))
    assert table["rows"][0] == {"Name": "Person 1", "Office": "Oslo", "Age": "1", "Pay": "$1"}


async def test_headers_tell_how_their_table_is_sorted(browser, page):
    await page.show(
        "<table><tr><th aria-sort=descending>Name<th aria-sort=none>Age<tr><td>Ada<td>36</table>"
        "<table><tr><th aria-sort=other><button>City</button><th>Size<tr><td>Oslo<td>700</table>"
    )
    rows = rows_of(await browser.text("snapshot"))
    assert (rows["Name"]["role"], rows["Name"]["states"]) == ("columnheader", "sort=descending")
    assert (rows["City"]["role"], rows["City"]["states"]) == ("button", "sort=other")
    assert "none" not in await browser.text("snapshot", mode="full")


async def test_a_folded_table_tells_once_how_it_is_sorted(browser, page):
    await page.show(
        f"<table><thead><tr><th>Who<th aria-sort=ascending>City<th>Age<th>Pay</thead>{ROWS}</table>"
    )
    document = decode(await browser.text("snapshot"))
    assert "elements" not in document
    [table] = [rows for key, rows in document.items() if key.startswith("e")]
    assert list(table[0]) == ["Who", "City sort=ascending", "Age", "Pay"]
    [data] = json.loads(await browser.text("extract"))
    assert data["rows"][1]["City"] == "Oslo"


# Each part shows its children in a slot of its own; rows and cells say in the markup what they are.
PARTS = """customElements.define('x-part', class extends HTMLElement { connectedCallback() {
    this.attachShadow({ mode: 'open' }).innerHTML = '<slot></slot>'; } });
customElements.define('x-row', class extends HTMLElement { connectedCallback() {
    [...this.children].forEach((cell, at) => cell.slot = 's' + at);
    this.attachShadow({ mode: 'open' }).innerHTML =
        [...this.children].map((cell, at) => `<slot name=s${at}></slot>`).join(''); } });"""


@pytest.mark.parametrize("row", ["x-part", "x-row"])
async def test_a_table_of_custom_elements_folds_like_any(browser, page, row):
    heads = "".join(f"<x-part role=columnheader>{name}</x-part>" for name in ("Name", "Price", "Action"))
    fruits = (("Apple", 3), ("Pear", 4), ("Plum", 5), ("Fig", 6))
    rows = "".join(
        f"<{row} role=row><x-part role=cell>{name}</x-part><x-part role=cell>{price}</x-part>"
        f"<x-part role=cell><button>Buy</button></x-part></{row}>"
        for name, price in fruits
    )
    style = "<style>x-row, [role=row] { display: flex } [role=table] { display: block }</style>"
    await page.show(
        f"{style}<x-part role=table><x-part style='display: block'><{row} role=row>{heads}</{row}></x-part>"
        f"<x-part role=rowgroup style='display: block'>{rows}</x-part></x-part><script>{PARTS}</script>"
    )
    text = await browser.text("snapshot")
    [table] = [part for key, part in decode(text).items() if key.startswith("e") and key != "elements"]
    assert [(line["Name"], line["Price"]) for line in table] == [*fruits]
    assert all(line["Action button Buy"].startswith("e") for line in table)
    assert text.count("Name") == 1
