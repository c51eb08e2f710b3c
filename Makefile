# make run    install everything, show tabwire working in a real browser, stay up until Ctrl-C
# make test   run all checks and all tests, with a real Chromium
# make check  check format, lint, types for Python and JavaScript, import layers, generated files (under a minute)
# make gen    regenerate the generated files
# make soak   random faults for three minutes; make soak MINUTES=120 for longer
# make bench  compare with other tools, in under five minutes; make bench-full also writes docs/performance.md
.DEFAULT_GOAL := help

PYTHON ?= python3
UV := .tools/bin/uv
BIN := .venv/bin
MINUTES ?= 3
NODE := tools/node/node_modules
# Tests wait more than they work: two suites run at a time.
SUITES := $(patsubst tests/%/,test-%,$(filter-out tests/soak/ tests/pages/ tests/__pycache__/,$(wildcard tests/*/)))
# Ways to reach a user's own browser; the engine suite runs again on each.
ENGINES := test-scripting test-debugger test-native
.PHONY: help run test check gen soak bench bench-full ready browser node $(SUITES) $(ENGINES)
export UV_PYTHON_DOWNLOADS := never
export UV_PYTHON_PREFERENCE := only-system
# Without bytecode, every start of the hub would compile its libraries again.
unexport PYTHONDONTWRITEBYTECODE

help:
	@sed -n 's/^# make/make/p' Makefile

run: ready browser
	@$(BIN)/tabwire demo

test: check browser
	@$(MAKE) --no-print-directory -j2 $(SUITES) $(ENGINES)

$(SUITES): test-%:
	$(BIN)/pytest -q --durations=5 tests/$*

$(ENGINES): test-%:
	TABWIRE_TEST_ENGINE=$* $(BIN)/pytest -q tests/engines

check: ready $(NODE)
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo --no-cache
	$(BIN)/python tools/generate.py --check
	$(BIN)/python tools/check_page_agent.py
	$(BIN)/python tools/check_page_contract.py
	$(NODE)/.bin/biome ci --colors=off --error-on-warnings .
	PATH="$(CURDIR)/$(BIN):$$PATH" $(NODE)/.bin/tsc -p tsconfig.json

gen: ready
	$(BIN)/python tools/generate.py

soak: ready browser
	$(BIN)/python -m tests.soak --minutes $(MINUTES)

bench: ready browser $(NODE)
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m benchmarks

bench-full: ready browser $(NODE)
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m benchmarks --full

ready: $(UV) .venv/ready

$(UV):
	@echo "Getting uv…"
	@$(PYTHON) -m pip install --quiet --root-user-action=ignore --disable-pip-version-check --target .tools uv

.venv/ready: $(UV) pyproject.toml uv.lock
	@echo "Getting Python packages…"
	@$(UV) sync --frozen --quiet --compile-bytecode --python $(PYTHON)
	@touch $@

browser:
	@tools/get-browser

node: $(NODE)

$(NODE): tools/node/package.json tools/node/package-lock.json | ready
	@echo "Getting Node tools…"
	@cd tools/node && PATH="$(CURDIR)/$(BIN):$$PATH" npm install --no-save --silent --no-audit --no-fund
	@touch $@
