"""What listens for clicks without saying so in its markup."""


async def test_an_element_with_a_listener_is_clickable(browser, page):
    await page.show(
        "<span id=go>Go on</span><p>Plain</p>"
        "<script>go.addEventListener('click', () => { document.title = 'gone on' })</script>"
    )
    text = await browser.text("snapshot")
    assert "clickable,Go on" in text
    assert "clickable,Plain" not in text
    await browser.call("click", target="Go on")
    assert await page.value("document.title") == "gone on"


async def test_a_container_that_only_passes_clicks_on_is_not(browser, page):
    await page.show(
        "<div id=root><p>Some text</p><button>Save</button></div>"
        "<script>for (const e of [root, document.body]) e.addEventListener('click', () => 1)</script>"
    )
    assert "clickable" not in await browser.text("snapshot")


async def test_a_closed_root_shows_itself_by_what_listens_in_it(browser, page):
    await page.open("slotted_root")
    text = await browser.text("snapshot")
    assert "Shown in the slot" in text
    assert "Slotted too" in text
    await browser.call("click", target='button "Deep inside"')
    assert await page.value("document.title") == "pressed"


async def test_a_list_that_listens_for_its_items_shows_them(browser, page):
    await page.show(
        "<ul id=list aria-label=Order><li>One<li>Two</ul>"
        "<script>list.addEventListener('pointerdown', () => 1)</script>"
    )
    for text in (await browser.text("snapshot"), await browser.text("find", text="Two")):
        assert "Two" in text


async def test_listeners_that_come_later_and_in_frames_are_found_too(browser, page, server):
    inner = server.add_html("<i id=x>Inner</i><script>x.addEventListener('pointerdown', () => 1)</script>")
    far = server.add_html(
        "<i id=x>Far</i><script>x.addEventListener('mousedown', () => 1)</script>", host="localhost"
    )
    await page.show(f"<b id=late>Late</b><iframe src='{inner}'></iframe><iframe src='{far}'></iframe>")
    first = await browser.text("snapshot")
    assert "clickable,Inner" in first
    assert "clickable,Far" in first
    assert "clickable,Late" not in first
    await browser.call("evaluate", expression="late.addEventListener('click', () => 1)")
    assert "clickable,Late" in await browser.text("snapshot")


async def test_what_listens_in_a_frame_of_the_same_site_is_an_element_there(browser, page):
    inner = page.server.add_html(
        "<button>Go</button><script>"
        "document.querySelector('button').addEventListener('click', (e) => e.target.textContent = 'Gone')"
        "</script>"
    )
    await page.show(f"<iframe src='{inner}'></iframe>")
    assert 'button "Gone" (was "Go")' in await browser.text("click", target="Go")


async def test_handlers_in_the_markup_harm_no_page_that_is_opened_again(browser, page):
    for name in ("First", "Second", "Third"):
        await page.show(f"<a href='javascript:void(0)' onclick='go()'>{name}</a><b onclick='go()'>Bold</b>")
        text = await browser.text("snapshot")
        assert f"link,{name}" in text
        assert "clickable,Bold" in text


async def test_who_listens_to_the_whole_page_is_not_a_thing_to_click(browser, page):
    await page.show(
        "<p>First of all</p><p>Second</p><script>document.body.addEventListener('click', () => 1)</script>"
    )
    assert "clickable" not in await browser.text("snapshot")
    assert 'text "Second"' in await browser.text("click", target="Second")


async def test_what_began_to_listen_after_the_last_snapshot_is_found_by_its_words(browser, page):
    await page.show("<div id=box></div>")
    await browser.text("snapshot")
    draw = """
        box.innerHTML = '<div style="cursor:pointer"><span>Reply</span> <span>Forward</span></div>'
          + '<u><i style="text-indent:-999px">Prev</i></u>';
        for (const part of box.querySelectorAll('span, u')) {
          part.style.cssText = 'display:inline-block;min-width:20px;height:20px';
          part.addEventListener('click', () => { document.title = part.textContent });
        }"""
    for target in ("Forward", "Prev"):
        await browser.call("evaluate", expression=draw)
        await browser.call("click", target=target)
        assert await page.value("document.title") == target
    await browser.call("evaluate", expression=draw)
    assert "clickable,Prev" in await browser.text("find", text="Prev")


async def test_a_reply_tells_what_listens_in_place_of_what_went(browser, page):
    await page.show(
        """<div id=box></div><script>
        function draw(first) {
          box.innerHTML = '<i></i> <i></i>';
          for (const [at, item] of [...box.children].entries()) {
            item.textContent = `No. ${first + at}`;
            item.addEventListener('click', () => draw(first + 1));
          }
        }
        draw(1);</script>"""
    )
    await browser.text("snapshot")
    reply = await browser.text("click", target="No. 1")
    assert 'clickable "No. 2"' in reply
    assert 'clickable "No. 3"' in reply


LISTEN = (
    "<script>for (const part of document.querySelectorAll('circle, i'))"
    " part.addEventListener('click', () => 1)</script>"
)


async def test_small_shapes_of_a_drawing_that_listen_are_shown(browser, page):
    points = "".join(f"<circle id=p{r} cx={40 * r} cy=20 r={r} />" for r in (1, 2, 4))
    await page.show(
        f"<svg>{points}</svg><i id=dot style='display:inline-block;width:8px;height:8px'></i>{LISTEN}"
    )
    text = await browser.text("snapshot")
    assert [f"#p{r}" in text for r in (1, 2, 4)] == [False, True, True]
    assert "#dot" not in text
    assert "clicked" in await browser.text("click", target="#p4")


async def test_the_small_shapes_of_an_icon_belong_to_the_control_around_it(browser, page):
    icon = "<svg width=20 height=20><path d='M0 0h16v16z'/><circle cx=10 cy=10 r=4 /></svg>"
    await page.show(f"<button>Save {icon}</button><button aria-label=Close>{icon}</button>{LISTEN}")
    text = await browser.text("snapshot")
    assert "button,Save" in text
    assert "button,Close" in text
    assert text.count("\n  e") == 2


async def test_an_edge_that_can_be_dragged_is_shown(browser, page):
    await page.show(
        "<style>i {position:absolute;height:200px;top:0;width:4px} #thin {width:2px}"
        " .gutter, #thin {cursor:col-resize}</style>"
        "<div id=left style='width:100px;height:200px'>Left</div>"
        "<i class=gutter style='left:100px'></i><i id=thin style='left:150px'></i>"
        "<i id=plain style='left:200px'></i><i style='left:250px;cursor:e-resize' id=deaf></i>"
        "<p style='margin-left:300px'>Middle</p><button style='margin-left:300px'>Right</button>"
        "<script>for (const edge of document.querySelectorAll('.gutter, #thin, #plain'))"
        " edge.addEventListener('pointerdown', () => {"
        "  onpointermove = (event) => { left.style.width = event.clientX + 'px'; };"
        " });</script>"
    )
    text = await browser.text("snapshot")
    assert 'clickable,"",.gutter' in text
    assert text.count("clickable") == 1
    await browser.call("drag", source=".gutter", destination='button "Right"')
    assert await page.value("left.offsetWidth") > 300
