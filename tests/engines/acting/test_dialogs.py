"""Dialogs never hang anything."""

import asyncio

import pytest

READERS = [
    ("snapshot", {}),
    ("evaluate", {"expression": "1+1"}),
    ("screenshot", {}),
    ("click", {"target": "Later"}),
    ("type", {"target": "Name", "text": "x"}),
    ("scroll", {}),
    ("wait_for", {"text": "never there"}),
]


@pytest.mark.parametrize(("command", "params"), READERS)
async def test_a_dialog_ends_every_command_at_once_and_answering_frees_the_page(
    browser, page, command, params
):
    await page.show("<p>here</p>")
    await browser.fails("evaluate", expression="document.title = String(confirm('Sure?'))")
    error = await browser.fails(command, **params)
    assert error.code == "DIALOG_OPEN"
    assert (error.data["type"], error.data["text"]) == ("confirm", "Sure?")
    answered = await browser.text("handle_dialog", accept=False)
    assert answered.startswith('dismissed confirm "Sure?"')
    assert await page.value("document.title") == "false"


async def test_what_the_page_does_with_the_answer_is_told(browser, page):
    await page.show(
        "<p id=p>Old</p><button onclick=\"if (confirm('Sure?')) p.textContent = 'New'\">Go</button>"
    )
    await browser.call("snapshot")
    assert (await browser.call("click", target="Go")).dialog
    assert '+ "New"' in await browser.text("handle_dialog", accept=True)


async def test_a_dialog_that_opens_while_waiting_ends_the_wait(browser, page):
    await page.show("<p>here</p>")
    with page.server.hold("/held"):
        waiting = asyncio.create_task(browser.fails("wait_for", text="never there", timeout_s=20))
        await browser.call("evaluate", expression="void fetch('/held').then(() => confirm('Now?'))")
    assert (await waiting).code == "DIALOG_OPEN"
    assert (await browser.call("handle_dialog")).did == 'accepted confirm "Now?"'


async def test_answering_when_nothing_is_open_says_so(browser, page):
    await page.show("<p>here</p>")
    assert (await browser.fails("handle_dialog")).code == "INVALID_PARAMS"


@pytest.mark.parametrize(("policy", "answer"), [("accept", "true"), ("dismiss", "false")])
async def test_a_policy_answers_dialogs_by_itself_and_the_reply_tells_it(browser, page, policy, answer):
    await page.show("<button onclick=\"document.title = confirm('Sure?')\">Ask</button>")
    await browser.call("dialog_policy", policy=policy)
    clicked = await browser.call("click", target="Ask")
    assert clicked.dialog is None
    assert 'confirm "Sure?" by your dialog policy' in clicked.notes[0]
    assert await page.value("document.title") == answer


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
async def test_a_dialog_of_a_frame_is_answered_like_any_other(browser, page, host):
    inner = page.server.add_html(
        "<button onclick=\"this.textContent = prompt('Who?')\">Ask</button>", host=host
    )
    await page.show(f"<iframe src='{inner}'></iframe>")
    await browser.call("wait_for", target="Ask")
    clicked = await browser.call("click", target="Ask")
    assert clicked.dialog.text == "Who?"
    await browser.call("handle_dialog", text="Ann")
    await browser.call("click", target='button "Ann"')
    await browser.call("handle_dialog", accept=False)
