# Newcomers need two commands: make run, make test. The others are for development.
# .venv is made with python3, or with the system's Python if python3 was built without optimisations, as pyenv does it:
# tests take a seventh less with it. To choose another: make install PYTHON=python3.13
UNOPTIMISED := "--enable-optimizations" not in (get_config_var("CONFIG_ARGS") or "")
PYTHON ?= $(shell python3 -c 'from sysconfig import *; exit(not ($(UNOPTIMISED)))' 2>/dev/null \
  && /usr/bin/python3 -c 'import ensurepip, sys, venv; exit(sys.version_info < (3, 11))' 2>/dev/null \
  && echo /usr/bin/python3 || echo python3)
UV ?= uv
# A worker a processor: a third took longer, though browser tests wait. Each file goes to one worker, so that
# shared fixtures are made once; in the order of tests/conftest.py.
AT_ONCE ?= -n 2 --dist loadfile --no-loadscope-reorder
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
STATIC := scoring/static tournaments/static tichu_site/static
COMPILE := $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes \
  --no-emit-index-url --no-emit-find-links --no-header --no-annotate pyproject.toml

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help run install test test-sqlite test-postgres test-slow test-browser test-dates mutants bench failover \
  lighthouse lint format types check messages openapi pictures vendor lock clean

help: ## list the commands
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: $(VENV)/.run ## serve the app here and to phones on the same network (HOST, PORT may be set)
	@$(BIN)/python manage.py serve

install: $(VENV)/.test ## make .venv with everything for running and testing

# Make the virtual environment again if it is incomplete, for example because Debian's python3-venv was missing.
define virtual_environment
	@$(PYTHON) -c 'import sys; sys.exit(None if sys.version_info >= (3, 11) else \
	  "Python 3.11 or newer is needed, as in: make $@ PYTHON=python3.12")'
	@$(PIP) --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV)
endef

$(VENV)/.run: requirements.lock
	$(virtual_environment)
	@echo "Installing the locked dependencies into $(VENV), made with $(PYTHON) ..."
	@$(PIP) install --require-hashes -r requirements.lock
	@touch $@

$(VENV)/.test: requirements-test.lock
	$(virtual_environment)
	@echo "Installing the locked dependencies and those of the tests into $(VENV), made with $(PYTHON) ..."
	@$(PIP) install --require-hashes -r requirements-test.lock
	@touch $@ $(VENV)/.run

# Without stored bytecode each worker, and each server that tests start, would compile everything again.
test test-sqlite test-postgres test-slow test-browser test-dates: export PYTHONDONTWRITEBYTECODE =

test: test-sqlite test-postgres ## everything, on SQLite and on PostgreSQL

test-sqlite: install ## everything on SQLite
	@echo "== SQLite"
	@TEST_DATABASE=sqlite $(BIN)/python -m pytest -q $(AT_ONCE) -m "not slow"

test-postgres: install ## tests that can differ on PostgreSQL, on a real server
	@echo "== PostgreSQL"
	@TEST_DATABASE=postgres $(BIN)/python -m pytest -q $(AT_ONCE) -m "not slow and postgres and not any_database"

test-slow: install ## the long versions of the sets that make test shortens, on both databases
	@echo "== SQLite"
	@TEST_DATABASE=sqlite $(BIN)/python -m pytest -q $(AT_ONCE) -m slow
	@echo "== PostgreSQL"
	@TEST_DATABASE=postgres $(BIN)/python -m pytest -q $(AT_ONCE) -m "slow and postgres and not any_database"

test-browser: install ## only the tests in a real browser
	@$(BIN)/python -m pytest -q $(AT_ONCE) -m browser

test-dates: install ## everything without a browser on eight days in three zones (DATES="--at leap-day --zone UTC")
	@TEST_DATABASE=sqlite $(BIN)/python -m tests.dates $(DATES) $(AT_ONCE)

mutants: install ## check that the tests catch deliberate faults (MUTANTS="--at-once 2", or names of faults)
	@$(BIN)/python -m tests.mutants.run $(MUTANTS)

bench: install ## the benchmarks, each with a baseline from the same run
	@failed=; for file in tests/bench/bench_*.py; do echo "== $$file"; $(BIN)/python $$file || failed="$$failed $$file"; \
	  done; test -z "$$failed" || { echo "Failed:$$failed"; exit 1; }

failover: install ## kill servers, PgBouncer and PostgreSQL while a hall plays (FAILOVER="--runs 1 --tables 20")
	@$(BIN)/python -m tests.failover.run $(FAILOVER)
	@$(BIN)/python -m tests.failover.run --control asynchronous --tables 20
	@$(BIN)/python -m tests.failover.run --control hasty --tables 20
	@$(BIN)/python -m tests.failover.rolling

lighthouse: install ## Lighthouse on the pages that matter (needs node and npm)
	@$(BIN)/python tests/lighthouse/run.py

lint: install ## check for mistakes, and the format of Python, templates, styles and scripts
	@$(BIN)/ruff check . && $(BIN)/ruff format --check .
	@$(BIN)/djangofmt --check templates
	@$(BIN)/oxfmt --check $(STATIC)

format: install ## fix what can be fixed, and format
	@$(BIN)/ruff check --fix . ; $(BIN)/ruff format .
	@$(BIN)/djangofmt templates
	@$(BIN)/oxfmt $(STATIC)

types: install ## the strict type checker
	@$(BIN)/mypy

check: install ## check that migrations are complete and production settings raise no warning
	@$(BIN)/python manage.py makemigrations --check --dry-run
	@SECRET_KEY=$$($(BIN)/python -c "import secrets; print(secrets.token_urlsafe(50))") \
	  ALLOWED_HOSTS=tichu.example HTTPS=true $(BIN)/python manage.py check --deploy --fail-level WARNING

openapi: install ## write docs/openapi.yaml, the description of the API, from the code
	@$(BIN)/python manage.py spectacular --validate --fail-on-warn --file docs/openapi.yaml

messages: install ## update locale/*/LC_MESSAGES/django.po from the code
	@$(BIN)/python manage.py messages

pictures: install ## take the docs' pictures from the real pages
	@$(BIN)/python tests/browser/pictures.py

vendor: install ## fetch vendored files by the versions and sums in scoring/static/vendor (needs npm)
	@$(BIN)/python -m tests.vendored

lock: ## pin the dependencies of pyproject.toml again, with hashes and without hosts (needs uv)
	@$(COMPILE) -o requirements.lock
	@$(COMPILE) --extra test -o requirements-test.lock

clean: ## remove generated files (never the data folder)
	rm -rf $(VENV) .lighthouse .pytest_cache .mypy_cache .ruff_cache .hypothesis htmlcov
