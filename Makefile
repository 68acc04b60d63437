# Two commands do everything: `make play` and `make test`.
VENV := .venv
PYTHON := $(VENV)/bin/python
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: play check quick test night release archive bench clean

play: $(VENV)/.installed
	@$(VENV)/bin/tablee serve

check: $(VENV)/.installed-test
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy

quick: check  # while one works: under a minute
	$(PYTHON) -m pytest -q -n 2 --dist loadgroup --one-table tests/core tests/test_laws.py

test: check  # before every push
	$(PYTHON) -m pytest -n 2 --dist loadgroup

night: check  # before a release: every whole game, all second opinions, a cluster of two
	@$(PYTHON) -m pip install --quiet --editable '.[cluster,cuda]'
	TABLEE_NIGHT=1 $(PYTHON) -m pytest -n 2 --dist loadgroup

release: $(VENV)/.installed-test  # before a release, on a quiet machine: about half an hour
	@$(PYTHON) -m pip install --quiet --editable '.[fuzz]'
	$(PYTHON) -m benchmarks.fuzz
	$(PYTHON) -m benchmarks.kills --kills 200
	$(PYTHON) benchmarks/attack.py --seconds 20
	$(PYTHON) benchmarks/server.py --tables 1000 --pace 5 --seconds 600
	$(PYTHON) -m benchmarks.proxy

bench: $(VENV)/.installed
	$(PYTHON) benchmarks/engine.py

archive: $(VENV)/.installed-test
	$(PYTHON) -m tests.archive

$(VENV)/.installed: pyproject.toml constraints.txt
	@test -x $(PYTHON) || python3 -m venv $(VENV)
	@echo "Installing Tablée (once)…"
	@$(PYTHON) -m pip install --quiet --require-hashes --requirement constraints.txt
	@$(PYTHON) -m pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.installed-test: $(VENV)/.installed
	@echo "Installing what the tests need (once)…"
	@$(PYTHON) -m pip install --quiet --editable '.[test]'
	@touch $@

clean:
	rm -rf $(VENV) dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
