# Every target sets up what it needs. `make run` needs Python 3.11 or later with venv, and nothing else.
SHELL := /bin/bash
BIN := .venv/bin
# Hundreds of processes are started by the tests, and seven by `make run`: none is to compile Django again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run setup provide check test test-quick test-failed test-reversed test-times coverage proto game player-data lock \
	bench runtimes corpus-table soak random-games

run:   ## the whole platform on this machine: no root, no Docker, data in ./var
	@infra/scripts/setup runtime
	@exec $(BIN)/python manage.py up

setup: ## the development environment
	@infra/scripts/setup dev

provide: ## installs what the tests need and the machine lacks (as root on Debian), or names it
	@infra/scripts/provide $(PART)

SUITE = $(BIN)/python -m tests.suite
# The servers are those that the tests to be run need.
with-servers = infra/scripts/with-services --only "$$($(SUITE) $(1) --services)" $(SUITE) $(1)

PART ?=
test: setup provide ## everything: lint, types, contracts, all tests; or PART=arena|sandbox|athanor|browser|end_to_end
	@$(call with-servers,$(addprefix --part ,$(PART)))

test-quick: setup ## the fast tier, in about a minute: no servers, no browser, no Docker
	@$(SUITE) --quick

test-failed: setup ## only what failed or did not run last time
	@$(call with-servers,--failed)

test-reversed: setup provide ## everything, backwards: finds tests that need an order
	@$(call with-servers,--reversed $(addprefix --part ,$(PART)))

test-times: setup ## writes the times of the last run into tests/README.md, and how files are shared out
	@$(BIN)/python -m tests.suite.times

coverage: setup provide ## everything, and which lines and branches of the product it ran
	@$(call with-servers,--coverage $(addprefix --part ,$(PART)))

check: setup ## lint, types, import contracts, Django's own checks
	@infra/scripts/check

proto: setup ## writes the generated protobuf code anew
	@$(BIN)/python infra/scripts/generate-protobuf proto

NAME ?=
FOLDER ?= ../athanor-$(NAME)
game: setup ## NAME=stones: a game that plays, as a distribution of its own in FOLDER, to be changed into yours
	@$(BIN)/python infra/scripts/new-game "$(NAME)" "$(FOLDER)"

player-data: setup ## writes what the boards of the replay player know of their games' data anew
	@$(BIN)/python infra/scripts/generate-player-data platform/athanor/design/static/athanor/player/games

lock: setup ## writes the locks anew from pyproject.toml
	@infra/scripts/lock

LANGUAGES ?=
runtimes: setup ## the trees that bots run in and are built in, of every language or LANGUAGES="java go"
	@infra/scripts/build-runtimes $(LANGUAGES)

SHORT ?=
bench: ## all benchmarks of ours against their references; SHORT=1: each as short as can be, to see that it runs
	@infra/scripts/setup bench
	@$(BIN)/athanor bench $(if $(SHORT),--short)

corpus-table: setup ## plays every hostile bot on both drivers and writes what came of it into sandbox/README.md
	@$(BIN)/python -m tests.sandbox.corpus_table

MATCHES ?= 500
SANDBOX ?= auto
soak: setup ## MATCHES matches on SANDBOX with a third of the seats hostile; nothing may be left, no honest result moved
	@$(BIN)/python -m tests.sandbox.soak --matches $(MATCHES) --sandbox $(SANDBOX)

GAME ?=
GAMES ?= 100000
FIRST ?= 0
STRIDE ?= 25
random-games: setup ## GAMES random games of each GAME, from number FIRST on, every invariant checked each STRIDE actions
	@$(BIN)/python -m tests.arena.games.random_games $(GAME) --games $(GAMES) --first $(FIRST) --stride $(STRIDE)
