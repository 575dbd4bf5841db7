# Every target does its own set-up; `make` alone lists them.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
# What a failure has left half done must not look done the next time.
.DELETE_ON_ERROR:

# Scripts run under the Node of the lock file, whatever the machine has.
export PATH := $(CURDIR)/node_modules/.bin:$(PATH)

INSTALLED := node_modules/.package-lock.json

.PHONY: help
help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | sort | while IFS=$$'\t' read -r name text; do printf '  make %-10s %s\n' "$$name" "$$text"; done

$(INSTALLED): package.json package-lock.json $(wildcard services/*/package.json services/*/examples/package.json operator/package.json e2e/package.json e2e/cluster/package.json)
	npm ci --no-audit --no-fund --loglevel=error
	@touch $@

# What `make run` serves, built anew once anything that it is made of is younger.
BUILT := services/tracker-bridge/dist/ui/index.html
BUILT_OF := $(shell find $(addprefix services/,route-handlers/src tracker/src tracker-bridge/src tracker-bridge/ui) -type f ! -name '*.test.ts' ! -path '*/app/api/*') \
	$(wildcard services/tracker-bridge/src/app/api/*/*.config.ts)

$(BUILT): $(INSTALLED) $(BUILT_OF)
	@echo 'Building what it serves'
	@mkdir -p $(@D)
	@npm run --silent build -w @picket/route-handlers -w @picket/tracker -w @picket/tracker-bridge >$(@D).log 2>&1 || { cat $(@D).log >&2; exit 1; }
	@touch $@

.PHONY: run
run: $(BUILT) ## Watch a demo shop that breaks and heals, and serve its tracker, until Ctrl-C
	@.ci/install-debian ping=iputils-ping git=git
	@node examples/quickstart.ts

.PHONY: tools
tools: $(INSTALLED) ## Install what the tests need beside npm packages
	@.ci/install-debian ping=iputils-ping openssl=openssl redis-server=redis-server mariadbd=mariadb-server pg_ctlcluster=postgresql git=git ssh=openssh-client \
		containerd=containerd runc=runc /usr/lib/cni/bridge=containernetworking-plugins buildah=buildah busybox=busybox-static \
		iptables=iptables ip=iproute2 conntrack=conntrack socat=socat prometheus=prometheus prometheus-alertmanager=prometheus-alertmanager chromium=chromium
	@e2e/cluster/build-tools >/dev/null

.PHONY: cluster
cluster: tools ## Start a real Kubernetes on this machine (PROVIDER=kind uses Docker)
	@node e2e/cluster/src/command.ts up $(if $(PROVIDER),--provider $(PROVIDER))

.PHONY: try
try: tools ## Put Picket and a demo shop into such a Kubernetes, to look around in
	@node e2e/try.ts

.PHONY: cluster-down
cluster-down: $(INSTALLED) ## End it, and everything it started
	@node e2e/cluster/src/command.ts down

.PHONY: image
image: $(BUILT) ## Build the images of the operator and of the tracker, without Docker
	@.ci/install-debian buildah=buildah ping=iputils-ping git=git ssh=openssh-client
	@node operator/image/build.ts
	@node services/tracker-bridge/image/build.ts

.PHONY: check
check: $(INSTALLED) ## Format, lint, types, unused code and unit tests: the fast loop
	@npm run --silent check

.PHONY: test
test: tools check ## Everything, against real servers
	@npm run --silent test:integration
	@npm run --silent test:cluster

.PHONY: soak
soak: tools ## The long drills: hundreds of kills, long outages, minutes of load
	@npm run --silent soak -w services/monitor
	@npm run --silent soak -w @picket/tracker
	@npm run --silent soak -w e2e

.PHONY: bench
bench: tools ## Measure monitor and route handlers beside their peers, the tracker beside its floor, its bridge beside the command, the operator at scale
	@.ci/install-debian prometheus-blackbox-exporter=prometheus-blackbox-exporter
	@npm run --silent bench -w services/monitor
	@npm run --silent bench -w @picket/route-handlers
	@npm run --silent bench -w @picket/tracker
	@npm run --silent bench -w @picket/tracker-bridge
	@npm run --silent bench -w operator

.PHONY: generate
generate: $(INSTALLED) ## Write the files that are derived from the schema
	@npm run --silent generate
