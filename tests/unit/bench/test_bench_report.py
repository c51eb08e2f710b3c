"""What the benchmark makes of its samples: honest about failures, right about ratios."""

from __future__ import annotations

from benchmarks.bounds import verdicts
from benchmarks.chart import draw
from benchmarks.mcp_client import Reply
from benchmarks.report import LABELS, as_json, tables
from benchmarks.samples import Results, Series

COLUMNS = ["raw CDP", "tabwire", "Playwright MCP", "chrome-devtools-mcp"]


def run_with(step, **ms_of):
    results = Results()
    for label, times in ms_of.items():
        for ms in times:
            results.of(step, label.replace("_", " ")).add([Reply("text", "asked", ms)])
    return results


def row_of(text, label):
    return next(line for line in text.splitlines() if line.startswith(f"| {label} |"))


def test_a_series_has_its_median_and_p95():
    series = Series(ms=[float(number) for number in range(1, 101)])
    assert (series.median, series.p95) == (50.5, 95.0)


def test_the_time_of_several_calls_is_their_sum():
    series = Series()
    series.add([Reply("", "", 2.0), Reply("", "", 3.0)])
    assert (series.ms, series.calls) == ([5.0], 2)


def test_a_failure_is_shown_as_such_and_not_as_a_number():
    results = run_with("evaluate", tabwire=[2.0], Playwright_MCP=[500.0])
    results.of("evaluate", "Playwright MCP").fail("no answer within 60 s")
    text = tables(results, COLUMNS)
    assert "fails 1/2" in row_of(text, LABELS["evaluate"])
    assert "500" not in row_of(text, LABELS["evaluate"])
    assert "no answer within 60 s" in text


def test_the_ratio_is_to_the_better_peer():
    results = run_with("navigate", tabwire=[50.0], Playwright_MCP=[200.0])
    results.of("navigate", "chrome-devtools-mcp").add([Reply("", "", 150.0)])
    assert "3.0 ×" in row_of(tables(results, COLUMNS), LABELS["navigate"])


def test_a_promise_that_was_not_measured_is_neither_kept_nor_broken():
    assert {verdict.is_kept for verdict in verdicts(Results(), LABELS)} == {None}


def test_a_promise_is_broken_by_one_step_above_its_bound():
    slow = run_with("evaluate", tabwire=[11.0], Playwright_MCP=[500.0])
    quick = run_with("evaluate", tabwire=[10.0], Playwright_MCP=[500.0])
    kept = [
        next(verdict.is_kept for verdict in verdicts(results, LABELS) if verdict.what == LABELS["evaluate"])
        for results in (slow, quick)
    ]
    assert kept == [False, True]


def test_the_floor_binds_each_step_by_itself():
    results = run_with("click-sync", tabwire=[40.0], raw_CDP=[19.0])
    found = next(verdict for verdict in verdicts(results, LABELS) if "above the floor" in verdict.what)
    assert not found.is_kept


def test_a_way_through_the_extension_is_judged_by_its_slowest_step():
    results = run_with(
        "navigate", tabwire=[40.0], **{"tabwire, extension": [60.0], "tabwire, native": [70.0]}
    )
    for label, ms in (("tabwire", 2.0), ("tabwire, extension", 3.9), ("tabwire, native", 4.2)):
        results.of("evaluate", label).add([Reply("text", "asked", ms)])
    found = {verdict.what: verdict for verdict in verdicts(results, LABELS)}
    assert found["tabwire, extension"].is_kept
    assert not found["tabwire, native"].is_kept
    assert found["tabwire, native"].seen == "at most 2.1 × (evaluate 1+1)"


def test_who_does_not_take_part_is_named_with_the_reason():
    results = run_with("navigate", tabwire=[50.0])
    results.absent["agent-browser"] = "agent-browser 0.41.0 is not installed"
    assert "Not available: agent-browser (agent-browser 0.41.0 is not installed)." in tables(results, COLUMNS)


def test_the_data_holds_every_sample():
    results = run_with("navigate", tabwire=[50.0, 60.0])
    assert as_json(results, {})["steps"]["navigate"]["tabwire"]["ms"] == [50.0, 60.0]


def test_the_chart_has_a_bar_for_each_number():
    results = run_with("navigate", tabwire=[50.0], Playwright_MCP=[200.0])
    assert draw(results, ["tabwire", "Playwright MCP"]).count('rx="1"') == 2
