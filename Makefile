# Two commands for a newcomer: make run, make test. The others are for those who work on it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.DEFAULT_GOAL := help
.PHONY: help run install test test-sqlite test-postgres test-slow test-browser bench lighthouse lint format types check messages pictures clean

help: ## what there is
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: $(VENV)/.run ## serve the app here and to phones on the same network (HOST, PORT may be set)
	@$(BIN)/python manage.py serve

install: $(VENV)/.test ## make .venv with all that running and testing need

$(VENV)/.run: requirements.lock
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing the locked dependencies into $(VENV) ..."
	@$(PIP) install --require-hashes -r requirements.lock
	@touch $@

$(VENV)/.test: requirements-test.lock
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing the locked dependencies, tests' too, into $(VENV) ..."
	@$(PIP) install --require-hashes -r requirements-test.lock
	@touch $@ $(VENV)/.run

test: install test-sqlite test-postgres ## everything, on SQLite and on PostgreSQL

test-sqlite: install ## everything on SQLite
	@echo "== SQLite" && TEST_DATABASE=sqlite $(BIN)/python -m pytest -q -n 2 --dist loadgroup -m "not slow"

test-postgres: install ## all that touches the database or a browser, on a real PostgreSQL server
	@echo "== PostgreSQL" && TEST_DATABASE=postgres $(BIN)/python -m pytest -q -n 2 --dist loadgroup -m "not slow and (database or browser)"

test-slow: install ## the long versions of the sets that make test runs in short
	@TEST_DATABASE=sqlite $(BIN)/python -m pytest -q -m slow

test-browser: install ## the evenings in a real browser only
	@$(BIN)/python -m pytest -q -m browser

bench: install ## how fast, each figure with a baseline from the same run
	@for file in tests/bench/bench_*.py; do echo "== $$file"; $(BIN)/python $$file || exit 1; done

lighthouse: install ## Lighthouse on the pages that matter (needs node and npm)
	@$(BIN)/python tests/lighthouse/run.py

lint: install ## ruff
	@$(BIN)/ruff check . && $(BIN)/ruff format --check .

format: install ## mend what ruff can mend
	@$(BIN)/ruff check --fix . ; $(BIN)/ruff format .

types: install ## the strict type checker
	@$(BIN)/mypy

check: install ## migrations are complete; production settings raise no warning
	@$(BIN)/python manage.py makemigrations --check --dry-run
	@SECRET_KEY=$$($(BIN)/python -c "import secrets; print(secrets.token_urlsafe(50))") ALLOWED_HOSTS=tichu.example HTTPS=true \
	  $(BIN)/python manage.py check --deploy --fail-level WARNING

messages: install ## bring locale/*/LC_MESSAGES/django.po up to date with the code
	@$(BIN)/python manage.py messages

pictures: install ## the docs' pictures, taken from the real pages
	@$(BIN)/python tests/browser/pictures.py

clean: ## remove what can be made again (never the data folder)
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis htmlcov
