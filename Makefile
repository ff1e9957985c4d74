# The whole vocabulary of work. `make run` serves Fabula; `make test` runs every test. Both set up whatever they need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
STATIC := fabula/api/static/index.html
WEB_SOURCES := $(shell find web/src web/public web/index.html web/vite.config.ts web/package-lock.json -type f 2>/dev/null)
WORKERS ?= 4

.PHONY: help setup setup-dev web run test check fix bench dist lock clean
help: ## what each word does
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/'

$(VENV)/made:
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Fabula needs Python 3.11 or newer; set PYTHON=/path/to/it")'
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/run: requirements-build.txt requirements.txt pyproject.toml | $(VENV)/made
	$(PIP) --require-hashes -r requirements-build.txt
	$(PIP) --require-hashes -r requirements.txt
	$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/dev: requirements-dev.txt $(VENV)/run
	$(PIP) --require-hashes -r requirements-dev.txt
	@touch $@

web/node_modules/made: web/package.json web/package-lock.json
	cd web && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

$(STATIC): web/node_modules/made $(WEB_SOURCES)
	cd web && npm run --silent build

setup: $(VENV)/run ## .venv with the command .venv/bin/fabula
setup-dev: $(VENV)/dev ## setup, and what the tests need
web: $(STATIC) ## build the web app into the package

run: setup web ## serve Fabula on http://127.0.0.1:8420 (ARGS="--port 9000" passes options on)
	$(BIN)/fabula serve $(ARGS)

test: setup-dev web ## every test: Python on all three backends, the web app, and real browsers
	cd web && npm test --silent
	FABULA_CHROMIUM="$$(sh scripts/chromium)" $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(ARGS)

check: setup-dev web/node_modules/made ## formatting, lint, types: what must hold before a commit
	$(BIN)/ruff format --check fabula tests bench
	$(BIN)/ruff check fabula tests bench
	$(BIN)/mypy
	cd web && npm run --silent typecheck

fix: setup-dev ## let the formatter and the linter mend what they can
	$(BIN)/ruff format fabula tests bench
	$(BIN)/ruff check --fix fabula tests bench

bench: setup-dev ## speed and quality, each beside a baseline of the same run, as JSON in bench/out
	$(BIN)/python -m bench $(ARGS)

dist: setup-dev web ## a wheel that carries the built web app
	$(BIN)/python -m hatchling build -t wheel

lock: ## write the requirement files anew from pyproject.toml (needs uv)
	uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-header --no-annotate -q -o requirements.txt
	uv pip compile pyproject.toml --group dev --universal --python-version 3.11 --generate-hashes --no-header --no-annotate -q -o requirements-dev.txt

clean: ## remove everything that was built
	rm -rf $(VENV) web/node_modules fabula/api/static dist
