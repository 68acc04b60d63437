# Two commands do everything: `make play` and `make test`.
VENV := .venv
PYTHON := $(VENV)/bin/python
PYTEST := $(PYTHON) -m pytest -n 2 --dist loadgroup --no-loadscope-reorder
export PIP_DISABLE_PIP_VERSION_CHECK := 1
unexport PYTHONDONTWRITEBYTECODE  # every server of a test would read all of src anew

.PHONY: play check compiled quick test example night release archive bench site clean

play: $(VENV)/.installed
	@$(VENV)/bin/tablee serve

check: $(VENV)/.installed-test
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy

compiled: $(VENV)/.installed  # the code of all games, one beside the other
	@$(PYTHON) -c 'import asyncio; from tablee.web.server.warmup import Warmup; asyncio.run(Warmup().run())'

quick: check  # while one works: some seconds
	$(PYTEST) -q --one-table tests/core tests/test_laws.py

test:  # before every push; the games are compiled while tools are installed and types checked
	@$(MAKE) -j 2 check compiled
	$(PYTEST)
	@$(MAKE) example

example: $(VENV)/.installed-test  # the worked example, installed as anybody's game beside the house
	@rm -rf $(VENV)/shelf
	@$(PYTHON) -m pip install --quiet --no-deps --no-build-isolation --target $(VENV)/shelf packages/tablee-ascenseur
	PYTHONPATH=$(VENV)/shelf NUMBA_DISABLE_JIT=1 $(PYTEST) -q -c packages/tablee-ascenseur/pyproject.toml packages/tablee-ascenseur
	PYTHONPATH=packages/tablee-ascenseur:$(VENV)/shelf NUMBA_DISABLE_JIT=1 TABLEE_GAMES=ascenseur $(PYTEST) -q --pyargs tablee.laws -k "(4-both-bound-turned-exact or not ascenseur-) and not as_compiled_rules"

night: check compiled  # before a release: every whole game, all second opinions, a cluster of two
	@$(PYTHON) -m pip install --quiet --editable '.[cluster,cuda]'
	TABLEE_NIGHT=1 $(PYTEST)

release: $(VENV)/.installed-test  # before a release, on a quiet machine: about half an hour
	@$(PYTHON) -m pip install --quiet --editable '.[fuzz]'
	$(PYTHON) -m benchmarks.fuzz
	$(PYTHON) -m benchmarks.kills --kills 200
	$(PYTHON) benchmarks/attack.py --seconds 20
	$(PYTHON) benchmarks/server.py --tables 1000 --pace 5 --seconds 600
	$(PYTHON) -m benchmarks.proxy

site: $(VENV)/.installed-test  # the pages of docs/ as a site, in dist/site
	$(PYTHON) -m mkdocs build --quiet --site-dir dist/site

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
