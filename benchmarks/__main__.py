"""`python -m benchmarks [--full]`: measure, print, and write the results where they belong."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from benchmarks import chart, machine, peers, report, tokens
from benchmarks.run import CONTENDERS, Plan, run
from benchmarks.samples import Results

DOCS = Path(__file__).parent.parent / "docs"
BEGIN, END = "<!-- results: begin -->", "<!-- results: end -->"
QUICK, FULL = Plan(rounds=5, lives=1, seed=2026), Plan(rounds=25, lives=3, seed=2026)


def main() -> int:
    """Read the options, run, report."""
    options = _options()
    size = FULL if options.full else QUICK
    plan = Plan(options.rounds or size.rounds, size.lives, options.seed, options.only, options.steps)
    peers.install()
    results = run(plan)
    tokens.note_all(results)
    labels = [kind.label for kind in CONTENDERS]
    text = report.tables(results, labels)
    print(text)
    about = machine.describe(plan.seed, plan.rounds)
    if options.full:
        _write(DOCS / "performance", results, labels, about)
        _put_into(DOCS / "performance.md", _about(about) + text)
    else:
        _write(peers.FOLDER / "last", results, labels, about)
        print(f"Also as JSON and SVG: {peers.FOLDER / 'last'}")
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description="tabwire side by side with the peers."
    )
    parser.add_argument("--full", action="store_true", help="many rounds, and write docs/performance.md")
    parser.add_argument("--rounds", type=int, default=0, help="this many rounds")
    parser.add_argument("--seed", type=int, default=2026, help="seed of the generated pages")
    parser.add_argument("--only", default="", help="only contenders whose label contains one of these words")
    parser.add_argument("--steps", default="", help="only steps whose name begins with one of these words")
    return parser.parse_args()


def _write(folder: Path, results: Results, labels: list[str], about: dict[str, str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    plain = json.dumps(report.as_json(results, about), indent=1, ensure_ascii=False)
    (folder / "results.json").write_text(plain + "\n", encoding="utf-8")
    picture = chart.draw(results, report.ordered(results, labels))
    (folder / "results.svg").write_text(picture, encoding="utf-8")


def _about(about: dict[str, str]) -> str:
    return "\n".join(f"- {name}: {value}" for name, value in about.items()) + "\n\n"


def _put_into(page: Path, text: str) -> None:
    """Replace the results in a page, leaving what people wrote around them."""
    whole = page.read_text(encoding="utf-8")
    before, rest = whole.split(BEGIN)
    after = rest.split(END)[1]
    page.write_text(f"{before}{BEGIN}\n\n{text}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
