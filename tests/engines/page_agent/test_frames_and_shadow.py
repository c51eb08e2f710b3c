"""Frames and shadow roots, nested and closed, read like the rest of the page."""

from toon_format import decode

CLOSE = """
    function close(host, html) {
        const root = host.attachShadow({ mode: "closed" });
        root.innerHTML = html;
        return root;
    }
"""


def rows_of(text):
    """Return the element rows of a snapshot by name."""
    return {row["name"]: row for row in decode(text)["elements"]}


async def test_open_shadow_roots_and_slots_read_in_rendered_order(browser, page):
    await page.open("slots")
    rows = decode(await browser.text("snapshot"))["elements"]
    assert [row["name"] for row in rows] == ["Inside", "before Slotted after\n rest"]


async def test_closed_shadow_roots_are_read_however_deep(browser, page):
    await page.open("closed_roots")
    rows = rows_of(await browser.text("snapshot"))
    assert {"Outer", "Deep", "In a div", "In a section"} <= set(rows)
    assert "Replaced" not in rows


async def test_closed_roots_show_what_stands_around_the_children_of_their_hosts(browser, page, server):
    inner = server.add_html(
        "<div id=host>Inner</div><script>" + CLOSE + "close(host, 'Frame <slot></slot>')</script>"
    )
    await page.show(
        "<div id=host><span><b id=child>Own</b></span></div><iframe title=f src='" + inner + "'></iframe>"
        "<script>" + CLOSE + "const root = close(host, '<a href=/>Before</a><p id=deep><slot></slot></p>');"
        "close(root.getElementById('deep'), 'Around <slot></slot> it')</script>"
    )
    names = [row["name"] for row in decode(await browser.text("snapshot"))["elements"]]
    assert names == ["Before", "Around Own it", "f", "Frame Inner"]
    await browser.call(
        "evaluate", expression=CLOSE + "close(child.parentElement, '<button>Late</button><slot></slot>')"
    )
    assert "Late" in rows_of(await browser.text("snapshot"))


async def test_what_floats_above_the_page_in_a_closed_root_is_read(browser, page):
    await page.show(
        "<p>Page</p><div id=host></div><script>"
        + CLOSE
        + "close(host, '<dialog open style=\"position: fixed; top: 0\"><a href=/>Help</a></dialog>')</script>"
    )
    assert "Help" in rows_of(await browser.text("snapshot"))
    late = "close(document.body.appendChild(document.createElement('div')), '<button>Late</button>')"
    await browser.call("evaluate", expression=CLOSE + late)
    assert "Late" in rows_of(await browser.text("snapshot"))


async def test_css_targets_reach_through_open_shadow_roots(browser, page):
    await page.open("slots")
    first = decode(await browser.text("snapshot", target="x-card .go"))["elements"][0]
    assert (first["role"], first["name"]) == ("button", "Inside")


async def test_frames_of_any_origin_follow_the_element_that_holds_them(browser, page):
    deep = page.server.add_html("<button>Deep</button>", host="127.0.0.1")
    other = page.server.add_html(
        f"<button>Foreign</button><iframe title=inner src='{deep}'></iframe>", host="localhost"
    )
    await page.show(f"<iframe title=outer src='{other}'></iframe><button>After</button>")
    rows = decode(await browser.text("snapshot"))["elements"]
    assert [row["name"] for row in rows] == ["outer", "Foreign", "inner", "Deep", "After"]
    refs = {row["name"]: row["ref"] for row in rows}
    assert refs["Foreign"].startswith("f1e")
    assert refs["Deep"].startswith("f2e")
    first = decode(await browser.text("snapshot", target=refs["Deep"]))["elements"][0]
    assert first["name"] == "Deep"


async def test_links_in_the_text_of_a_frame_carry_its_prefix(browser, page):
    await page.show("<iframe srcdoc='<p>See <a href=/x>this</a> one.</p>'></iframe>")
    text = decode(await browser.text("snapshot"))["elements"][1]["name"]
    assert text == "See [this f1e1] one."


async def test_a_frame_that_did_not_load_says_so(browser, page):
    await page.show("<iframe title=lost src='http://127.0.0.1:1/'></iframe>")
    assert "unreadable" in rows_of(await browser.text("snapshot"))["lost"]["states"]


async def test_two_hundred_frames_are_read(browser, page):
    frames = "".join(f"<iframe srcdoc='<button>B{n}</button>'></iframe>" for n in range(200))
    await page.show(frames)
    text = await browser.text("snapshot", mode="interactive", max_tokens=100000)
    names = {row["name"] for row in decode(text)["elements"]}
    assert {f"B{n}" for n in range(200)} <= names
