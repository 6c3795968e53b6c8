# The only doors of the project. `make` alone lists them.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help run test fmt lint bench dev probe faults sweep mutants

# rustup installs here without telling shells that are already open
export PATH := $(PATH):$(HOME)/.cargo/bin

help: ## list the commands
	@echo "Guichê, a customer-service desk over WhatsApp numbers"
	@echo
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-7s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## build what changed and start the demo on http://127.0.0.1:8080
	@exec scripts/run

test: ## everything: formatting, lints, Rust and web tests, browser journeys
	@exec scripts/test

fmt: ## format Rust and web sources
	@scripts/require cargo node
	@cargo fmt --all
	@scripts/build-pages --packages-only
	@npm --prefix webui run --silent fmt

lint: ## formatting and lints only (the first steps of make test)
	@exec scripts/test --only lint

bench: ## benchmarks on the standard set, release build, beside other servers
	@exec scripts/bench

probe: ## attacks in their full form: tenants, races, tokens, addresses, files, readers, pages, packages
	@scripts/require cargo node python
	@exec scripts/probe

faults: ## kills, broken providers, full disks, several nodes: the long form, on the release build (about an hour)
	@scripts/require cargo node python
	@scripts/install-system-packages test
	@scripts/build-pages
	@cargo build --release --locked
	@GUICHE_FAULTS=long GUICHE_TEST_ON_DISK=1 GUICHE_TEST_REQUIRE_ALL=1 GUICHE_BIN="$${CARGO_TARGET_DIR:-$(CURDIR)/target}/release/guiche" \
	  scripts/test-services cargo test --locked --workspace --all-features --test faults --test nodes -- --nocapture --test-threads=1
	@# a released server takes no peer of the tests: paired numbers are killed in the debug build
	@scripts/install-test-peers
	@GUICHE_FAULTS=long GUICHE_TEST_ON_DISK=1 GUICHE_TEST_REQUIRE_ALL=1 \
	  scripts/test-services cargo test --locked --workspace --all-features --test paired kills:: -- --nocapture

sweep: ## every control of every page and dialog under hasty hands: the gesture sweep, an hour and more
	@scripts/require cargo node
	@scripts/install-system-packages test
	@scripts/build-pages
	@cargo build --locked --workspace --bin guiche
	@node webui/e2e/sweep/main.mjs --full
	@node webui/e2e/sweep/main.mjs --full --super

mutants: ## changes the rules and the socket's connection in every small way and says which change no test notices (hours)
	@scripts/require cargo
	@cargo mutants --version >/dev/null 2>&1 || { echo "make mutants needs: cargo install cargo-mutants --locked"; exit 1; }
	@cargo mutants --package guiche-actors --file 'actors/rules/**' --baseline run -- --lib rules::
	@cargo mutants --package guiche-http --file 'http/socket/connection.rs' --baseline run -- --lib socket::

dev: ## server and pages with reload: http://127.0.0.1:5173
	@exec scripts/dev
