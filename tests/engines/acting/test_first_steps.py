"""Every acting command does its plain work."""

import time
from pathlib import Path

from tests.pages import send


async def test_select_chooses_by_label_and_by_value(browser, page):
    await page.show("<select aria-label=Size><option value=s>Small<option value=l>Large</select>")
    assert (
        await browser.text("select", target="Size", values=["Large"])
        == 'selected "Large" in e1 combobox "Size"'
    )
    await browser.call("select", target="Size", values="s")
    assert (await browser.call("evaluate", expression="document.querySelector('select').value")).value == "s"


async def test_fill_takes_text_choices_and_checkboxes(browser, page):
    await page.show("""<input aria-label=Name><select aria-label=Size><option>S<option>L</select>
        <label><input type=checkbox> Agree</label><input type=date aria-label=Day>""")
    await browser.call("fill", fields={"Name": "Ann", "Size": "L", "Agree": True, "Day": "2027-03-31"})
    values = await browser.call(
        "evaluate",
        expression="[...document.querySelectorAll('input,select')].map(f => f.type == 'checkbox' ? f.checked : f.value)",
    )
    assert values.value == ["Ann", "L", True, "2027-03-31"]


async def test_nothing_is_filled_when_one_field_cannot_be(browser, page):
    await page.show("<input aria-label=Name><input aria-label=Locked disabled>")
    error = await browser.fails("fill", fields={"Name": "Ann", "Locked": "x", "Missing thing": "y"})
    assert error.code == "INVALID_PARAMS"
    assert len(error.data["problems"]) == 2
    assert (await browser.call("evaluate", expression="document.querySelector('input').value")).value == ""


async def test_scroll_tells_how_far_and_when_new_content_came(browser, page):
    await page.show("""<div style="height:3000px">tall</div><script>
        addEventListener('scroll', () => document.body.append(Object.assign(document.createElement('p'), {textContent: 'more', style: 'height:500px'})), {once: true})
        </script>""")
    text = await browser.text("scroll")
    assert text.startswith("scrolled down 5") and "new content came" in text
    assert "any further" not in await browser.text("scroll", direction="bottom")
    assert "any further" in await browser.text("scroll", direction="bottom")


async def test_wait_for_sees_text_that_comes_later(browser, page):
    await page.show(
        "<p>wait</p><script>setTimeout(() => document.querySelector('p').textContent = 'All done', 200)</script>"
    )
    started = time.perf_counter()
    await browser.call("wait_for", text="all done")
    assert time.perf_counter() - started < 1


async def test_waiting_in_vain_tells_what_is_there_instead(browser, page):
    await page.show("<p>Nothing to see</p>")
    error = await browser.fails("wait_for", text="Order shipped", timeout_s=0.3)
    assert error.code == "TIMEOUT"
    assert "Nothing to see" in error.message


async def test_a_dialog_is_part_of_the_reply_and_can_be_answered(browser, page):
    await page.show("""<button onclick="document.title = prompt('Your name?', 'nobody')">Ask</button>""")
    clicked = await browser.call("click", target="Ask")
    assert (clicked.dialog.type, clicked.dialog.text) == ("prompt", "Your name?")
    assert (await browser.fails("click", target="Ask")).code == "DIALOG_OPEN"
    await browser.call("handle_dialog", accept=True, text="Ann")
    assert (await browser.call("evaluate", expression="document.title")).value == "Ann"


async def test_an_upload_by_bytes_reaches_the_page(browser, page):
    await page.show(
        """<input type=file aria-label=Photo onchange="this.files[0].text().then(t => document.title = this.files[0].name + ':' + t)">"""
    )
    await browser.call("upload_bytes", target="Photo", name="a.txt", content="aGVsbG8=")
    assert (await browser.call("evaluate", expression="document.title")).value == "a.txt:hello"


async def test_the_change_a_fetch_makes_is_in_the_reply_of_the_click(browser, page):
    def slow(request):
        time.sleep(0.1)
        send(request, "fetched", "text/plain")

    page.server.add_route("/slow-answer", slow)
    await page.show(
        """<button onclick="fetch('/slow-answer').then(r => r.text()).then(t => document.querySelector('p').textContent = t)">Load</button><p>empty</p>"""
    )
    await browser.call("click", target="Load")
    assert (
        await browser.call("evaluate", expression="document.querySelector('p').textContent")
    ).value == "fetched"


async def test_dragging_works_with_the_pointer_and_with_drag_and_drop(browser, page):
    await page.show("""<div id=a draggable=true style="width:80px;height:40px;background:#ccc">Card</div>
        <div id=b role=region aria-label=Bin style="width:200px;height:200px;margin-top:80px;background:#eee"
          ondragover="event.preventDefault()" ondrop="event.preventDefault(); this.textContent = 'got ' + event.dataTransfer.getData('text')"></div>
        <script>a.ondragstart = (event) => event.dataTransfer.setData('text', 'card 1')</script>""")
    await browser.call("drag", source="#a", destination="#b")
    assert (await browser.call("evaluate", expression="b.textContent")).value == "got card 1"


def _send_file(request):
    request.send_response(200)
    request.send_header("Content-Type", "text/csv")
    request.send_header("Content-Disposition", 'attachment; filename="../report.csv"')
    request.send_header("Content-Length", "5")
    request.end_headers()
    request.wfile.write(b"a,b,c")


async def test_a_download_is_reported_with_its_path(browser, page):
    page.server.add_route("/report", _send_file)
    await page.show("<a href=/report>Report</a> <a href=/report target=_blank>In a tab</a>")
    first = await browser.call("click", target='link "Report"')
    assert Path(first.downloads[0]).read_text() == "a,b,c"
    second = await browser.call("click", target='link "In a tab"')
    assert second.downloads[0] != first.downloads[0]
    assert Path(second.downloads[0]).read_text() == "a,b,c"
