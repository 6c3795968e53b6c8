# The only doors of the project. `make` alone lists them.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help run test fmt lint bench dev

# rustup installs here without telling shells that are already open
export PATH := $(PATH):$(HOME)/.cargo/bin

help: ## list the commands
	@echo "Guichê, a customer-service desk over WhatsApp numbers"
	@echo
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-6s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

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

bench: ## benchmarks, release build
	@scripts/require cargo node
	@scripts/build-pages
	@cargo bench --workspace

dev: ## server and pages with reload: http://127.0.0.1:5173
	@exec scripts/dev
