# Every target sets up what it needs. `make run` needs Python 3.11 or later with venv, and nothing else.
SHELL := /bin/bash
BIN := .venv/bin

.PHONY: run setup test check proto lock bench

run:   ## the whole platform on this machine: no root, no Docker, data in ./var
	@infra/scripts/setup runtime
	@exec $(BIN)/python manage.py up

setup: ## the development environment
	@infra/scripts/setup dev

test: setup ## everything: lint, types, contracts, then all tests
	@infra/scripts/provide
	@infra/scripts/check
	@infra/scripts/with-services infra/scripts/run-tests

check: setup ## lint, types, import contracts, Django's own checks
	@infra/scripts/check

proto: setup ## writes the generated protobuf code anew
	@$(BIN)/python infra/scripts/generate-protobuf proto

lock: setup ## writes the locks anew from pyproject.toml
	@infra/scripts/lock

bench: ## all benchmarks of ours against their references
	@infra/scripts/setup bench
	@$(BIN)/athanor bench
