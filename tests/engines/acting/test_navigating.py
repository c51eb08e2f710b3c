"""Going somewhere has a defined answer, whatever the server does."""

import asyncio
import socket
import ssl
import subprocess
from pathlib import Path

import pytest
from tests.page_server import TYPES, PageServer, late, send
from tests.waiting import soon


def no_content(request):
    request.send_response(204)
    request.end_headers()


def moved(request):
    request.send_response(302)
    request.send_header("Location", "/landing")
    request.send_header("Content-Length", "0")
    request.end_headers()


def locked(request):
    if request.headers.get("Authorization"):
        send(request, "<title>Unlocked</title>")
        return
    request.send_response(401)
    request.send_header("WWW-Authenticate", 'Basic realm="here"')
    request.send_header("Content-Length", "0")
    request.end_headers()


def attachment(request):
    request.send_response(200)
    request.send_header("Content-Type", "application/zip")
    request.send_header("Content-Disposition", "attachment; filename=data.zip")
    request.send_header("Content-Length", "3")
    request.end_headers()
    request.wfile.write(b"zip")


async def test_a_redirect_ends_at_its_last_address(browser, page):
    page.server.add_route("/landing", lambda request: send(request, "<title>Landed</title>"))
    arrived = await browser.call("navigate", url=page.server.add_route("/moved", moved))
    assert (arrived.url, arrived.title) == (page.server.url("/landing"), "Landed")


async def test_a_download_instead_of_a_page_is_told_with_its_path(browser, page):
    before = await page.show("<p>here</p>")
    arrived = await browser.call("navigate", url=page.server.add_route("/data", attachment))
    assert Path(arrived.downloads[0]).read_bytes() == b"zip"
    assert arrived.url == before


async def test_an_answer_without_a_page_is_a_named_failure(browser, page):
    error = await browser.fails("navigate", url=page.server.add_route("/nothing", no_content))
    assert error.code == "NAVIGATION_FAILED"
    assert "no page" in error.message


async def test_an_error_page_of_the_server_is_told_by_its_status(browser, page):
    arrived = await browser.call("navigate", url=page.server.url("/no-such-page"))
    assert arrived.status == 404


async def test_a_server_that_wants_a_password_is_told_so_and_gets_one_by_the_address(browser, page):
    url = page.server.add_route("/locked", locked)
    error = await browser.fails("navigate", url=url)
    assert error.code == "NAVIGATION_FAILED"
    assert "NAME:PASSWORD@" in error.message
    arrived = await browser.call("navigate", url=url.replace("://", "://Ann:secret@"))
    assert (arrived.url, arrived.title) == (url, "Unlocked")
    for command in ("tabs", "frames", "reload"):
        assert "secret" not in await browser.text(command)


async def test_a_port_where_nothing_listens_is_told_so(browser, page):
    with socket.create_server(("127.0.0.1", 0)) as closed_soon:
        port = closed_soon.getsockname()[1]
    error = await browser.fails("navigate", url=f"http://127.0.0.1:{port}/")
    assert error.code == "NAVIGATION_FAILED"
    assert "nothing listens at that address (net::ERR_CONNECTION_REFUSED)" in error.message


@pytest.fixture
def self_signed(tmp_path):
    """Return the address of an HTTPS server whose certificate nobody vouches for."""
    key, certificate = str(tmp_path / "key.pem"), str(tmp_path / "certificate.pem")
    subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    made = ["req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
    subprocess.run(
        ["openssl", *made, *subject, "-keyout", key, "-out", certificate], check=True, capture_output=True
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    with PageServer(context) as server:
        yield server.add_html("<title>Secret</title>", host="localhost").replace("http:", "https:")


async def test_a_certificate_that_nobody_vouches_for_is_told_and_the_tab_goes_on(browser, page, self_signed):
    error = await browser.fails("navigate", url=self_signed)
    assert error.code == "NAVIGATION_FAILED"
    assert "certificate is not from a trusted issuer" in error.message
    assert (await browser.call("navigate", url=page.server.add_html("<title>Next</title>"))).title == "Next"


async def test_a_dialog_while_loading_is_part_of_the_answer(browser, page):
    await page.show("<p>before</p>")
    url = page.server.add_html("<script>alert('Welcome')</script><p>after</p>")
    arrived = await browser.call("navigate", url=url)
    assert (arrived.dialog.type, arrived.dialog.text) == ("alert", "Welcome")
    await browser.call("handle_dialog")
    assert await page.value("document.body.innerText") == "after"


async def test_leaving_a_page_that_objects_asks_first(browser, page):
    await page.show("""<input aria-label=Draft><script>
        addEventListener('beforeunload', (event) => event.preventDefault())</script>""")
    await browser.call("type", target="Draft", text="unsaved")
    await browser.call("click", target="Draft")
    other = page.server.add_html("<title>Other</title>")
    asked = await browser.call("navigate", url=other)
    assert asked.dialog.type == "beforeunload"
    stayed = await browser.call("handle_dialog", accept=False)
    assert stayed.url == ""
    await browser.call("navigate", url=other)
    left = await browser.call("handle_dialog", accept=True)
    assert left.url == other


async def test_back_and_forward_walk_the_history_also_within_one_document(browser, page):
    first = await page.show("<title>First</title><a href='#part'>Part</a>")
    await browser.call("click", target="Part")
    await page.show("<title>Second</title>")
    assert (await browser.call("back")).url == f"{first}#part"
    assert (await browser.call("back")).url == first
    assert (await browser.call("forward")).url == f"{first}#part"
    assert (await browser.call("forward")).title == "Second"
    assert (await browser.fails("forward")).code == "NAVIGATION_FAILED"


async def test_a_page_that_one_went_back_to_is_read_and_acted_on(browser, page):
    await page.show(
        "<title>First</title><button onclick='out.textContent += \"!\"'>More</button><p id=out>so</p>"
    )
    await browser.call("click", target="More")
    await page.show("<title>Second</title>")
    await browser.call("back")
    # Loaded anew or kept by Chrome as it was.
    text = (await browser.call("snapshot")).text
    ref = text.partition(",button,More")[0].split()[-1]
    changed = (await browser.call("click", target=ref)).changed
    assert [line for line in changed if line.startswith("+")] == ['+ "so!!"' if "so!" in text else '+ "so!"']


async def test_going_back_to_what_did_not_load_names_it_as_navigate_does(browser, page):
    with socket.create_server(("127.0.0.1", 0)) as closed_soon:
        url = f"http://127.0.0.1:{closed_soon.getsockname()[1]}/"
    failed = await browser.fails("navigate", url=url)
    after = await page.show("<title>After</title>")
    for command in ("back", "reload"):
        error = await browser.fails(command)
        assert (error.code, error.message) == ("NAVIGATION_FAILED", failed.message)
    assert (await browser.call("forward")).url == after


async def test_a_link_that_is_clicked_has_loaded_when_the_reply_comes(browser, page):
    await page.show("<a href='/slow-page'>Go</a>")
    with page.server.hold("/slow-page", "<title>Slow</title><p>Arrived</p>") as asked:
        clicking = asyncio.create_task(browser.call("click", target="Go"))
        await soon(asked.wait())
    assert (await clicking).url == page.server.url("/slow-page")
    assert await page.value("document.body.innerText") == "Arrived"


async def test_a_click_whose_page_never_comes_says_what_it_waits_for(browser, page):
    await page.show("<a href='/never'>Go</a><p>still here</p>")
    with page.server.hold("/never"):
        clicked = await browser.call("click", target="Go")
        assert "still loading" in clicked.notes[0]
        stopped = await browser.call("stop")
    assert stopped.url == clicked.url or clicked.url == ""
    assert (await page.value("document.body.innerText")).endswith("still here")


async def test_a_page_that_opens_in_a_new_tab_is_told_with_its_id(browser, page):
    there = page.server.add_html("<title>There</title>")
    await page.show(
        f"<a href='{there}' target=_blank>Out</a><button onclick=\"window.open('{there}')\">Pop</button>"
    )
    for target in ("Out", "Pop"):
        opened = (await browser.call("click", target=target)).new_tabs[0]
        assert opened.url == there
        assert (await browser.call("switch_tab", tab=opened.tab)).title == "There"
        await browser.call("close_tab", tab=opened.tab)


async def test_a_button_that_goes_back_is_told_where_that_led(browser, page):
    first = await page.show("<title>First</title><p>first page</p>")
    await page.show("<title>Second</title><button onclick='history.back()'>Back</button>")
    clicked = await browser.call("click", target="Back")
    assert (clicked.url, clicked.title, clicked.notes) == (first, "First", ())


@pytest.mark.parametrize("way", ["location = '/late'", "document.forms[0].submit()", "location.reload()"])
async def test_a_script_that_goes_elsewhere_is_answered_when_the_tab_is_there(way, browser, page):
    there = late(0.2, "<h1>There</h1>", TYPES[".html"])
    page.server.add_route("/late", there)
    page.server.add_route("/here", lambda request: send(request, "<form action='/late'></form>"))
    await browser.call("navigate", url=page.server.url("/here"))
    if way == "location.reload()":
        page.server.add_route("/here", there)
    await browser.call("evaluate", expression=f"{way}; 0")
    assert "There" in await browser.text("snapshot")


async def test_a_script_whose_navigation_never_ends_is_answered_all_the_same(page):
    await page.show("<h1>Here</h1>")
    with page.server.hold("/never"):
        assert await page.value("location = '/never'; 7") == 7
