# `make help` lists what there is to do.
PYTHON ?= python3
BIN := .venv/bin

.DEFAULT_GOAL := help
.PHONY: help env walk test lint lock clean

help:  ## this list
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' Makefile

env:  ## make or update .venv (nothing is done twice)
	@PYTHONPATH=src $(PYTHON) -m biped_control.environment

walk: env  ## let the humanoid walk; ARGS="--headless --seconds 20" and the like
	@$(BIN)/biped walk $(ARGS)

lint: env  ## ruff, mypy --strict, import contracts
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy --strict src/biped_control
	@$(BIN)/lint-imports

test: lint  ## lint, then pytest
	@$(BIN)/python -m pytest

clean:  ## remove everything that `make` and colcon made
	rm -rf .venv build install log
