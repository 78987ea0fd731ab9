# `make help` lists what there is to do.
PYTHON ?= python3
ARGS ?=
BIN := .venv/bin

# One numeric thread a process: the processes of the graph share the machine's cores.
export OMP_NUM_THREADS := 1
export OPENBLAS_NUM_THREADS := 1

.DEFAULT_GOAL := help
.PHONY: help env walk lint test lock clean

help:  ## this list
	@echo 'make TARGET [ARGS="..."] [PYTHON=python3.12]'
	@sed -n 's/^\([a-z]*\):.*## /  \1\t/p' Makefile

env:  ## make or update .venv (nothing is done twice)
	@PYTHONPATH=src $(PYTHON) -m biped_control.environment

walk: env  ## let the humanoid walk, e.g. ARGS="--headless --seconds 20"
	@$(BIN)/biped walk $(ARGS)

lint: env  ## ruff, mypy --strict, import contracts
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy
	@$(BIN)/lint-imports

test: lint  ## lint, then the tests, e.g. ARGS="tests/contact -k lemke"
	@$(BIN)/python -m pytest $(ARGS)

lock:  ## look for newer versions of everything (needs uv)
	@uv pip compile --quiet --upgrade --universal --python-version 3.10 --all-extras --no-header --no-annotate \
		--output-file requirements.lock pyproject.toml
	@sed -i '/win32/d' requirements.lock

clean:  ## remove what make and colcon made
	rm -rf .venv build install log
