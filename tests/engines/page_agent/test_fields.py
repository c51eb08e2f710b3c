"""What a snapshot shows of fields and lists that are not the browser's own."""

import pytest
from tests.engines.page_agent.test_snapshots import rows_of
from toon_format import decode

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


async def test_the_words_beside_a_field_that_are_its_name_are_said_once(browser, page):
    await page.show(
        """<div id=city>City *</div><input aria-label=City required><input type=checkbox aria-label=News>
        <span id=news>News</span><p>Street: Main</p><input aria-label=Street>
        <div tabindex=0>Zip</div><input aria-label=Zip>
        <script>for (const word of [city, news]) word.addEventListener('click', () => 0)</script>"""
    )
    rows = decode(await browser.text("snapshot"))["elements"]
    assert [(row["role"], row["name"]) for row in rows] == [
        ("textbox", "City"),
        ("checkbox", "News"),
        ("text", "Street: Main"),
        ("textbox", "Street"),
        ("clickable", "Zip"),
        ("textbox", "Zip"),
    ]
    assert "City *" in await browser.text("snapshot", mode="full")
    assert ",textbox,City,required," in await browser.text("find", text="City *")


async def test_a_field_that_shows_its_name_in_place_of_its_text_is_not_hidden(browser, page):
    style = "<style>div { position: relative; width: 200px } span { position: absolute; left: 4px; top: 4px }"
    style += "input { opacity: 0; height: 26px; width: 200px }</style>"
    await page.show(
        f"{style}<div><span>City</span><input aria-label=City></div><p>Trap</p><input aria-label=Trap>"
        "<div><label><span>Zip</span><input></label></div><label for=bait>Bait</label><p><input id=bait>"
    )
    rows = rows_of(await browser.text("snapshot"))
    states = [rows[name]["states"] for name in ("City", "Zip", "Trap", "Bait")]
    assert states == ["", "", "hidden", "hidden"]


async def test_a_host_that_hands_the_focus_on_has_no_row_of_its_own(browser, page):
    script = """customElements.define('x-chip', class extends HTMLElement { connectedCallback() {
        this.tabIndex = 0;
        this.attachShadow({ mode: 'open', delegatesFocus: true }).innerHTML = '<button>Red</button>'; } })"""
    await page.show(f"<x-chip></x-chip><script>{script}</script>")
    rows = decode(await browser.text("snapshot"))["elements"]
    assert [(row["role"], row["name"]) for row in rows] == [("button", "Red")]


async def test_what_a_control_is_drawn_with_is_a_part_of_it(browser, page):
    track = "position: relative; width: 200px; height: 20px"
    await page.show(
        f"""<div role=slider aria-label=Stars aria-valuenow=3 tabindex=0 style='{track}'>
        <div id=stars style='{track}'></div></div><script>stars.addEventListener('click', () => 0)</script>"""
    )
    rows = decode(await browser.text("snapshot"))["elements"]
    assert [(row["role"], row["name"], row["states"]) for row in rows] == [("slider", "Stars", "value=3")]
