"""A small picture of the results: one row of bars for each step, on a logarithmic scale."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from benchmarks.report import LABELS
from benchmarks.samples import Results

COLOURS = ("#9aa5b1", "#0b84ff", "#e4572e", "#f3a712", "#8367c7", "#2a9d8f", "#c05299", "#577590")
BAR_PX, GAP_PX, TEXT_PX, WIDTH_PX = 9, 12, 300, 900
LEGEND_COLUMNS, LEGEND_ROW_PX = 4, 18
FIRST_MS, LAST_MS = 0.5, 4000.0
STYLE = (
    "text{font:12px system-ui,sans-serif;fill:#1f2933}.n{font-size:9px;fill:#52606d}.g{stroke:#cbd2d9}"
    "@media(prefers-color-scheme:dark){text{fill:#e4e7eb}.n{fill:#9aa5b1}.g{stroke:#3e4c59}}"
)


def draw(results: Results, columns: Sequence[str]) -> str:
    """Return the chart as SVG."""
    steps = [name for name in LABELS if name in results.series]
    colours = dict(zip(columns, COLOURS, strict=False))
    top = LEGEND_ROW_PX * -(-len(columns) // LEGEND_COLUMNS) + GAP_PX
    first = top
    parts = []
    for step in steps:
        series = results.series[step]
        shown = [label for label in columns if label in series and series[label].holds]
        parts.append(_text(TEXT_PX - 8, top + len(shown) * BAR_PX / 2 + 4, LABELS[step], "end"))
        for at, label in enumerate(shown):
            parts.append(_bar(top + at * BAR_PX, series[label].median, colours[label]))
        top += len(shown) * BAR_PX + GAP_PX
    legend = [_legend(at, label, colours[label]) for at, label in enumerate(columns)]
    grid = [_grid(ms, first, top) for ms in (1, 10, 100, 1000)]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH_PX} {top + 18}" role="img">'
    title = "<title>Milliseconds of each step, logarithmic; shorter is better</title>"
    return "\n".join([head, title, f"<style>{STYLE}</style>", *grid, *legend, *parts, "</svg>"]) + "\n"


def _x(ms: float) -> float:
    share = math.log(max(ms, FIRST_MS) / FIRST_MS) / math.log(LAST_MS / FIRST_MS)
    return TEXT_PX + share * (WIDTH_PX - TEXT_PX - 60)


def _bar(y: float, ms: float, colour: str) -> str:
    width = max(1.0, _x(ms) - TEXT_PX)
    bar = (
        f'<rect x="{TEXT_PX}" y="{y:.0f}" width="{width:.1f}" height="{BAR_PX - 2}" rx="1" fill="{colour}"/>'
    )
    number = f"{ms:.0f}" if ms >= 10 else f"{ms:.1f}"
    return f'{bar}<text class="n" x="{TEXT_PX + width + 4:.1f}" y="{y + BAR_PX - 2:.0f}">{number}</text>'


def _text(x: float, y: float, text: str, anchor: str) -> str:
    plain = escape(text.replace("`", ""))
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}">{plain}</text>'


def _legend(at: int, label: str, colour: str) -> str:
    x = 12 + at % LEGEND_COLUMNS * (WIDTH_PX // LEGEND_COLUMNS)
    y = 8 + at // LEGEND_COLUMNS * LEGEND_ROW_PX
    square = f'<rect x="{x}" y="{y}" width="10" height="10" fill="{colour}"/>'
    return square + _text(x + 15, y + 9, label, "start")


def _grid(ms: int, top: float, bottom: float) -> str:
    x = _x(ms)
    line = f'<line class="g" x1="{x:.1f}" x2="{x:.1f}" y1="{top - 6:.0f}" y2="{bottom:.0f}"/>'
    return f'{line}<text class="n" x="{x:.1f}" y="{bottom + 12:.0f}" text-anchor="middle">{ms} ms</text>'
