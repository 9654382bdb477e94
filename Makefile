# Two commands matter: `make run` and `make test`. `make help` lists the rest.
# Needs make and Python 3.11 or newer; everything else comes from the package index into .venv.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.PHONY: help run services stop test tools mutants bench check lint format types imports migrations schema clients deploy docs install lock \
	clean web worker beat migrate

ifndef PYTHON
PYTHON := $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' 2>/dev/null && { echo $$python; break; }; done)
endif
BIN := .venv/bin
# Byte code is kept in the environment, also where the machine forbids it beside the sources: each process would compile
# 2,000 modules at its start.
export PYTHONPYCACHEPREFIX ?= $(CURDIR)/.venv/bytecode
unexport PYTHONDONTWRITEBYTECODE
LAUNCH := $(BIN)/python -m config.launch
TEST := $(BIN)/python -m tests.run
# `make install CLIENTS=no` leaves the clients out: to pack them asks the npm registry.
WITH_CLIENTS := $(filter-out no,$(or $(CLIENTS),yes))
# An environment whose Python is gone (an upgrade, a copy from elsewhere) is made anew.
DEAD := $(shell test -x $(BIN)/python || rm -f .venv/.run .venv/.dev)

help:  ## list the commands
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | while IFS="	" read -r name what; do printf '  make %-12s %s\n' "$$name" "$$what"; done

run: .venv/.run  ## start the whole service: database, broker, web, worker, beat
	@exec $(LAUNCH) run

.PHONY: demo
demo: .venv/.run  ## play a month of a small fintech on the service that `make run` has started
	@exec $(BIN)/python -m practice.demo

.PHONY: manage
manage: .venv/.run  ## run a command of manage.py on the service that `make run` has started (ARGS='create_platform "Second" --uma-domain second.example.com')
	@exec $(LAUNCH) manage $(ARGS)

.PHONY: bank
bank: .venv/.run  ## play the bank of a connection on the service that `make run` has started (ARGS="house-bank")
	@exec $(LAUNCH) manage bank $(ARGS)

.PHONY: bank-demo
bank-demo: .venv/.run  ## play a thousand payments out and in through the files of two practice banks, on the service that runs
	@exec $(LAUNCH) manage bank_demo

services: .venv/.run  ## start only the embedded database and broker, and print their addresses
	@exec $(LAUNCH) services

stop: .venv/.run  ## end what runs from this folder
	@exec $(LAUNCH) stop

test: .venv/.dev  ## run the tests in parallel on servers of their own (ARGS=--changed: those that a change concerns; ARGS="tests/launch -k port")
	@exec $(TEST) $(ARGS)

tools: .venv/.dev  ## run the tests of what lies beside the service (benchmark, demos, clients, deployment, generators, contributors' pages)
	@exec $(TEST) --tools $(ARGS)

.PHONY: nightly
nightly: .venv/.dev .venv/.mutants .venv/.failover  ## what `make test` and `make tools` leave to the night: all random examples, both clocks, all inputs, a hundred months with a bank, a thousand simulated seeds, half an hour of faults; then the map
	@$(TEST) --all
	@FIRST=$$(date +%s) MONTHS=100 $(TEST) --tools --all
	@$(BIN)/python -m tests.simulation --first $$(date +%s) --seeds 1000 --probes
	@$(BIN)/python -m bench.chaos --minutes 30 --seed $$(date +%s)
	@exec env PYTHONPATH=.venv/mutants $(TEST) --map $(ARGS)

.PHONY: simulate
simulate: .venv/.dev  ## play many actors on the service, step by step as seeds say, and judge the end (SEEDS=100 FIRST=1; TIMES=2; SEED=7 TRACE=1; SEED=7 SHRINK=1; BUG=lock-removed or all)
	@exec $(BIN)/python -m tests.simulation --first $(or $(SEED),$(FIRST),1) --seeds $(if $(SEED),1,$(or $(SEEDS),10)) \
		$(if $(TIMES),--times $(TIMES)) $(if $(TRACE),--trace) $(if $(SHRINK),--shrink) $(if $(PROBES),--probes) $(if $(BUG),--bug $(BUG)) $(ARGS)

.PHONY: days
days: .venv/.dev  ## play two working days in the back office over the demo's data, counted and timed (ARGS=--pictures: the documents' too)
	@exec $(BIN)/python -m tests.working_days $(ARGS)

mutants: .venv/.dev .venv/.mutants  ## change the code in many small ways, and tell which changes no test notices (ARGS="--sample 100")
	@exec env PYTHONPATH=.venv/mutants $(LAUNCH) with-servers $(BIN)/python -m tests.mutants $(ARGS)

.PHONY: map
map: .venv/.dev .venv/.mutants  ## measure which test reaches what: tests/map.json.xz, by which --changed and --quick choose
	@exec env PYTHONPATH=.venv/mutants $(TEST) --map $(ARGS)

bench: .venv/.dev  ## measure this machine and the service on it
	@exec $(LAUNCH) with-servers $(BIN)/python -m bench $(ARGS)

.PHONY: failover-drill
failover-drill: .venv/.run .venv/.failover  ## play faults of the database under load, on two servers and a witness (ARGS="--kinds crash host --times 3")
	@exec $(BIN)/python -m bench.failover $(ARGS)

.PHONY: chaos
chaos: .venv/.run .venv/.failover  ## pay on ten hosts while a fault comes each minute, and compare at the end (ARGS="--minutes 60 --seed 1")
	@exec $(BIN)/python -m bench.chaos $(ARGS)

check: lint types imports migrations schema clients deploy docs test tools  ## everything CI asks

lint: .venv/.dev  ## style
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: .venv/.dev  ## put the code into its form
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: .venv/.dev  ## types
	@$(BIN)/python -m clients.generate --python
	$(BIN)/python -m mypy .

imports: .venv/.dev  ## who may import whom
	$(BIN)/lint-imports

migrations: .venv/.dev  ## every model has its migration
	@$(LAUNCH) with-servers $(BIN)/python manage.py makemigrations --check --dry-run

schema: .venv/.dev  ## docs/openapi.yaml is what the code says (SCHEMA_WRITE=1 writes it)
	@if [ -n "$(SCHEMA_WRITE)" ]; then $(BIN)/python manage.py spectacular --validate --fail-on-warn --file docs/openapi.yaml; \
	else $(BIN)/python manage.py spectacular --validate --fail-on-warn --file .venv/openapi.yaml && \
	diff -u docs/openapi.yaml .venv/openapi.yaml || { echo "docs/openapi.yaml is out of date: SCHEMA_WRITE=1 make schema"; exit 1; }; fi

clients: .venv/.dev  ## generate the clients; they were checked with this docs/openapi.yaml (CLIENTS_WRITE=1 says that they were)
	@$(BIN)/python -m clients.generate $(if $(CLIENTS_WRITE),--write)

deploy: .venv/.dev  ## production settings pass the deployment checks
	@env $$($(LAUNCH) secrets) ENVIRONMENT=production ALLOWED_HOSTS=payments.example.com PUBLIC_BASE_URL=https://payments.example.com \
		DATABASE_URL=postgresql:///not-asked REDIS_URL=redis://not-asked $(BIN)/python manage.py check --deploy --fail-level WARNING

docs: .venv/.dev  ## make what the service shows below /docs/, pages and packed clients; a broken link ends it
	@$(MAKE) --no-print-directory .venv/site/.made .venv/packages/.made

.PHONY: release
release: .venv/.dev  ## make dist/ of the last commit: archive, what an image is built of, bill of materials, digests
	@exec $(BIN)/python -m deploy.release $(ARGS)

install: .venv/.production $(if $(WITH_CLIENTS),.venv/.clients)  ## what a production machine runs from this folder (deploy/build.sh copies it first); OPTIONAL="s3 sftp traces errors" CLIENTS=no
	@$(MAKE) --no-print-directory .venv/site/.made $(if $(WITH_CLIENTS),.venv/packages/.made)

web worker beat migrate: .venv/.run
	@exec $(LAUNCH) $@

lock: .venv/.dev  ## choose the packages anew
	uv=$$(command -v uv || echo .uv/bin/uv); $$uv pip compile --universal --generate-hashes --no-annotate --python-version 3.11 --custom-compile-command "make lock" \
		--no-emit-index-url --upgrade pyproject.toml -o requirements.lock
	uv=$$(command -v uv || echo .uv/bin/uv); for group in embedded s3 sftp traces errors dev clients mutants docs failover; do $$uv pip compile --universal --generate-hashes --no-annotate --python-version 3.11 \
		--custom-compile-command "make lock" --no-emit-index-url --upgrade --group $$group -c requirements.lock \
		-o requirements-$$group.lock; done

.PHONY: audit
audit: .venv/.dev  ## known vulnerabilities of the packages in all lock files (asks the package index)
	@for lock in requirements*.lock; do echo "· $$lock"; \
		$(BIN)/pip-audit --strict --disable-pip --require-hashes --progress-spinner off $(ARGS) --requirement $$lock || failed=yes; done; test -z "$$failed"

clean:  ## remove the environment and all data of `make run`
	@if [ -x $(BIN)/python ] && [ -f .venv/.run ]; then $(LAUNCH) stop; fi
	rm -rf .venv .uv .cache var dist mutants .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	rm -rf clients/python/src/payments_platform_client/generated clients/typescript/src/generated

define require_python
@if [ -z "$(PYTHON)" ] || ! "$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	echo "ERROR: Python 3.11 or newer is needed; found: $$($(or $(PYTHON),python3) --version 2>&1 | head -n 1)"; \
	echo "Install one, or name it: make PYTHON=/path/to/python3.12 run"; exit 1; fi
endef

.venv/.run: requirements.lock requirements-embedded.lock
	$(require_python)
	@"$(PYTHON)" config/launch/install.py && touch $@

.venv/.dev: requirements.lock requirements-embedded.lock requirements-dev.lock
	$(require_python)
	@"$(PYTHON)" config/launch/install.py --dev && touch .venv/.run $@

.venv/.production: requirements.lock
	$(require_python)
	@"$(PYTHON)" config/launch/install.py --production $(OPTIONAL) && touch $@

.venv/.mutants: requirements-mutants.lock
	@"$(PYTHON)" config/launch/install.py --mutants && touch $@

.venv/.failover: requirements-failover.lock
	@"$(PYTHON)" config/launch/install.py --failover && touch $@

.venv/.docs: requirements-docs.lock
	$(require_python)
	@"$(PYTHON)" config/launch/install.py --docs && touch $@

# The long tables of the pages are made of the code, which needs its packages: those of an installation, or of `make run`.
# A changed message of an error alone makes no new pages here; an installation makes all of them.
PACKAGES := $(if $(filter install,$(MAKECMDGOALS))$(wildcard .venv/.production),.venv/.production,.venv/.run)
OF_TABLES := $(shell find banks compliance payments platforms -path '*/account_types/*.py' -o -path '*/admin/*.py' -o -path '*/ledger/*.py' -o -name reasons.csv -o -name steps.py -o -name movements.py -o -name document_tables.py) config/documents/tables.py .env.example docs/examples/account_types.json

.venv/tables/.made: $(OF_TABLES) | $(PACKAGES)
	@rm -rf .venv/tables && ENVIRONMENT=development $(BIN)/python manage.py document_tables --folder .venv/tables && touch $@
.venv/.clients: requirements-clients.lock
	@"$(PYTHON)" config/launch/install.py --clients && touch $@

# Production has their tools in a folder apart, development among its own.
.venv/packages/.made: docs/openapi.yaml LICENSE $(shell find clients -type f -not -path '*/generated/*' -not -path '*/node_modules/*' -not -path '*/__pycache__/*' 2>/dev/null)
	@PYTHONPATH=$(CURDIR)/.venv/clients $(BIN)/python -m clients.pack .venv/packages && touch $@

# The page for missing ones is shown at any address below /docs/, so its links are whole; the tool makes them for a site at /.
NOT_THERE := <h1>There is no such page</h1><p>Search for it above, or begin at <a href="/docs/">the first page</a>. Every endpoint of the API is in <a href="/docs/reference/">the reference</a>.</p>

# Made aside and put in place whole: the service may be showing the former one. A cached page would keep quiet about its links.
.venv/site/.made: .venv/.docs .venv/tables/.made zensical.toml README.md CHANGELOG.md $(shell find docs -type f)
	@rm -rf .venv/site.new && PYTHONPATH=.venv/docs $(BIN)/python -m zensical build --strict --clean
	@sed -i -e 's|="/docs/|="/|g' -e 's|="/|="/docs/|g' -e 's|"base":"/"|"base":"/docs"|' -e 's|<h1>404 - Not found</h1>|$(NOT_THERE)|' .venv/site.new/404.html
	@touch .venv/site.new/.made && rm -rf .venv/site && mv .venv/site.new .venv/site
