"""What a snapshot shows of fields and lists that are not the browser's own."""

import pytest
from tests.engines.page_agent.test_snapshots import rows_of

EDITOR = (
    "customElements.define('x-editor', class extends HTMLElement { static formAssociated = true; "
    "constructor() { super(); this.attachInternals(); } });"
)
FIELD = (
    "customElements.define('x-field', class extends HTMLElement { static formAssociated = true; "
    "constructor() { super(); this.attachInternals(); "
    "this.attachShadow({ mode: 'open' }).innerHTML = '<input><button>Clear</button>'; } });"
)


async def test_an_editor_is_called_as_its_label_says_and_holds_its_words(browser, page):
    await page.show(
        "<label for=c>Content</label><x-editor id=c contenteditable role=textbox>Hello</x-editor>"
        f"<h2 contenteditable>Draft</h2><script>{EDITOR}</script>"
    )
    text = await browser.text("snapshot")
    assert rows_of(text)["Content"]["states"] == "value=Hello"
    assert rows_of(text)[""]["states"] == "level=2 value=Draft clickable"
    assert text.count("Content") == 1


async def test_a_field_holds_the_blanks_around_its_words_too(browser, page):
    await page.show(
        "<input aria-label=Line value='  Rutrum nisl. '>"
        "<textarea aria-label=Text>\n\n Two\nlines\n</textarea>"
        "<input aria-label=Blank value=' '><input aria-label=' Empty ' value='&#x200b;'>"
        "<div role=textbox contenteditable aria-label=Editor> Words </div>"
    )
    rows = rows_of(await browser.text("snapshot"))
    assert rows["Line"]["states"] == "value=  Rutrum nisl. "
    assert rows["Text"]["states"] == "multiline value=\n Two\nlines\n"
    assert rows["Blank"]["states"] == "value= "
    assert rows["Empty"]["states"] == ""
    assert rows["Editor"]["states"] == "value=Words"
    assert "textbox,Line" in await browser.text("find", text="Rutrum nisl.")


async def test_a_field_inside_a_custom_element_is_called_as_the_element_is(browser, page):
    await page.show(
        "<label for=n>Name</label><x-field id=n></x-field><x-field aria-label=Mail></x-field>"
        f"<label for=p>Plain</label><x-editor id=p>…</x-editor><script>{EDITOR}{FIELD}</script>"
    )
    rows = rows_of(await browser.text("snapshot"))
    assert [(row["role"], name) for name, row in rows.items()] == [
        ("textbox", "Name"),
        ("button", "Clear"),
        ("textbox", "Mail"),
        ("text", "Plain…"),
    ]
    await browser.call("type", target="Name", text="Ada")
    assert rows_of(await browser.text("snapshot"))["Name"]["states"] == "focused value=Ada"


async def test_choices_that_can_be_checked_say_whether_they_are(browser, page):
    await page.show(
        "<div role=tree><div role=treeitem aria-checked=true>Ham</div>"
        "<div role=treeitem aria-checked=mixed>Egg</div></div>"
        "<div role=listbox><div role=option aria-checked=false aria-selected=true>Tea</div>"
        "<div role=option>Milk</div></div>"
    )
    rows = rows_of(await browser.text("snapshot"))
    assert [rows[name]["states"] for name in ("Ham", "Egg", "Tea", "Milk")] == [
        "checked",
        "mixed",
        "unchecked selected",
        "",
    ]


@pytest.mark.parametrize("way", ["opacity:0", "height:0;overflow:hidden"])
@pytest.mark.parametrize("role", ["listbox", "menu"])
async def test_a_closed_list_is_left_out_however_it_is_put_out_of_sight(browser, page, way, role):
    item = "option" if role == "listbox" else "menuitem"
    await page.show(
        f"<button aria-expanded=false aria-controls=l>Theme</button><div style='{way}'>"
        f"<div role={role} id=l aria-label=Themes style='{way}'><div role={item}>Dark</div></div></div>"
        "<select multiple aria-label=Native style='opacity:0'><option>Red</select>"
    )
    for mode in ("auto", "interactive"):
        assert list(rows_of(await browser.text("snapshot", mode=mode))) == ["Theme", "Native"]
    assert "Dark" in await browser.text("snapshot", mode="full")


async def test_a_list_that_is_still_fading_in_is_told(browser, page):
    await page.show(
        "<button aria-expanded=true aria-controls=l>Theme</button>"
        "<div role=listbox id=l style='opacity:0'><div role=option>Dark</div></div>"
    )
    assert rows_of(await browser.text("snapshot"))["Dark"]["states"] == "hidden"


async def test_a_menu_item_that_opens_a_menu_of_its_own_says_so(browser, page):
    await page.show(
        "<div role=menu><div role=menuitem tabindex=0 aria-haspopup=true>Share</div>"
        "<div role=menuitemcheckbox aria-haspopup=menu aria-checked=true>Wrap</div>"
        "<div role=menuitem aria-haspopup=menu aria-expanded=false>More</div>"
        "<div role=menuitem aria-haspopup=false>Copy</div><div role=menuitem>Paste</div></div>"
        "<button aria-haspopup=menu>File</button>"
    )
    rows = rows_of(await browser.text("snapshot"))
    states = {
        name: row["states"] for name, row in rows.items() if row["role"].startswith(("menuitem", "button"))
    }
    assert states == {
        "Share": "haspopup",
        "Wrap": "checked haspopup",
        "More": "collapsed",
        "Copy": "",
        "Paste": "",
        "File": "",
    }
