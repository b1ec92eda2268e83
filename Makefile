# Every target prepares what it needs; the second call is quick.
# Written for GNU make 3.81 (macOS) and newer.

PORT ?= 8501
VENV := .venv
PYTHON := $(VENV)/bin/python
PIP_INSTALL := $(PYTHON) -m pip install --quiet --disable-pip-version-check

# A virtual environment whose interpreter has gone (Python upgraded or removed) is made again.
$(shell $(PYTHON) -c '' 2>/dev/null || rm -f $(VENV)/.made)

.PHONY: help run test check lint fix bench pictures browser clean
.DELETE_ON_ERROR:

help:  ## list the targets
	@sed -n 's/^\([a-z]*\):[^#]*## */\1@/p' Makefile | awk -F@ '{ printf "make %-9s %s\n", $$1, $$2 }'

run: $(VENV)/.runtime  ## start the app: make run PORT=8501
	$(PYTHON) -m streamlit run app.py --server.port $(PORT)

test: $(VENV)/.dev browser  ## every test, those in a real Chromium included
	$(PYTHON) -m pytest --numprocesses auto --maxprocesses 4

check: lint  ## linters, types, and the tests that need no browser
	$(PYTHON) -m pytest -m "not browser"

lint: $(VENV)/.dev  ## linters and types alone
	$(PYTHON) -m ruff check
	$(PYTHON) -m ruff format --check
	$(PYTHON) -m mypy

fix: $(VENV)/.dev  ## repair what the linters can repair
	$(PYTHON) -m ruff check --fix
	$(PYTHON) -m ruff format

bench: $(VENV)/.dev browser  ## measure; make bench ARGS=--write also updates docs/performance.md
	$(PYTHON) -m bench $(ARGS)

pictures: $(VENV)/.dev browser  ## take the README's screenshots again
	$(PYTHON) -m scripts.pictures

browser: $(VENV)/.dev  ## find a Chromium, install one if there is none
	$(PYTHON) -m scripts.browser

clean:  ## remove what the other targets made
	rm -rf $(VENV) .pytest_cache .ruff_cache .mypy_cache test-results
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.made:
	sh scripts/venv.sh $(VENV)
	touch $@

$(VENV)/.runtime: requirements.txt $(VENV)/.made
	@echo "Installing what the app needs into $(VENV) (once) ..."
	$(PIP_INSTALL) -r requirements.txt
	touch $@

$(VENV)/.dev: requirements-dev.txt requirements.txt $(VENV)/.made
	@echo "Installing what tests and linters need into $(VENV) (once) ..."
	$(PIP_INSTALL) -r requirements-dev.txt
	touch $@
