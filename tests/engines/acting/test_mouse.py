"""Mouse and touch on pages that make it hard."""

import pytest


async def test_a_row_under_a_sticky_header_is_clicked_itself(browser, page):
    await page.open("sticky_header")
    for row in (1, 2, 40, 79, 80):
        await browser.call("scroll", direction="bottom")
        await browser.call("click", target=f'button "Row {row}"')
        assert await page.said() == f"row {row}"


async def test_a_button_that_slides_in_is_clicked_where_it_comes_to_rest(browser, page):
    await page.open("animations")
    await browser.call("click", target="Slide")
    assert await page.said() == "slide;"


async def test_a_button_that_pulses_for_ever_can_be_clicked(browser, page):
    await page.open("animations")
    await browser.call("click", target="Pulse")
    assert await page.said() == "pulse;"


async def test_a_button_moved_by_script_is_never_missed(browser, page):
    await page.open("animations")
    await browser.call("click", target="Runner")
    assert await page.said() == "runner;"


async def test_the_error_names_what_covers_the_element(browser, page):
    await page.open("overlays")
    error = await browser.fails("click", target="Pay")
    assert error.code == "ELEMENT_NOT_ACTIONABLE"
    assert 'covered by dialog "Cookies" e' in error.message
    assert await page.said() == ""
    await browser.call("click", target="Accept")
    await browser.call("click", target="Pay")
    assert await page.said() == "pay"


COVERED_LIST = (
    "<header style='position:fixed;inset:0 0 auto;height:60px;background:#eee;z-index:9'>Shop</header>"
    "<div style='height:900px'></div><div id=box style='position:relative;width:300px;height:32px'>"
    "<input id=zone role=combobox readonly style='width:9px;{style}'>{over}</div><p style='height:2000px'>"
    "<script>box.onclick = () => { document.title = 'open'; };</script>"
)
PLACEHOLDER = "<div style='position:absolute;inset:0;z-index:1'>Select zone</div>"


@pytest.mark.parametrize(("style", "over"), [("", PLACEHOLDER), ("pointer-events:none", "")])
async def test_a_list_under_its_own_placeholder_is_clicked(browser, page, style, over):
    await page.show(COVERED_LIST.replace("{style}", style).replace("{over}", over))
    await browser.call("click", target="#zone")
    assert await page.value("document.title") == "open"


async def test_a_list_under_another_control_is_not_clicked_and_no_header_is_blamed(browser, page):
    button = "<button style='position:absolute;inset:0;z-index:1'>Help</button>"
    await page.show(COVERED_LIST.replace("{style}", "").replace("{over}", button))
    error = await browser.fails("click", target="#zone")
    assert 'covered by button "Help" e' in error.message


async def test_a_layer_that_lets_clicks_through_is_no_obstacle(browser, page):
    await page.open("overlays")
    await browser.call("click", target="Help")
    assert await page.said() == "help"


async def test_a_veil_that_goes_away_is_waited_for(browser, page):
    await page.open("overlays")
    await page.value("veil(500)")
    await browser.call("click", target="Help")
    assert await page.said() == "help"


async def test_hovering_opens_nested_menus(browser, page):
    await page.open("menus")
    await browser.call("hover", target="File")
    await browser.call("hover", target="Export")
    await browser.call("click", target="As PDF")
    assert await page.said() == "pdf"


SLOW_MENU = (
    "<ul role=menubar><li><div role=menuitem tabindex=-1 {promise} onmouseenter='open_(this)'"
    " onclick='open_(this)' aria-controls=sub>File</div><ul role=menu id=sub hidden>"
    "<li role=menuitem>Export</ul></ul><script>function open_(item) {"
    "  item.parentNode.className = 'active'; setTimeout(() => { sub.hidden = false; }, 300);"
    "}</script>"
)


@pytest.mark.parametrize("deed", ["hover", "click", "tap"])
@pytest.mark.parametrize("promise", ["aria-haspopup=true", ""])
async def test_a_menu_that_opens_after_a_moment_is_in_the_reply(browser, page, deed, promise):
    await page.show(SLOW_MENU.replace("{promise}", promise))
    assert 'menuitem "Export"' in await browser.text(deed, target="File")


async def test_a_dialog_that_fades_in_is_in_the_reply(browser, page):
    await page.show(
        "<button data-bs-toggle=modal onclick='setTimeout(open_, 150)'>Edit</button>"
        "<div id=box style='display:none;opacity:0;transition:opacity .1s'>Profile<button>Done</button></div>"
        "<script>function open_() { box.style.display = 'block'; box.setAttribute('role', 'dialog');"
        "  requestAnimationFrame(() => { box.style.opacity = 1; }); }</script>"
    )
    told = await browser.text("click", target="Edit")
    assert 'button "Done"' in told
    assert "hidden" not in told


async def test_every_button_of_the_mouse_and_every_modifier_arrives(browser, page):
    await page.open("menus")
    await browser.call("click", target="#area", button="right")
    assert await page.said() == "context"
    await browser.call("click", target="#area", count=2)
    assert await page.said() == "double"
    await browser.call("click", target="#plain", button="middle")
    assert await page.said() == "middle"
    await browser.call("click", target="#plain", modifiers=["Shift", "Alt"])
    assert await page.said() == "shiftKey,altKey"


async def test_a_link_clicked_with_control_opens_a_tab_behind(browser, page):
    await page.open("menus")
    clicked = await browser.call("click", target="Real link", modifiers=["Control"])
    assert clicked.new_tabs[0].url.endswith("/sticky_header.html")
    assert await page.value("document.title") == "Menus"


async def test_lists_are_sorted_by_dragging_with_the_pointer(browser, page):
    await page.open("drag_lists")
    await browser.call("drag", source="Three", destination="One")
    assert await page.value("[...pointer.children].map((item) => item.textContent.trim())") == [
        "Three",
        "One",
        "Two",
    ]


@pytest.mark.parametrize(("flow", "moved"), [("column", "Y"), ("row", "X")])
async def test_a_drag_on_to_an_element_crosses_its_middle(browser, page, flow, moved):
    # As jQuery UI sorts: the middle itself belongs to the lower and to the right half.
    await page.show(
        f"<div style='display:flex;flex-flow:{flow};width:200px;user-select:none'><b>One</b><b>Two</b></div>"
        "<style>b { width: 80px; height: 40px }</style><script>let held;"
        "document.onmousedown = (event) => { held = event.target; };"
        "document.onmouseup = (event) => {"
        "  const box = event.target.getBoundingClientRect();"
        f"  const isPast = event.client{moved} >= ({{ X: box.x + 40, Y: box.y + 20 }}).{moved};"
        "  event.target[isPast ? 'after' : 'before'](held);"
        "};</script>"
    )
    for source, destination, order in [("Two", "One", ["Two", "One"]), ("Two", "One", ["One", "Two"])]:
        await browser.call("drag", source=source, destination=destination)
        shown = await browser.call("evaluate", expression="document.body.innerText.split(/\\s+/)")
        assert shown.value == order


async def test_the_mouse_goes_to_a_point(browser, page):
    await page.show(
        "<div style='height:99px' onmousemove='at.textContent = event.x + `,` + event.y'></div><p id=at>-</p>"
    )
    reply = await browser.text("hover_at", x=120, y=80)
    assert reply.splitlines()[:2] == ["moved the mouse to 120,80", '+ "120,80"']


async def test_a_line_is_drawn_without_a_spur(browser, page):
    await page.show(
        "<body style='height:400px'><script>const points = [];"
        "document.onmousemove = (event) => { if (event.buttons) points.push([event.x, event.y]); };</script>"
    )
    await browser.call("drag_at", x=300, y=200, to_x=100, to_y=200)
    points = await page.value("points")
    assert points[0] == [294, 200]
    assert points == sorted(points, reverse=True)
    assert {y for _, y in points} == {200}


async def test_a_drag_goes_through_points_with_one_press(browser, page):
    await page.show(
        "<body style='height:400px'><script>const heard = [];"
        "document.onmousedown = document.onmousemove = document.onmouseup = (event) => {"
        "  if (event.buttons || event.type !== 'mousemove') heard.push([event.type, event.x, event.y]); };"
        "</script>"
    )
    via = [[100 + 10 * number, 100 + 40 * (number % 2)] for number in range(1, 20)]
    assert "via 19 points" in await browser.text("drag_at", x=100, y=100, to_x=300, to_y=100, via=via)
    heard = await page.value("heard")
    kinds = [kind for kind, _, _ in heard]
    assert (kinds.count("mousedown"), kinds.count("mouseup")) == (1, 1)
    moves = [point for kind, *point in heard if kind == "mousemove"]
    assert [point for point in moves if point in via] == via
    assert len(moves) <= len(via) + 3


async def test_points_may_be_written_in_one_row(browser, page):
    await page.show("<body style='height:400px'>")
    for via in ("[[120, 40], [130, 50]]", ["120", "40", "130", "50"], [120, 40, 130, 50]):
        assert "via 2 points" in await browser.text("drag_at", x=10, y=10, to_x=90, to_y=90, via=via)


async def test_half_a_point_is_refused(browser, page):
    await page.show("<body style='height:400px'>")
    error = await browser.fails("drag_at", x=10, y=10, to_x=90, to_y=90, via=[[120, 40], [130]])
    assert '"via.1"' in error.message


async def test_a_shape_without_filling_is_dropped_on_but_not_clicked(browser, page):
    await page.show(
        "<b style='display:block;width:60px'>Card</b><svg role=img aria-label=Board width=200 height=200"
        " onmouseup='document.title = `dropped`'><circle id=ring cx=100 cy=100 r=50 fill=none stroke=red>"
    )
    error = await browser.fails("click", target="#ring")
    assert 'letting clicks through to what is behind it, image "Board" e' in error.message
    assert "It may be disabled." in error.next_step
    await browser.call("drag", source="Card", destination="#ring")
    assert await page.value("document.title") == "dropped"


async def test_lists_are_sorted_by_drag_and_drop(browser, page):
    await page.open("drag_lists")
    await browser.call("drag", source="Blue", destination="Red")
    assert await page.value("[...native.children].map((item) => item.textContent.trim())") == [
        "Blue",
        "Red",
        "Green",
    ]
    await browser.call("drag", source="Green", destination='region "Bin"')
    assert await page.value("bin.textContent") == "dropped Green"


async def test_a_slider_built_by_the_page_follows_the_mouse(browser, page):
    await page.open("sliders")
    await browser.call("drag", source='slider "Price"', destination='image "Goal"')
    assert 180 <= int(await page.value("thumb.getAttribute('aria-valuenow')")) <= 205


async def test_a_slider_built_by_the_page_follows_the_keys(browser, page):
    await page.open("sliders")
    await browser.call("click", target='slider "Price"')
    before = int(await page.value("thumb.getAttribute('aria-valuenow')"))
    await browser.call("press", key="ArrowRight")
    assert int(await page.value("thumb.getAttribute('aria-valuenow')")) == before + 10


async def test_a_canvas_takes_clicks_at_points_and_turns_of_the_wheel(browser, page):
    await page.open("canvas")
    await browser.call("click_at", x=30, y=40)
    assert await page.said() == "click 30,40;"
    await browser.call("drag_at", x=50, y=60, to_x=200, to_y=120)
    assert "line 50,60 to 200,120;" in await page.said()
    await browser.call("scroll", direction="down", target="canvas")
    assert (await page.said()).endswith("down;")


async def test_an_element_drawn_anew_under_the_mouse_is_clicked_once(browser, page):
    await page.open("rerenders")
    await browser.call("click", target="Save")
    assert await page.said() == "save;"
    await browser.call("click", target="Once")
    assert await page.said() == "save;down;once;"


async def test_an_element_that_jumps_away_is_followed_and_nothing_else_is_clicked(browser, page):
    await page.open("rerenders")
    await browser.call("click", target="Jumper")
    assert await page.said() == "jumper;"


async def test_what_a_modal_dialog_blocks_is_told(browser, page):
    await page.open("modal")
    await browser.call("click", target="Open")
    error = await browser.fails("click", target="#box ~ button, body > button:nth-of-type(2)")
    assert error.code == "ELEMENT_NOT_ACTIONABLE"
    await browser.call("click", target="Yes")
    assert await page.said() == "yes"


async def test_tapping_and_swiping_are_touches(browser, page):
    await page.open("touch")
    await browser.call("tap", target="Spot")
    assert "touched;" in await page.said()
    await browser.call("swipe", target='region "Strip"', direction="left", distance=100)
    assert (await page.said()).endswith("swiped -1;")


async def test_a_list_of_the_browser_that_is_open_swallows_no_click(browser, page):
    await page.open("native_parts")
    await browser.call("click", target="#size")
    await browser.call("click", target='button "Button"')
    assert await page.said() == "button;"


async def test_drawings_maps_and_folded_parts_are_clicked(browser, page):
    await page.open("native_parts")
    await browser.call("click", target='button "Shape"')
    await browser.call("click", target='link "Left"')
    await browser.call("click", target='link "Right"')
    await browser.call("click", target="More")
    await browser.call("click", target="Inside")
    assert await page.said() == "shape;left;right;inside;"


async def test_an_element_deep_in_scrollers_is_brought_into_view(browser, page):
    await page.open("nested_scrollers")
    await browser.call("click", target="Deep")
    await browser.call("click", target="Clipped")
    assert await page.said() == "deep;clipped;"


async def test_the_item_that_is_clicked_is_chosen_though_another_opened_under_the_mouse(browser, page):
    await page.open("list_under_mouse")
    await browser.call("hover_at", x=50, y=45)
    await browser.call("type", target="City", text="o")
    await browser.call(
        "wait_for_script", expression="document.querySelector('li:hover') !== null", timeout_s=3
    )
    await browser.call("click", target="Two")
    assert await page.said() == "Two"


async def test_what_shrinks_away_under_the_mouse_is_pressed_once_it_is_back(browser, page):
    await page.open("shrinking")
    await browser.call("click", target="#icon")
    assert await page.said() == "icon "
