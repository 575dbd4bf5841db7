# Every target does its own set-up; `make` alone lists them.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

# Scripts run under the Node of the lock file, whatever the machine has.
export PATH := $(CURDIR)/node_modules/.bin:$(PATH)

INSTALLED := node_modules/.package-lock.json

.PHONY: help
help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | sort | while IFS=$$'\t' read -r name text; do printf '  make %-10s %s\n' "$$name" "$$text"; done

$(INSTALLED): package.json package-lock.json $(wildcard services/*/package.json)
	npm ci --no-audit --no-fund --loglevel=error
	@touch $@

.PHONY: run
run: $(INSTALLED) ## Watch a demo shop that breaks and heals, until Ctrl-C
	@.ci/install-debian ping=iputils-ping
	@node examples/quickstart.ts

.PHONY: tools
tools: $(INSTALLED) ## Install what the tests need beside npm packages
	@.ci/install-debian ping=iputils-ping openssl=openssl redis-server=redis-server mariadbd=mariadb-server pg_ctlcluster=postgresql git=git

.PHONY: check
check: $(INSTALLED) ## Format, lint, types, unused code and unit tests: the fast loop
	@npm run --silent check

.PHONY: test
test: tools check ## Everything, against real servers
	@npm run --silent test:integration

.PHONY: soak
soak: tools ## The long drills: hundreds of kills
	@npm run --silent soak -w services/monitor

.PHONY: bench
bench: $(INSTALLED) ## Measure the monitor side by side with its peers
	@.ci/install-debian prometheus-blackbox-exporter=prometheus-blackbox-exporter
	@npm run --silent bench -w services/monitor

.PHONY: generate
generate: $(INSTALLED) ## Write the files that are derived from the schema
	@npm run --silent generate
