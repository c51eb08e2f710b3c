"""Several commands in one call."""


async def test_a_batch_runs_its_commands_in_order(browser, page):
    await page.show(
        "<input id=field aria-label=Name><button onclick='document.title = field.value'>Go</button>"
    )
    ran = await browser.call(
        "batch",
        commands=[
            {"command": "type", "params": {"target": "Name", "text": "Ann"}},
            {"command": "browser_click", "params": {"target": "Go"}},
        ],
    )
    assert [step.is_done for step in ran.steps] == [True, True]
    assert await page.value("document.title") == "Ann"


async def test_a_batch_stops_at_its_first_failure_and_reports_each_step(browser, page):
    await page.show("<button onclick='this.dataset.hits = 1'>Go</button>")
    ran = await browser.call(
        "batch",
        commands=[
            {"command": "click", "params": {"target": "Go"}},
            {"command": "click", "params": {"target": "Missing thing"}},
            {"command": "click", "params": {"target": "Go"}},
        ],
    )
    assert [(step.is_done, step.code) for step in ran.steps] == [(True, ""), (False, "ELEMENT_NOT_FOUND")]
    assert ran.left_out == 1
    assert "stopped at step 2; 1 left out" in ran.to_text()


async def test_a_batch_gives_no_way_around_policy(browser, page):
    ran = await browser.call(
        "batch", commands=[{"command": "navigate", "params": {"url": "file:///etc/passwd"}}]
    )
    assert ran.steps[0].code == "FORBIDDEN"
    nested = await browser.call("batch", commands=[{"command": "batch", "params": {"commands": []}}])
    assert nested.steps[0].code == "INVALID_PARAMS"
